// Parses a settings JSON Schema.

export type JsonObject = Record<string, unknown>;
export const isObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** `json`: deeper nesting, edited as text. */
export type FieldKind =
  | 'text'
  | 'url'
  | 'email'
  | 'date'
  | 'number'
  | 'integer'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'list'
  | 'secret'
  | 'json';

export interface Choice {
  value: unknown;
  label: string;
}

export interface SettingField {
  /** One step, or two in a group. */
  path: string[];
  /** Dotted path after `settings.`. */
  key: string;
  kind: FieldKind;
  /** Empty without one. */
  title: string;
  description: string;
  required: boolean;
  /** Undefined without one. */
  initial: unknown;
  choices: Choice[];
  min?: number;
  max?: number;
  exclusiveMin?: number;
  exclusiveMax?: number;
  step?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  /** Rules of list entries. */
  item?: Pick<SettingField, 'minLength' | 'maxLength' | 'pattern'>;
}

export interface SettingGroup {
  key: string;
  title: string;
  description: string;
  /** False: may be left out. */
  required: boolean;
  fields: SettingField[];
}

export type SettingPart = { field: SettingField } | { group: SettingGroup };

export interface SettingSchema {
  title: string;
  description: string;
  parts: SettingPart[];
  /** Keeps members outside the schema. */
  keepsOthers: boolean;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Chained references; ends cycles. */
const REFERENCES = 8;

/** Resolves a local `$ref`; sibling keywords override it. */
function resolve(schema: unknown, root: JsonObject, left = REFERENCES): JsonObject {
  if (!isObject(schema)) return {};
  const { $ref, ...beside } = schema;
  if (typeof $ref !== 'string' || left === 0) return beside;
  if (!$ref.startsWith('#/')) return beside;
  const steps = $ref
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = steps.reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), root);
  return { ...resolve(found, root, left - 1), ...beside };
}

/** Besides `null`; empty if ambiguous. */
function typeOf(schema: JsonObject): string {
  const named = strings(Array.isArray(schema.type) ? schema.type : [schema.type]).filter(
    (name) => name !== 'null',
  );
  return named.length === 1
    ? (named[0] ?? '')
    : named.length === 0 && isObject(schema.properties)
      ? 'object'
      : '';
}

const plain = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** `enum`, or `oneOf`/`anyOf` of titled constants. */
function choicesOf(schema: JsonObject): Choice[] {
  if (Array.isArray(schema.enum) && schema.enum.every(plain))
    return schema.enum.map((value: unknown) => ({ value, label: String(value ?? '–') }));
  const options = Array.isArray(schema.oneOf)
    ? schema.oneOf
    : Array.isArray(schema.anyOf)
      ? schema.anyOf
      : [];
  if (
    options.length === 0 ||
    !options.every((one) => isObject(one) && 'const' in one && plain(one.const))
  )
    return [];
  return options
    .filter(isObject)
    .map((one) => ({ value: one.const, label: text(one.title) || String(one.const ?? '–') }));
}

const FORMATS: Record<string, FieldKind> = {
  uri: 'url',
  'uri-reference': 'text',
  iri: 'url',
  email: 'email',
  'idn-email': 'email',
  date: 'date',
  password: 'secret',
};

const isSecret = (schema: JsonObject) => schema.writeOnly === true || schema.format === 'password';

function kindOf(schema: JsonObject, root: JsonObject): FieldKind {
  if (isSecret(schema)) return 'secret';
  if (choicesOf(schema).length > 0) return 'choice';
  switch (typeOf(schema)) {
    case 'string':
      return FORMATS[text(schema.format)] ?? 'text';
    case 'boolean':
      return 'flag';
    case 'integer':
      return 'integer';
    case 'number':
      return 'number';
    case 'array': {
      const items = resolve(schema.items, root);
      if (isSecret(items)) return 'json';
      if (choicesOf(items).length > 0) return 'choices';
      return typeOf(items) === 'string' ? 'list' : 'json';
    }
    default:
      return 'json';
  }
}

function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

const textRules = (schema: JsonObject) =>
  defined({
    minLength: number(schema.minLength),
    maxLength: number(schema.maxLength),
    pattern: text(schema.pattern) || undefined,
  });

function fieldOf(raw: unknown, path: string[], required: boolean, root: JsonObject): SettingField {
  const schema = resolve(raw, root);
  const kind = kindOf(schema, root);
  const items = resolve(schema.items, root);
  return {
    path,
    key: path.join('.'),
    kind,
    title: text(schema.title),
    description: text(schema.description),
    required,
    initial: kind === 'secret' ? undefined : schema.default,
    choices: kind === 'choices' ? choicesOf(items) : kind === 'choice' ? choicesOf(schema) : [],
    ...defined({
      min: number(schema.minimum),
      max: number(schema.maximum),
      exclusiveMin: number(schema.exclusiveMinimum),
      exclusiveMax: number(schema.exclusiveMaximum),
      step: number(schema.multipleOf),
      minItems: number(schema.minItems),
      maxItems: number(schema.maxItems),
    }),
    ...textRules(schema),
    ...(kind === 'list' ? { item: textRules(items) } : {}),
  };
}

function partOf(name: string, raw: unknown, required: boolean, root: JsonObject): SettingPart {
  const schema = resolve(raw, root);
  if (typeOf(schema) !== 'object' || isSecret(schema) || !isObject(schema.properties))
    return { field: fieldOf(raw, [name], required, root) };
  const needed = strings(schema.required);
  const fields = Object.entries(schema.properties).map(([member, one]) =>
    fieldOf(one, [name, member], needed.includes(member), root),
  );
  return {
    group: {
      key: name,
      title: text(schema.title),
      description: text(schema.description),
      required,
      fields,
    },
  };
}

/** Fields in order; null without settings. */
export function readSchema(raw: unknown): SettingSchema | null {
  if (!isObject(raw)) return null;
  const schema = resolve(raw, raw);
  if (!isObject(schema.properties)) return null;
  const needed = strings(schema.required);
  const parts = Object.entries(schema.properties).map(([name, one]) =>
    partOf(name, one, needed.includes(name), raw),
  );
  if (parts.length === 0) return null;
  return {
    title: text(schema.title),
    description: text(schema.description),
    parts,
    keepsOthers: schema.additionalProperties !== false,
  };
}

export const fieldsOf = (schema: SettingSchema): SettingField[] =>
  schema.parts.flatMap((part) => ('field' in part ? [part.field] : part.group.fields));
