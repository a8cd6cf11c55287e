// Settings in a form: numbers as text, untouched secrets unsent.
import { readNumber, writeNumber } from '@waybill/plugin';
import { t } from '../lib/i18n.ts';
import type { Problems } from './form-rules.ts';

/**
 * Number fields by path; `*` matches any index. A number is the factor to the wire unit: 3600 for
 * hours sent as seconds.
 */
export type Numbers = Record<string, 'needed' | 'optional' | number>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Form values with numbers as text; null stays where it means "not set". */
export function draftOf(value: unknown, numbers: Numbers, path = ''): unknown {
  const number = numberAt(numbers, path);
  if (number !== undefined)
    return value === null || value === undefined
      ? ''
      : writeNumber(typeof number === 'number' ? exact(Number(value) / number) : Number(value));
  if (Array.isArray(value))
    return value.map((one, index) => draftOf(one, numbers, join(path, index)));
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, draftOf(one, numbers, join(path, key))]),
    );
  return value;
}

/** Drops binary noise: 0.015 / 0.01 is 1.5. */
const exact = (value: number) => Number(value.toPrecision(12));
const join = (path: string, step: string | number) => (path ? `${path}.${step}` : String(step));
const numberAt = (numbers: Numbers, path: string) =>
  numbers[path.replaceAll(/\.\d+(?=\.|$)/g, '.*')];

/**
 * Request with parsed numbers and without untouched secrets (null); `problems` lists invalid
 * numbers.
 */
export function wireOf(
  draft: unknown,
  numbers: Numbers,
  secrets: readonly string[] = [],
  problem = t('Enter a number'),
): { value: unknown; problems: Problems } {
  const problems: Problems = {};
  const keptSecrets = new Set(secrets);
  const walk = (value: unknown, path: string): unknown => {
    const number = numberAt(numbers, path);
    if (number !== undefined) {
      const text = String(value ?? '').trim();
      if (!text && number === 'optional') return null;
      const read = readNumber(text);
      if (read === null) problems[path] = problem;
      return typeof number === 'number' && read !== null ? exact(read * number) : read;
    }
    if (Array.isArray(value)) return value.map((one, index) => walk(one, join(path, index)));
    if (!isRecord(value)) return typeof value === 'string' ? value.trim() : value;
    const entries = Object.entries(value).filter(
      ([key, one]) =>
        !(one === null && keptSecrets.has(join(path, key).replaceAll(/\.\d+(?=\.|$)/g, '.*'))),
    );
    return Object.fromEntries(entries.map(([key, one]) => [key, walk(one, join(path, key))]));
  };
  return { value: walk(draft, ''), problems };
}
