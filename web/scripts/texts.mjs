// Gathers texts of web and server into the list of English texts: literals of t(…), msg(…), and in
// Rust message!(…), Refusal::new(…), NotFound(…), EventText::new(…) and similar, and the labels of
// described fields that a screen names. `--check` only fails on differences and stale translations.
// `--missing de` prints missing texts as JSON; `--add de <file>` adds translations, an object by text.
import fs from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');
/** Plugins' front ends in this repository speak the platform's languages too. */
const SOURCES = [
  'web/src',
  'sdk/web/src',
  ...fs.readdirSync(path.join(root, 'web-plugins')).map((name) => `web-plugins/${name}/src`),
];
/** Folders and calls of server sentences, without tests and tools. */
const SERVER = ['src', 'data', 'work', 'web', 'carriage', 'engine/src', 'documents', 'areas'].map(
  (name) => `host/${name}`,
);
const STRING = /"((?:[^"\\]|\\[^])*)"/.source;
const SENTENCES = [
  new RegExp(`\\bmessage!\\(\\s*${STRING}`, 'g'),
  new RegExp(`\\bRefusal::new\\(\\s*\\d+,\\s*${STRING}`, 'g'),
  new RegExp(`\\bNotFound\\(\\s*${STRING}`, 'g'),
  new RegExp(`#\\[record\\(\\s*table = "[^"]*",\\s*name = ${STRING}`, 'g'),
  new RegExp(`\\bPermission::(?:staff|anyone|platform)\\(\\s*"[^"]*",\\s*${STRING}`, 'g'),
  new RegExp(`\\bEventText::new\\(\\s*${STRING}`, 'g'),
  new RegExp(`\\bEventText::new\\(\\s*"[^"]*",\\s*${STRING}`, 'g'),
  new RegExp(`\\bFeature::on\\(\\s*\\d+,\\s*"[^"]*",\\s*${STRING}`, 'g'),
];
/** Functions that take texts. */
const CALLS = new Set(['t', 'msg', 'translate']);
const TEXTS = path.join(root, 'host/areas/languages/texts');
const TRANSLATIONS = ['ar', 'de', 'es'];
const LONGEST = 256;
const FORMS = /_(zero|one|two|few|many|other)$/;

const problems = [];
const texts = new Set();

function* files(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* files(file);
    else if (/\.(tsx?|rs)$/.test(entry.name) && !/(\.test\.tsx?|^tests\.rs)$/.test(entry.name))
      yield file;
  }
}

/**
 * The texts an argument can be: a literal, or a choice between literals. Anything else is a name
 * from a table.
 */
function literals(node) {
  if (!node) return [];
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return [node.quasis[0].value.cooked];
  if (node.type === 'ConditionalExpression')
    return [...literals(node.consequent), ...literals(node.alternate)];
  if (node.type === 'LogicalExpression') return [...literals(node.left), ...literals(node.right)];
  if (node.type === 'ParenthesizedExpression') return literals(node.expression);
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [literals(node.left), literals(node.right)];
    return left.flatMap((start) => right.map((end) => start + end));
  }
  return [];
}

function visit(node, seen) {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) return node.forEach((one) => visit(one, seen));
  if (
    node.type === 'CallExpression' &&
    node.callee.type === 'Identifier' &&
    CALLS.has(node.callee.name)
  )
    seen(node);
  for (const key of Object.keys(node))
    if (key !== 'type' && key !== 'start' && key !== 'end') visit(node[key], seen);
}

const placeholders = (text) => new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));

for (const source of SOURCES) {
  for (const file of files(path.join(root, source))) {
    const code = fs.readFileSync(file, 'utf8');
    if (!/\b(t|msg)\(/.test(code)) continue;
    const say = (text, reason) =>
      problems.push(`${path.relative(root, file)}: ${JSON.stringify(text)} ${reason}`);
    visit(parseAst(code, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }), (call) => {
      const [text, values, one] = call.arguments;
      const given =
        values?.type === 'ObjectExpression'
          ? new Set(values.properties.map((property) => property.key?.name ?? property.key?.value))
          : null;
      const spreads =
        values?.type === 'ObjectExpression' &&
        values.properties.some((property) => property.type === 'SpreadElement');
      for (const key of literals(text)) {
        if (key.length === 0 || key.length > LONGEST)
          say(key, `has not 1 to ${LONGEST} characters`);
        if (FORMS.test(key)) say(key, 'ends like a plural form');
        if (call.callee.name === 't' && !spreads)
          for (const name of placeholders(key))
            if (given && !given.has(name)) say(key, `has no value for {${name}}`);
        if (one && !given?.has('count')) say(key, 'counts without a count');
        texts.add(key);
      }
    });
  }
}

/** Fields of a descriptor: name, label, message if empty. */
const FIELD = /^ {4}(\w+): \{ label: ("(?:[^"\\]|\\.)*")(?:.* needed: ("(?:[^"\\]|\\.)*"))?/gm;
const DESCRIPTORS = /import \{([^}]*)\} from '[^']*\/api\/resources\/(\w+\.gen\.ts)'/g;
const descriptors = (file) =>
  fs.readFileSync(path.join(root, 'web/src/api/resources', file), 'utf8').split(/^export const /m);

// A screen shows the labels of the fields that it names, a form the messages of its rules.
for (const file of files(path.join(root, 'web/src'))) {
  const code = fs.readFileSync(file, 'utf8');
  const isScreen = /from '[^']*\/(RecordTab|RecordFields|columns)\.tsx'/.test(code);
  if (!isScreen && !/from '[^']*\/resource\/(form|values)\.ts'/.test(code)) continue;
  for (const [, imported, source] of code.matchAll(DESCRIPTORS)) {
    const names = imported.split(',').map((name) => name.trim().split(' ')[0]);
    for (const resource of descriptors(source).filter((text) => names.includes(text.split(' ')[0])))
      for (const [, field, label, needed] of resource.matchAll(FIELD))
        if (new RegExp(`\\b${field}\\b`).test(code))
          for (const text of [isScreen && label, needed]) if (text) texts.add(JSON.parse(text));
  }
}

/** A literal of Rust as it reads: a backslash at the end of a line joins the next one. */
const unescaped = (text) =>
  text.replace(/\\(?:\n\s*|(.))/g, (_, letter) =>
    letter === undefined ? '' : letter === 'n' ? '\n' : letter,
  );

for (const source of SERVER) {
  for (const file of files(path.join(root, source))) {
    if (!file.endsWith('.rs')) continue;
    const code = fs
      .readFileSync(file, 'utf8')
      .split(/^#\[cfg\(test\)\]\nmod tests \{/m)[0]
      .replace(/^\s*\/\/.*$/gm, '');
    for (const pattern of SENTENCES) {
      for (const [, literal] of code.matchAll(pattern)) {
        const key = unescaped(literal);
        if (key.length === 0 || key.length > LONGEST)
          problems.push(
            `${path.relative(root, file)}: ${JSON.stringify(key)} has not 1 to ${LONGEST} characters`,
          );
        texts.add(key);
      }
    }
  }
}

const keys = [...texts].sort();
const english = path.join(TEXTS, 'en.json');
const wanted = `${JSON.stringify(keys, null, 2)}\n`;
const read = (name) => JSON.parse(fs.readFileSync(path.join(TEXTS, `${name}.json`), 'utf8'));
const missing = (translation) =>
  keys.filter(
    (key) =>
      !translation[key] &&
      !Object.keys(translation).some((one) => FORMS.test(one) && one.replace(FORMS, '') === key),
  );

/** Texts in the order of the list, each followed by its plural forms. */
function write(name, translation) {
  const ordered = Object.keys(translation).sort((a, b) => {
    const [one, other] = [a, b].map((key) => (texts.has(key) ? key : key.replace(FORMS, '')));
    if (one === other) return a < b ? -1 : 1;
    return one < other ? -1 : 1;
  });
  const sorted = Object.fromEntries(ordered.map((key) => [key, translation[key]]));
  fs.writeFileSync(path.join(TEXTS, `${name}.json`), `${JSON.stringify(sorted, null, 2)}\n`);
}

const [command, language, additions] = process.argv.slice(2);
if (command === '--add')
  write(language, { ...read(language), ...JSON.parse(fs.readFileSync(additions, 'utf8')) });
if (command === '--missing') {
  console.log(JSON.stringify(missing(read(language)), null, 1));
} else {
  if (command === '--check') {
    if (fs.readFileSync(english, 'utf8') !== wanted)
      problems.push(
        'host/areas/languages/texts/en.json is not what the code says: run node web/scripts/texts.mjs',
      );
  } else {
    fs.writeFileSync(english, wanted);
  }
  for (const name of TRANSLATIONS) {
    const translation = read(name);
    for (const [key, text] of Object.entries(translation)) {
      const base = texts.has(key) ? key : key.replace(FORMS, '');
      if (!texts.has(base)) problems.push(`${name}.json: nobody asks for ${JSON.stringify(key)}`);
      for (const placeholder of placeholders(text))
        if (!placeholders(base).has(placeholder))
          problems.push(`${name}.json: ${JSON.stringify(key)} has no {${placeholder}}`);
    }
    const lacking = missing(translation);
    if (lacking.length > 0)
      problems.push(
        `${name}.json lacks ${lacking.length} of ${keys.length} texts; --missing ${name} lists them`,
      );
  }
  for (const problem of problems) console.error(problem);
  console.log(`${keys.length} texts`);
  if (problems.length > 0) process.exitCode = 1;
}
