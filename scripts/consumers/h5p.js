// Validates an unpacked H5P package with the validator of h5p-server. Argument: the folder.
const { H5PConfig } = require("@lumieducation/h5p-server");
const Validator = require("@lumieducation/h5p-server/build/src/PackageValidator").default;

new Validator(new H5PConfig(undefined, {}))
  .validateExtractedPackage(process.argv[2], true, true)
  .then(() => console.log(JSON.stringify({})))
  .catch((error) => {
    const details = typeof error.getErrors === "function" ? error.getErrors() : [];
    const messages = details.map((each) => each.message || each.errorId);
    console.log(JSON.stringify({ error: error.message, details: messages }));
  });
