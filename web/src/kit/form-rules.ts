// Declarative form rules: required, length, pattern; checked before sending.
import { readNumber } from '@waybill/plugin';
import type { FieldErrors, FieldValues } from '@waybill/plugin/forms';
import { isEmail } from '../lib/email.ts';
import type { Translate } from '../lib/i18n.ts';
import { textProblem, type Limits } from '../lib/limits.ts';

export type Problems = Partial<Record<string, string>>;

export interface Rule {
  /** Message if empty; without it the field is optional. */
  needed?: string | undefined;
  /** Limits from the API description. */
  limits?: Limits;
  /** Maximum length, if undocumented. */
  max?: number;
  email?: boolean;
  pattern?: { is: RegExp; say: string };
  /** A number as people type it, with its bounds; `say` is the message of a text that is none. */
  number?: { min?: number; max?: number; integer?: boolean; say?: string };
}

export type Rules = Partial<Record<string, Rule>>;

/** The value at a field's path (`admin.name`). */
export const valueAt = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, step) =>
        at !== null && typeof at === 'object' ? (at as Record<string, unknown>)[step] : undefined,
      values,
    );

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

function numberProblem(
  text: string,
  { min, max, integer = false, say }: NonNullable<Rule['number']>,
  t: Translate,
): string | undefined {
  const value = readNumber(text);
  if (value === null || (integer && !Number.isInteger(value)))
    return say ?? (integer ? t('Enter a whole number') : t('Enter a number'));
  if (min !== undefined && value < min) return t('Must be at least {limit}', { limit: min });
  if (max !== undefined && value > max) return t('Must be at most {limit}', { limit: max });
  return undefined;
}

function problemOf(value: unknown, rule: Rule, t: Translate): string | undefined {
  if (isEmpty(value)) return rule.needed;
  const text = String(value).trim();
  if (rule.max !== undefined && [...text].length > rule.max)
    return t('At most {count} characters', { count: rule.max }, 'At most {count} character');
  const beyond = rule.limits && textProblem(text, rule.limits, t);
  if (beyond) return beyond;
  if (rule.email && !isEmail(text)) return t('The email address is incomplete');
  if (rule.pattern && !rule.pattern.is.test(text)) return rule.pattern.say;
  return rule.number ? numberProblem(text, rule.number, t) : undefined;
}

export function ruleProblems(values: unknown, rules: Rules, t: Translate): Problems {
  const problems: Problems = {};
  for (const [path, rule] of Object.entries(rules)) {
    const problem = rule && problemOf(valueAt(values, path), rule, t);
    if (problem) problems[path] = problem;
  }
  return problems;
}

/** Nests problems as the form does. */
export function toErrors(problems: Problems): FieldErrors<FieldValues> {
  const errors: Record<string, unknown> = {};
  for (const [path, message] of Object.entries(problems)) {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    let at = errors;
    steps.forEach((step, index) => {
      const next = steps[index + 1] ?? last;
      at[step] ??= /^\d+$/.test(next) ? [] : {};
      at = at[step] as Record<string, unknown>;
    });
    at[last] = { type: 'check', message };
  }
  return errors as FieldErrors<FieldValues>;
}
