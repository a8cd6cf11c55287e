// Formats audit values: booleans, local times, list differences.
import type { Change } from './model.ts';
import { enumText, isAmount, isShown, propertyLabel } from './properties.ts';

export interface Reader {
  yes: string;
  no: string;
  dateTime: (value: string) => string;
  date: (value: string) => string;
  number: (value: number) => string;
  amount: (value: number) => string;
}

const isTime = (text: string) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text));
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

export const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** The lines of one value of a property; none for nothing at all. */
export function valueLines(value: unknown, reader: Reader, property = ''): string[] {
  if (isNothing(value)) return [];
  if (typeof value === 'boolean') return [value ? reader.yes : reader.no];
  if (typeof value === 'string')
    return isTime(value)
      ? [reader.dateTime(value)]
      : isDay(value)
        ? [reader.date(value)]
        : enumText(property, value).split('\n');
  if (Array.isArray(value))
    return value.flatMap((entry) =>
      isPlain(entry) ? valueLines(entry, reader, property) : [objectLine(entry, reader)],
    );
  if (typeof value === 'object' && value !== null) {
    const text = (name: string, part: unknown) =>
      isPlain(part) ? valueLines(part, reader, name).join(' ') : objectLine(part, reader);
    return Object.entries(value)
      .filter(([name, part]) => isShown(name) && !isNothing(part))
      .map(([name, part]) => `${propertyLabel(name)}: ${text(name, part)}`);
  }
  if (typeof value === 'number')
    return [isAmount(property) ? reader.amount(value) : reader.number(value)];
  return [String(value)];
}

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';
const objectLine = (value: unknown, reader: Reader): string => valueLines(value, reader).join(', ');

export interface ReadChange {
  property: string;
  before: string[];
  after: string[];
  /** Added and removed entries of a list. */
  added?: string[];
  removed?: string[];
}

export function readChange(
  { propertyName, originalValue, newValue }: Change,
  reader: Reader,
): ReadChange {
  const before = valueLines(originalValue, reader, propertyName);
  const after = valueLines(newValue, reader, propertyName);
  if (
    Array.isArray(originalValue) &&
    Array.isArray(newValue) &&
    [...originalValue, ...newValue].every(isPlain)
  ) {
    return {
      property: propertyLabel(propertyName),
      before,
      after,
      added: after.filter((line) => !before.includes(line)),
      removed: before.filter((line) => !after.includes(line)),
    };
  }
  return { property: propertyLabel(propertyName), before, after };
}

/** Changes with a value that people read; creations record empty values too. */
export const shownChanges = (changes: readonly Change[]): Change[] =>
  changes.filter(
    ({ propertyName, originalValue, newValue }) =>
      isShown(propertyName) && !(isNothing(originalValue) && isNothing(newValue)),
  );
