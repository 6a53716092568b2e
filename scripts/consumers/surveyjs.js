// Builds a survey with survey-core and plays a response through it.
// Arguments: the definition, and optionally a file of steps [{set: {name: value}, visible: [names]}].
// Prints one JSON object: what survey-core found wrong, texts it changed, steps that differ.
const fs = require("fs");
const { Model } = require("survey-core");

const definition = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const steps = process.argv[3] ? JSON.parse(fs.readFileSync(process.argv[3], "utf8")) : [];
const survey = new Model(definition);
const checks = { variables: true, functions: true, syntax: true, semantics: true };
const found = {
  errors: (survey.jsonErrors || []).map((error) => error.message),
  expressions: survey.validateExpressions(checks),
  questions: survey.getAllQuestions().length,
  changed: [],
  steps: [],
};

// Every answer is given the value PIPED, so that a text which refers to one shows it.
const elements = definition.pages.flatMap((page) => page.elements);
for (const element of elements) survey.setVariable(element.name, "PIPED");
for (const element of elements) {
  const question = survey.getQuestionByName(element.name);
  const shown = question.processedTitle;
  if (element.title.trim() && shown !== element.title) found.changed.push([element.title, shown]);
  const choices = question.choices || question.columns || [];
  const wanted = (element.choices || element.columns || []).length;
  if (choices.length !== wanted) found.changed.push([element.name, "choices"]);
}
const player = new Model(definition);
for (const step of steps) {
  for (const [name, value] of Object.entries(step.set || {})) player.setValue(name, value);
  const visible = player.getAllQuestions().filter((q) => q.isVisible).map((q) => q.name);
  if (step.visible && JSON.stringify(visible) !== JSON.stringify(step.visible)) {
    found.steps.push({ wanted: step.visible, visible });
  }
  for (const name of step.invalid || []) {
    if (!player.getQuestionByName(name).hasErrors()) found.steps.push({ accepted: name });
  }
  for (const [name, codes] of Object.entries(step.choose || {})) {
    const question = player.getQuestionByName(name);
    question.renderedValue = codes;
    // A question with a free-text option stores objects.
    const kept = question.value.map((each) => (each && each.value !== undefined ? each.value : each));
    if (JSON.stringify(kept) !== JSON.stringify(step.keeps)) {
      found.steps.push({ chose: codes, value: question.value });
    }
  }
}
console.log(JSON.stringify(found));
