// Draft, rules and wire form of a record, derived from its descriptor.
import { readNumber, writeNumber } from '@waybill/plugin';
import type {
  AnyResource,
  DraftOf,
  FieldName,
  RequestOf,
  ResourceField,
} from '../../api/resource.ts';
import type { Translate } from '../../lib/i18n.ts';
import type { Rule, Rules } from '../form-rules.ts';

function draftValue({ kind, preset, enum: choices, nullable }: ResourceField, stored: unknown) {
  const value = stored ?? preset;
  if (kind === 'flag') return value === true;
  if (kind === 'list') return value ?? [];
  if (kind === 'choice') return value ?? (nullable ? '' : (choices?.[0] ?? ''));
  // A new record shows the default 0 as an empty input.
  const isEmpty = value === undefined || value === null || (stored === undefined && value === 0);
  if (isEmpty) return '';
  return kind === 'number' ? writeNumber(Number(value)) : String(value);
}

function wireValue({ kind, nullable, preset }: ResourceField, value: unknown) {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (kind === 'number') return text === '' && !nullable ? preset : readNumber(text);
  return text === '' && (nullable || kind === 'date') ? null : text;
}

function ruleOf(field: ResourceField, t: Translate): Rule {
  const { kind, needed, minimum, maximum, exclusiveMinimum, integer } = field;
  const rule: Rule = needed === undefined ? {} : { needed: t(needed) };
  if (kind === 'text') return { ...rule, limits: field };
  if (kind !== 'number') return rule;
  const min = minimum ?? exclusiveMinimum;
  return {
    ...rule,
    number: {
      ...(min === undefined ? {} : { min }),
      ...(maximum === undefined ? {} : { max: maximum }),
      ...(integer ? { integer } : {}),
    },
  };
}

const described = (resource: AnyResource, names: readonly string[]) =>
  names.flatMap((name) => {
    const field = resource.fields[name];
    return field ? [[name, field] as const] : [];
  });

/** Form values of a record, or of a new one. */
export const draftOf = <R extends AnyResource, N extends string>(
  resource: R,
  names: readonly N[],
  record: object | null,
): DraftOf<R, N> =>
  Object.fromEntries(
    described(resource, names).map(([name, field]) => [
      name,
      draftValue(field, record ? (record as Record<string, unknown>)[name] : undefined),
    ]),
  ) as DraftOf<R, N>;

/** Request members of form values: trimmed, parsed, null if empty. */
export const wireOf = <R extends AnyResource, N extends string>(
  resource: R,
  names: readonly N[],
  values: object,
): Pick<RequestOf<R>, N & FieldName<R> & keyof RequestOf<R>> =>
  Object.fromEntries(
    described(resource, names).map(([name, field]) => [
      name,
      wireValue(field, (values as Record<string, unknown>)[name]),
    ]),
  ) as Pick<RequestOf<R>, N & FieldName<R> & keyof RequestOf<R>>;

export const rulesOf = (resource: AnyResource, names: readonly string[], t: Translate): Rules =>
  Object.fromEntries(described(resource, names).map(([name, field]) => [name, ruleOf(field, t)]));
