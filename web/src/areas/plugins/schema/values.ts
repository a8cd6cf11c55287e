// Converts and checks settings drafts.
import { readNumber, writeNumber } from '@waybill/plugin';
import {
  fieldsOf,
  isObject,
  type JsonObject,
  type SettingField,
  type SettingGroup,
  type SettingSchema,
} from './schema.ts';

/** A secret is kept, cleared or replaced. */
export type SecretDraft = { act: 'keep' } | { act: 'clear' } | { act: 'set'; value: string };
export type Draft = string | boolean | string[] | SecretDraft;
/** Drafts by field key. */
export type Drafts = Record<string, Draft>;

/** The form library treats dots, brackets and quotes as path syntax. */
export const nameOf = (key: string): string =>
  key.replaceAll(/[%.[\]"'|]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
export const keyOf = (name: string): string => decodeURIComponent(name);

/** Its text is chosen on display. */
export interface Problem {
  key: string;
  rule:
    | 'required'
    | 'number'
    | 'whole'
    | 'min'
    | 'max'
    | 'above'
    | 'below'
    | 'step'
    | 'short'
    | 'long'
    | 'pattern'
    | 'url'
    | 'email'
    | 'few'
    | 'many'
    | 'json';
  limit?: number;
  entry?: string;
}

export interface StoredSettings {
  settings: JsonObject;
  /** Keys of stored secrets. */
  secretsSet: readonly string[];
}

export interface ReadOptions {
  /** A customer falls back to the organisation's settings. */
  inherited?: StoredSettings | null;
}

export const valueAt = (settings: JsonObject, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined),
    settings,
  );

const isNothing = (value: unknown) => value === undefined || value === null;

/** The organisation's, else the schema default. Defaults inside groups are only suggestions. */
export function inheritedValue(field: SettingField, inherited: StoredSettings): unknown {
  const value = valueAt(inherited.settings, field.path);
  return isNothing(value) && field.path.length === 1 ? field.initial : value;
}

/** JSON, since `1` and `"1"` differ. */
export const choiceKey = (value: unknown): string => JSON.stringify(value) ?? '';

function draftOf(field: SettingField, value: unknown, follows: boolean): Draft {
  switch (field.kind) {
    case 'secret':
      return { act: 'keep' };
    case 'flag':
      // Inheritable flags have three states.
      return follows ? (typeof value === 'boolean' ? choiceKey(value) : '') : value === true;
    case 'choice':
      return value === undefined ? '' : choiceKey(value);
    case 'list':
    case 'choices':
      return Array.isArray(value)
        ? value.map((one) => (field.kind === 'choices' ? choiceKey(one) : String(one)))
        : [];
    case 'json':
      return value === undefined ? '' : JSON.stringify(value, null, 2);
    default:
      if (isNothing(value)) return '';
      return typeof value === 'number' ? writeNumber(value) : String(value);
  }
}

/** Schema defaults if nothing is stored or inherited. */
export function draftsOf(
  schema: SettingSchema,
  { settings }: StoredSettings,
  { inherited }: ReadOptions = {},
): Drafts {
  const follows = Boolean(inherited);
  return Object.fromEntries(
    fieldsOf(schema).map((field) => {
      const stored = valueAt(settings, field.path);
      return [
        field.key,
        draftOf(field, stored === undefined && !follows ? field.initial : stored, follows),
      ];
    }),
  );
}

export const isSecretDraft = (draft: Draft | undefined): draft is SecretDraft =>
  isObject(draft) && 'act' in draft;

const same = (a: Draft | undefined, b: Draft | undefined) =>
  JSON.stringify(a) === JSON.stringify(b);
export const changedKeys = (before: Drafts, now: Drafts): string[] =>
  Object.keys(now).filter((key) => !same(before[key], now[key]));

/** True if it may backtrack forever; the server's engine can't. */
const mayRunAway = (pattern: string) =>
  pattern.length > 200 || /\([^)]*[*+{|][^)]*\)\s*[*+{]/.test(pattern) || /\\\d/.test(pattern);

function fits(pattern: string, value: string): boolean {
  if (mayRunAway(pattern)) return true;
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return true;
  }
}

type FieldProblem = Omit<Problem, 'key'> | null;
type Rules = Pick<SettingField, 'minLength' | 'maxLength' | 'pattern'>;

function textProblem(rules: Rules, value: string): FieldProblem {
  const { length } = [...value];
  if (rules.minLength !== undefined && length < rules.minLength)
    return { rule: 'short', limit: rules.minLength };
  if (rules.maxLength !== undefined && length > rules.maxLength)
    return { rule: 'long', limit: rules.maxLength };
  if (rules.pattern && !fits(rules.pattern, value)) return { rule: 'pattern' };
  return null;
}

function numberProblem(field: SettingField, value: number | null): FieldProblem {
  if (value === null) return { rule: 'number' };
  if (field.kind === 'integer' && !Number.isInteger(value)) return { rule: 'whole' };
  if (field.min !== undefined && value < field.min) return { rule: 'min', limit: field.min };
  if (field.max !== undefined && value > field.max) return { rule: 'max', limit: field.max };
  if (field.exclusiveMin !== undefined && value <= field.exclusiveMin)
    return { rule: 'above', limit: field.exclusiveMin };
  if (field.exclusiveMax !== undefined && value >= field.exclusiveMax)
    return { rule: 'below', limit: field.exclusiveMax };
  if (
    field.step !== undefined &&
    Math.abs(value / field.step - Math.round(value / field.step)) > 1e-9
  )
    return { rule: 'step', limit: field.step };
  return null;
}

function listProblem(field: SettingField, entries: readonly string[]): FieldProblem {
  if (field.minItems !== undefined && entries.length < field.minItems)
    return { rule: 'few', limit: field.minItems };
  if (field.maxItems !== undefined && entries.length > field.maxItems)
    return { rule: 'many', limit: field.maxItems };
  for (const entry of entries) {
    const wrong = field.item ? textProblem(field.item, entry) : null;
    if (wrong) return { ...wrong, entry };
  }
  return null;
}

type Checked = { value: unknown; wrong: FieldProblem };

/** Parses a non-empty field. */
function checked(field: SettingField, draft: string): Checked {
  switch (field.kind) {
    case 'number':
    case 'integer': {
      const value = readNumber(draft);
      return { value, wrong: numberProblem(field, value) };
    }
    case 'choice':
    case 'flag':
      return { value: JSON.parse(draft) as unknown, wrong: null };
    case 'json':
      try {
        return { value: JSON.parse(draft) as unknown, wrong: null };
      } catch {
        return { value: undefined, wrong: { rule: 'json' } };
      }
    case 'url':
      return {
        value: draft,
        wrong: URL.canParse(draft) ? textProblem(field, draft) : { rule: 'url' },
      };
    case 'email':
      return {
        value: draft,
        wrong: /^[^\s@]+@[^\s@]+$/.test(draft) ? textProblem(field, draft) : { rule: 'email' },
      };
    default:
      return { value: draft, wrong: textProblem(field, draft) };
  }
}

function put(settings: JsonObject, path: readonly string[], value: unknown): void {
  const [step = '', ...rest] = path;
  if (rest.length === 0) {
    settings[step] = value;
    return;
  }
  const inside = isObject(settings[step]) ? settings[step] : {};
  settings[step] = inside;
  put(inside, rest, value);
}

/** Stored members outside the schema, if allowed. */
function others(schema: SettingSchema, settings: JsonObject): JsonObject {
  if (!schema.keepsOthers) return {};
  const named = new Set(fieldsOf(schema).map(({ path }) => path[0]));
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !named.has(name)));
}

function isEmptyDraft(
  field: SettingField,
  draft: Draft | undefined,
  secretsSet: readonly string[],
): boolean {
  if (isSecretDraft(draft))
    return (
      draft.act === 'clear' ||
      (draft.act === 'keep' && !secretsSet.includes(field.key)) ||
      (draft.act === 'set' && draft.value === '')
    );
  if (draft === undefined || typeof draft === 'boolean') return !draft;
  return (Array.isArray(draft) ? draft.join('') : draft).trim() === '';
}

/** A customer's group replaces the organisation's entirely. */
export const hasOwn = (
  group: SettingGroup,
  drafts: Drafts,
  secretsSet: readonly string[],
): boolean => !group.fields.every((field) => isEmptyDraft(field, drafts[field.key], secretsSet));

export interface Sent {
  settings: JsonObject;
  /** Changed secrets: a value, or null to clear. */
  secrets: Record<string, string | null>;
}

/** Request and errors; empty fields are left out. */
export function wireOf(
  schema: SettingSchema,
  drafts: Drafts,
  stored: StoredSettings,
  { inherited }: ReadOptions = {},
): { sent: Sent; problems: Problem[] } {
  const sent: Sent = { settings: others(schema, stored.settings), secrets: {} };
  const problems: Problem[] = [];
  const groups = new Map(
    schema.parts.flatMap((part) =>
      'group' in part ? [[part.group.key, part.group] as const] : [],
    ),
  );
  const isEmpty = (field: SettingField): boolean =>
    isEmptyDraft(field, drafts[field.key], stored.secretsSet);
  const groupOf = (field: SettingField) =>
    field.path.length > 1 ? groups.get(field.path[0] ?? '') : undefined;
  /** An empty optional group needs nothing. */
  const needed = (field: SettingField): boolean => {
    const group = groupOf(field);
    const own = group && hasOwn(group, drafts, stored.secretsSet);
    if (group && !group.required && !own) return false;
    if (
      inherited &&
      !own &&
      (inherited.secretsSet.includes(field.key) || !isNothing(inheritedValue(field, inherited)))
    )
      return false;
    return field.required;
  };
  for (const field of fieldsOf(schema)) {
    const draft = drafts[field.key];
    const empty = isEmpty(field);
    let wrong: FieldProblem = null;
    if (isSecretDraft(draft)) {
      if (draft.act === 'clear') sent.secrets[field.key] = null;
      if (draft.act === 'set' && draft.value) {
        sent.secrets[field.key] = draft.value;
        wrong = textProblem(field, draft.value);
      }
      if (empty && needed(field)) wrong = { rule: 'required' };
    } else if (typeof draft === 'boolean') {
      // A tick alone doesn't create an optional group.
      const group = groupOf(field);
      if (draft || !group || group.required || !group.fields.every(isEmpty))
        put(sent.settings, field.path, draft);
    } else if (Array.isArray(draft)) {
      const entries = draft.map((one) => one.trim()).filter(Boolean);
      if (entries.length > 0 || (!inherited && needed(field))) {
        put(
          sent.settings,
          field.path,
          field.kind === 'choices' ? entries.map((one) => JSON.parse(one) as unknown) : entries,
        );
        wrong = listProblem(field, entries);
      }
    } else if (empty) {
      if (needed(field)) wrong = { rule: 'required' };
    } else {
      const found = checked(field, (draft ?? '').trim());
      wrong = found.wrong;
      if (found.value !== undefined) put(sent.settings, field.path, found.value);
    }
    if (wrong) problems.push({ key: field.key, ...wrong });
  }
  return { sent, problems };
}

const dotted = (member: string) =>
  member
    .replace(/^\/+/, '')
    .replaceAll('/', '.')
    .replace(/\[(\d+)\]/g, '.$1');

/** `settings.hosts[2]` belongs to `hosts`; null if unknown. */
export function keyOfMember(schema: SettingSchema, member: string): string | null {
  const path = dotted(member)
    .replace(/^(settings|secrets)\./, '')
    .replace(/^\./, '');
  const keys = fieldsOf(schema).map(({ key }) => key);
  const within = (key: string, compare: string) => compare === key || compare.startsWith(`${key}.`);
  return (
    keys.find((key) => within(key, path)) ??
    keys.find((key) => within(key.toLowerCase(), path.toLowerCase())) ??
    keys.find((key) => key.startsWith(`${path}.`)) ??
    null
  );
}
