// Settings in a form and back: numbers are text while they are typed, and a secret that was not touched is not sent.
import type { FieldErrors, FieldValues } from '@waybill/plugin/forms';

/** Which members are numbers, by path; a `*` stands for any place in a list. An 'optional' one may be left empty. */
export type Numbers = Record<string, 'needed' | 'optional'>;
/** What is wrong, by path. */
export type Problems = Partial<Record<string, string>>;

const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value);

/** The form's values: every number as text; null stays null where it means "not set", and is empty where a number may be. */
export function draftOf(value: unknown, numbers: Numbers, path = ''): unknown {
  if (numberAt(numbers, path)) return value === null || value === undefined ? '' : String(value);
  if (Array.isArray(value)) return value.map((one, index) => draftOf(one, numbers, join(path, index)));
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, draftOf(one, numbers, join(path, key))]));
  return value;
}

const join = (path: string, step: string | number) => (path ? `${path}.${step}` : String(step));
const numberAt = (numbers: Numbers, path: string) => numbers[path.replaceAll(/\.\d+(?=\.|$)/g, '.*')];

/** A number as people type it, thousands apart or not; null when it is none. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replaceAll(/[\s,']/g, '');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

/** What is sent: numbers are numbers again, and untouched secrets (null) are left out. `problems` tells what is no number. */
export function wireOf(draft: unknown, numbers: Numbers, secrets: readonly string[] = [], words = NOT_A_NUMBER): { value: unknown; problems: Problems } {
  const problems: Problems = {};
  const kept = new Set(secrets);
  const walk = (value: unknown, path: string): unknown => {
    const number = numberAt(numbers, path);
    if (number) {
      const text = String(value ?? '').trim();
      if (!text && number === 'optional') return null;
      const read = readNumber(text);
      if (read === null) problems[path] = text ? words.wrong : words.missing;
      return read;
    }
    if (Array.isArray(value)) return value.map((one, index) => walk(one, join(path, index)));
    if (!isRecord(value)) return typeof value === 'string' ? value.trim() : value;
    const entries = Object.entries(value).filter(([key, one]) => !(one === null && kept.has(join(path, key).replaceAll(/\.\d+(?=\.|$)/g, '.*'))));
    return Object.fromEntries(entries.map(([key, one]) => [key, walk(one, join(path, key))]));
  };
  return { value: walk(draft, ''), problems };
}

const NOT_A_NUMBER = { missing: 'Enter a number', wrong: 'This is not a number' };

/** Problems as the form keeps errors: nested as the fields are. */
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
