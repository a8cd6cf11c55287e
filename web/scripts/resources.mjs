// Generates the descriptors of the API's requests for forms and lists, one file per area, from
// host/tests/openapi.json. `--check` fails if a file is stale.
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(root, 'web/src/api/resources');
const SHARED = 'shared';
const HEADING =
  '// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to ' +
  "be edited.\nimport type { Resource } from '../resource.ts';\n";
/** Schema keywords that a form enforces. */
const KEYWORDS = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'pattern',
  'minItems',
  'maxItems',
];
/** Members of the save contract; no form shows them. */
const CONTRACT = new Set(['id', 'rowVersion']);

const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
const api = read(path.join(root, 'host/tests/openapi.json'));
/** Labels and messages that differ from a field's name, by `field` or `Schema.field`. */
const words = read(path.join(FOLDER, 'labels.json'));
const { schemas } = api.components;
const nameOf = (schema) => schema?.$ref?.split('/').pop();
const operations = Object.values(api.paths).flatMap((methods) => Object.values(methods));

/** Names of all schemas in a value, at any depth. */
function reached(value, names = new Set()) {
  if (value === null || typeof value !== 'object') return names;
  const name = nameOf(value);
  if (name && !names.has(name)) {
    names.add(name);
    reached(schemas[name], names);
  }
  for (const one of Object.values(value)) reached(one, names);
  return names;
}

/** Areas that send a schema, and the permissions of its saves. */
const areas = new Map();
const permissions = new Map();
for (const operation of operations) {
  if (!operation.requestBody) continue;
  for (const name of reached(operation.requestBody))
    areas.set(name, new Set([...(areas.get(name) ?? []), operation.tags[0]]));
  const create = operation['x-permission-to-create'];
  if (!create) continue;
  const body = nameOf(operation.requestBody.content['application/json']?.schema);
  const members = Object.values(schemas[body]?.properties ?? {}).map(nameOf);
  for (const name of [body, ...members].filter(Boolean))
    permissions.set(name, { edit: operation['x-permission'], create });
}

/** A field's schema without references and null. */
function resolved(schema) {
  const name = nameOf(schema);
  if (name) return resolved(schemas[name]);
  if (!schema?.anyOf) return { schema, nullable: [schema?.type].flat().includes('null') };
  const others = schema.anyOf.filter(({ type }) => type !== 'null');
  return { schema: others.length === 1 ? resolved(others[0]).schema : {}, nullable: true };
}

function kindOf({ type, format, enum: values, items }) {
  const types = [type].flat();
  if (values) return 'choice';
  if (types.includes('boolean')) return 'flag';
  if (types.includes('integer') || types.includes('number')) return 'number';
  if (types.includes('array')) {
    const { schema } = resolved(items);
    return schema && ['text', 'number', 'choice'].includes(kindOf(schema)) ? 'list' : null;
  }
  if (!types.includes('string')) return null;
  if (format === 'date') return 'date';
  return format === 'date-time' ? 'moment' : 'text';
}

/** `addressLine1` is "Address line 1", `isActive` "Active", `carrierAccountId` "Carrier account". */
function humanised(name) {
  const text = name
    .replace(/^is(?=[A-Z])/, '')
    .replace(/(?<=[a-z])Ids?$/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z0-9])/g, ' ')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** True if a form starts with the default; some defaults stand for "absent". */
const isPreset = (kind, schema, preset) =>
  preset !== undefined &&
  preset !== null &&
  preset !== '' &&
  kind !== 'moment' &&
  (kind !== 'choice' || schema.enum.includes(preset));

const NEEDED = { text: 'Enter a value', number: 'Enter a number', date: 'Choose a day' };

/** Message if a field is empty that the API does not take without a value. */
function needed(kind, nullable, { minLength = 0 }, preset, message) {
  if (nullable || !(kind in NEEDED)) return {};
  if (kind === 'text' ? minLength === 0 : preset !== undefined) return {};
  return { needed: message ?? NEEDED[kind] };
}

function fieldOf(resource, name, property) {
  if (CONTRACT.has(name) || property.readOnly) return null;
  const { schema, nullable } = resolved(property);
  const kind = kindOf(schema ?? {});
  if (!kind) return null;
  const said = { ...words[name], ...words[`${resource}.${name}`] };
  const preset = property.default ?? schema.default;
  return {
    label: said.label ?? humanised(name),
    kind,
    ...(nullable ? { nullable } : {}),
    ...needed(kind, nullable, schema, preset, said.needed),
    ...([schema.type].flat().includes('integer') ? { integer: true } : {}),
    ...(isPreset(kind, schema, preset) ? { preset } : {}),
    ...Object.fromEntries(KEYWORDS.filter((key) => key in schema).map((key) => [key, schema[key]])),
    ...(schema.enum ? { enum: schema.enum.filter((value) => typeof value === 'string') } : {}),
  };
}

const literal = (value) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? `{ ${Object.entries(value)
        .map(([key, one]) => `${key}: ${literal(one)}`)
        .join(', ')} }`
    : JSON.stringify(value);

function descriptor(name) {
  const fields = Object.entries(schemas[name].properties ?? {})
    .map(([field, property]) => [field, fieldOf(name, field, property)])
    .filter(([, field]) => field);
  if (fields.length === 0) return '';
  const { edit, create } = permissions.get(name) ?? {};
  const lines = [
    `schema: '${name}',`,
    ...(edit ? [`edit: '${edit}',`, `create: '${create}',`] : []),
    'fields: {',
    ...fields.map(([field, value]) => `  ${field}: ${literal(value)},`),
    '},',
  ];
  return (
    `\nexport const ${name} = {\n${lines.map((line) => `  ${line}\n`).join('')}` +
    `} as const satisfies Resource<'${name}'>;\n`
  );
}

const files = new Map();
for (const name of [...areas.keys()].sort()) {
  const [area, ...others] = areas.get(name);
  const file = `${others.length > 0 ? SHARED : area}.gen.ts`;
  const text = descriptor(name);
  if (text) files.set(file, (files.get(file) ?? HEADING) + text);
}

const isCheck = process.argv.includes('--check');
const existing = fs.readdirSync(FOLDER).filter((file) => file.endsWith('.gen.ts'));
const stored = (file) =>
  existing.includes(file) ? fs.readFileSync(path.join(FOLDER, file), 'utf8') : undefined;
const stale = [...new Set([...existing, ...files.keys()])].filter(
  (file) => stored(file) !== files.get(file),
);
if (isCheck && stale.length > 0) {
  console.error(`web/src/api/resources: ${stale.join(', ')} not fresh: run \`cargo xtask gen\``);
  process.exitCode = 1;
} else {
  for (const file of stale) {
    const text = files.get(file);
    if (text === undefined) fs.rmSync(path.join(FOLDER, file));
    else fs.writeFileSync(path.join(FOLDER, file), text);
  }
  console.log(`web/src/api/resources: ${files.size} files, ${stale.length} written`);
}
