// Forms shared by shell and plugins: react-hook-form, zod/mini, and server errors on fields.
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError, errorMessage, refusedField } from '@waybill/plugin';

export {
  useForm,
  Controller,
  useFieldArray,
  FormProvider,
  useFormContext,
  useWatch,
  useController,
} from 'react-hook-form';
export type {
  UseFormReturn,
  FieldErrors,
  FieldValues,
  Control,
  SubmitHandler,
  Path,
} from 'react-hook-form';
export { standardSchemaResolver as schemaResolver } from '@hookform/resolvers/standard-schema';
// `export * as z` would pull every language of zod into the shared chunk.
export {
  object,
  string,
  number,
  int,
  boolean,
  date,
  array,
  record,
  literal,
  union,
  discriminatedUnion,
  optional,
  nullable,
  nullish,
  transform,
  pipe,
  prefault,
  catch as catch_,
  enum as enum_,
  email,
  uuid,
  iso,
  coerce,
  minLength,
  maxLength,
  length,
  regex,
  trim,
  gte,
  lte,
  gt,
  lt,
  positive,
  nonnegative,
  refine,
  check,
  superRefine,
  safeParse,
  unknown,
  any,
  config,
} from 'zod/mini';
export type { infer as Infer, input as Input_, output as Output_ } from 'zod/mini';

/** One line of a ValidationSummary. */
export interface FormErrorItem {
  message: string;
  selector?: string;
  /** The field's name. */
  path?: string;
  /** Set for server errors. */
  ofServer?: boolean;
}

/** `booking.items[0].weight` → `['booking','items','0','weight']`. */
const steps = (member: string) =>
  member
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter(Boolean);

/** Form path of a server's member name, or null. */
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

/** Maps server paths to form names: exact, with `[*]` as index, or by a function (null hides). */
export type MemberNames = Record<string, string> | ((member: string) => string | null);

function renamed(member: string, map: MemberNames): string | null {
  if (typeof map === 'function') return map(member);
  return map[member] ?? map[member.replace(/\[\d+\]/g, '[*]')] ?? member;
}

const CONTROLS = 'input, select, textarea, button, a[href], [tabindex]';

/** Focuses the first of these fields in page order. */
export function focusField(paths: readonly string[], root: ParentNode = document): void {
  const found = paths.flatMap((path) => root.querySelector<HTMLElement>(selectorOf(path)) ?? []);
  const first = found.toSorted((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )[0];
  if (!first) return;
  const show = () => first.scrollIntoView({ block: 'center' });
  show();
  // Messages above the fields move them in the next frame.
  requestAnimationFrame(show);
  (first.matches(CONTROLS) ? first : first.querySelector<HTMLElement>(CONTROLS))?.focus({
    preventScroll: true,
  });
}

/**
 * Sets server errors on their fields, focuses the first, and returns unmatched messages. Unknown
 * leading members (`booking.`) are dropped; `map` renames.
 */
export function applyServerErrors<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  map: MemberNames = {},
  root?: ParentNode,
): string[] {
  if (!(error instanceof ApiError) || error.validationErrors.length === 0)
    return [errorMessage(error)];
  const left: string[] = [];
  const placed: string[] = [];
  const values = form.getValues();
  for (const { message, members } of error.validationErrors) {
    let found = false;
    for (const member of members) {
      const name = renamed(member, map);
      if (name === null) continue;
      const all = steps(name);
      const path = formPath(values, all) ?? formPath(values, all.slice(1));
      if (!path) continue;
      form.setError(path as Path<T>, { type: 'server', message });
      placed.push(path);
      found = true;
    }
    if (!found) left.push(refusedField({ message, members }));
  }
  focusField(placed, root);
  return left;
}

const selectorOf = (path: string) => `[name="${path}"], [data-field="${path}"]`;

/** The form's errors as lines of a ValidationSummary. */
export function errorItems(errors: FieldErrors, more: string[] = []): FormErrorItem[] {
  const items: FormErrorItem[] = [];
  const walk = (node: unknown, path: string) => {
    if (!node || typeof node !== 'object') return;
    const { message, type } = node as { message?: unknown; type?: unknown };
    if (typeof message === 'string' && message) {
      items.push({
        message,
        ...(path ? { selector: selectorOf(path), path } : {}),
        ...(type === 'server' ? { ofServer: true } : {}),
      });
      return;
    }
    for (const [key, value] of Object.entries(node))
      if (key !== 'ref' && key !== 'types') walk(value, path ? `${path}.${key}` : key);
  };
  walk(errors, '');
  return [...items, ...more.map((message) => ({ message }))];
}

export * from './carrier-account.tsx';
