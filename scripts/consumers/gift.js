// Parses a GIFT file with gift-pegjs. Prints the questions' types, or the place of the first error.
const fs = require("fs");
const { parse } = require("gift-pegjs");

try {
  const questions = parse(fs.readFileSync(process.argv[2], "utf8"));
  console.log(JSON.stringify({ types: questions.map((question) => question.type) }));
} catch (error) {
  console.log(JSON.stringify({ error: error.message, place: error.location && error.location.start }));
}
