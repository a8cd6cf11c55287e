// Forms, shared once by the shell and all plugins: react-hook-form, the small zod, and errors of the server on their fields.
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError, errorMessage, words } from '@waybill/plugin';

export { useForm, Controller, useFieldArray, FormProvider, useFormContext, useWatch, useController } from 'react-hook-form';
export type { UseFormReturn, FieldErrors, FieldValues, Control, SubmitHandler, Path } from 'react-hook-form';
export { standardSchemaResolver as schemaResolver } from '@hookform/resolvers/standard-schema';
// Names one by one: `export * as z` would pull every language of zod into the shared chunk.
export {
  object, string, number, int, boolean, date, array, record, literal, union, discriminatedUnion, optional, nullable, nullish,
  transform, pipe, prefault, catch as catch_, enum as enum_, email, uuid, iso, coerce, minLength, maxLength, length, regex, trim,
  gte, lte, gt, lt, positive, nonnegative, refine, check, superRefine, safeParse, unknown, any, config,
} from 'zod/mini';
export type { infer as Infer, input as Input_, output as Output_ } from 'zod/mini';

/** One line of a ValidationSummary. */
export interface FormErrorItem {
  message: string;
  selector?: string;
}

/** `booking.items[0].weight` → `['booking','items','0','weight']`. */
const steps = (member: string) => member.replace(/\[(\d+)\]/g, '.$1').split('.').filter(Boolean);

/** The form's own path for a server's member name, or null when the form has no such field. */
function formPath(values: unknown, path: string[]): string | null {
  const found: string[] = [];
  let at: unknown = values;
  for (const step of path) {
    if (at === null || typeof at !== 'object') return null;
    const key = Object.keys(at).find((k) => k.toLowerCase() === step.toLowerCase());
    if (key === undefined) return null;
    found.push(key);
    at = (at as Record<string, unknown>)[key];
  }
  return found.length ? found.join('.') : null;
}

/** A refusal without a field of ours still says what it is about: "weight" and "must be above 0" become a sentence. */
function unplaced(message: string, members: string[]): string {
  const name = steps(members[0] ?? '').findLast((step) => !/^\d+$/.test(step));
  return name && /^\p{Ll}/u.test(message) ? `${words(name)} ${message}` : message;
}

/**
 * Puts the server's refusals on the fields they name and answers the sentences that found no field.
 * A leading member that the form does not have (`booking.`, `customer.`) is dropped. `map` renames what differs.
 */
export function applyServerErrors<T extends FieldValues>(form: UseFormReturn<T>, error: unknown, map: Record<string, string> = {}): string[] {
  if (!(error instanceof ApiError) || error.validationErrors.length === 0) return [errorMessage(error)];
  const left: string[] = [];
  const values = form.getValues();
  let focused = false;
  for (const { message, members } of error.validationErrors) {
    let placed = false;
    for (const member of members) {
      const all = steps(map[member] ?? member);
      const path = formPath(values, all) ?? formPath(values, all.slice(1));
      if (!path) continue;
      form.setError(path as Path<T>, { type: 'server', message }, { shouldFocus: !focused });
      focused = true;
      placed = true;
    }
    if (!placed) left.push(unplaced(message, members));
  }
  return left;
}

/** The form's errors as lines of a ValidationSummary; each line finds its field by the field's name. */
export function errorItems(errors: FieldErrors, more: string[] = []): FormErrorItem[] {
  const items: FormErrorItem[] = [];
  const walk = (node: unknown, path: string) => {
    if (!node || typeof node !== 'object') return;
    const message = (node as { message?: unknown }).message;
    if (typeof message === 'string' && message) {
      items.push({ message, ...(path ? { selector: `[name="${path}"], [data-field="${path}"]` } : {}) });
      return;
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'ref' && key !== 'types') walk(value, path ? `${path}.${key}` : key);
  };
  walk(errors, '');
  return [...items, ...more.map((message) => ({ message }))];
}

export * from './carrier-account.tsx';
