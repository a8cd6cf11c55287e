// Record form: initial values, rules, single submit, server errors, concurrent changes.
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import type { QueryKey } from '@tanstack/react-query';
import { ApiError, type Toast } from '@waybill/plugin';
import {
  applyServerErrors,
  errorItems,
  focusField,
  useForm,
  type FieldErrors,
  type FieldValues,
  type MemberNames,
  type UseFormReturn,
} from '@waybill/plugin/forms';
import { queryClient } from '../api/query-client.ts';
import { useT } from '../lib/i18n.ts';
import { toast } from '../shell/toast.tsx';
import { formDraft } from './form-draft.ts';
import { mergeEdits, sameValue, type Merged } from './form-merge.ts';
import { ruleProblems, toErrors, valueAt, type Problems, type Rules } from './form-rules.ts';

export interface RecordFormOptions<R, V extends FieldValues, A> {
  /** Null for a new record. */
  record: R;
  values: (record: R) => V;
  rules?: Rules | ((values: V) => Rules);
  check?: (values: V, record: R) => Problems;
  /** Maps wire paths to form fields; `[*]` is any list index. */
  members?: MemberNames;
  title?: (path: string) => string | undefined;
  /** Merged as a unit: `place`, not `place.suburb`. */
  units?: readonly string[];
  /** Sends the values; `record` has the row version. */
  save: (values: V, record: R) => Promise<A>;
  /** Sentence for a refusal without a field; the server's by default. */
  say?: (error: unknown) => string;
  /** Queries refetched before the save completes. */
  stale?: readonly QueryKey[];
  notice?: (answer: A, values: V) => Toast | string | null;
  /** Navigates after saving. */
  saved?: ((answer: A, values: V) => unknown) | undefined;
  /** Loads the latest record after a conflict. */
  newest?: () => Promise<R>;
  draft?: string | undefined;
  /** Never kept in the browser. */
  secrets?: readonly string[];
}

export interface Conflict {
  /** Conflicts to resolve. */
  clashes: { path: string; mine: unknown; theirs: unknown; chosen: 'mine' | 'theirs' }[];
  /** Fields changed only by others, already loaded. */
  theirs: readonly string[];
}

export interface RecordForm<V extends FieldValues, R = unknown> {
  form: UseFormReturn<V>;
  rules: Rules;
  submit: (event?: FormEvent) => void;
  saving: boolean;
  isDirty: () => boolean;
  dirty: boolean;
  title: (path: string) => string | undefined;
  /** Sentences that belong to no field. */
  others: readonly string[];
  conflict: Conflict | null;
  choose: (path: string, side: 'mine' | 'theirs') => void;
  /** A draft was restored after a reload. */
  restored: boolean;
  keepsDraft: boolean;
  discard: () => void;
  /** Values checked as before a save, with their record; null if invalid. */
  checked: () => Promise<{ values: V; record: R } | null>;
  /** Shows a refusal on its fields, the rest above the form. */
  refuse: (error: unknown) => void;
  /** To focus invalid fields. */
  root: { current: HTMLFormElement | null };
}

const DRAFT_PAUSE = 400;
const NONE: readonly string[] = [];

function without<V extends FieldValues>(values: V, secrets: readonly string[], base: V): V {
  const copy = structuredClone(values);
  for (const path of secrets) {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    const holder = steps.length > 0 ? valueAt(copy, steps.join('.')) : copy;
    if (holder !== null && typeof holder === 'object')
      Object.assign(holder, { [last]: valueAt(base, path) });
  }
  return copy;
}

/**
 * Shows the values of a next record in a form that stays open after a save. Edits made during the
 * save stay; returns whether there are any.
 */
export function beginNext<V extends FieldValues>(
  form: UseFormReturn<V>,
  sent: V,
  next: V,
): boolean {
  const typed = form.getValues();
  form.reset(next);
  if (sameValue(typed, sent)) return false;
  form.reset(mergeEdits(sent, typed, next).values, { keepDefaultValues: true });
  return true;
}

export function useRecordForm<R, V extends FieldValues, A>(
  options: RecordFormOptions<R, V, A>,
): RecordForm<V, R> {
  const { record, draft, units = NONE } = options;
  const t = useT();
  const now = useRef(options);
  now.current = options;
  const root = useRef<HTMLFormElement | null>(null);
  /** Record the form values are based on. */
  const [base, setBase] = useState(record);
  const begun = useRef(base);
  begun.current = base;
  /** The screen's latest record; after a merge the base is newer. */
  const seenRecord = useRef(record);
  const [others, setOthers] = useState<readonly string[]>(NONE);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [restored, setRestored] = useState(false);
  const busy = useRef(false);
  const left = useRef(false);
  /** Edited since the save began. */
  const edited = useRef(false);
  const rulesOf = (values: V): Rules =>
    typeof options.rules === 'function' ? options.rules(values) : (options.rules ?? {});
  const form = useForm<V>({
    // Values are complete; the library's type allows partial ones.
    defaultValues: options.values(base) as never,
    shouldFocusError: false,
    resolver: (values) => {
      const { rules, check } = now.current;
      const problems = {
        ...check?.(values, begun.current),
        ...ruleProblems(values, typeof rules === 'function' ? rules(values) : (rules ?? {}), t),
      };
      return Object.keys(problems).length > 0
        ? { values: {}, errors: toErrors(problems) as FieldErrors<V> }
        : { values, errors: {} };
    },
  });
  const { isDirty: dirty, isSubmitting } = form.formState;

  /** Rebases the form onto a newer record and keeps edits. */
  const take = useCallback(
    (next: R, { values, clashes, theirs: newerFields }: Merged<V>) => {
      const fresh = now.current.values(next);
      form.reset(fresh);
      form.reset(values, { keepDefaultValues: true });
      setBase(next);
      setConflict({
        clashes: clashes.map((clash) => ({ ...clash, chosen: 'mine' })),
        theirs: newerFields,
      });
    },
    [form],
  );

  // Shows newer records while the form is untouched.
  useEffect(() => {
    if (isSubmitting || sameValue(record, seenRecord.current)) return;
    const { values } = now.current;
    const newer = values(record);
    // A newer version of the values that were loaded or saved.
    const isSame = sameValue(newer, values(base)) || sameValue(newer, form.formState.defaultValues);
    // Theirs are merged on saving.
    if (dirty && !isSame) return;
    seenRecord.current = record;
    setBase(record);
    if (!dirty) form.reset(values(record));
  }, [record, base, dirty, isSubmitting, form]);

  // Restores the draft once, onto the current record.
  useEffect(() => {
    const stored = draft === undefined ? null : formDraft.read<V>(draft);
    if (!stored) return;
    const fresh = now.current.values(record);
    const merged = mergeEdits<V>(
      { ...fresh, ...stored.base },
      { ...fresh, ...stored.values },
      fresh,
      units,
    );
    take(record, merged);
    if (merged.clashes.length === 0 && merged.theirs.length === 0) setConflict(null);
    setRestored(true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [draft]);

  // Kept after a short delay, and at once on leaving.
  useEffect(() => {
    if (draft === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      if (left.current) return;
      const start = now.current.values(begun.current);
      const hidden = now.current.secrets ?? NONE;
      if (sameValue(start, form.getValues())) formDraft.drop(draft);
      else
        formDraft.keep(draft, {
          base: without(start, hidden, start),
          values: without(form.getValues(), hidden, start),
        });
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(keep, DRAFT_PAUSE);
      },
    });
    const leave = () => timer !== undefined && keep();
    addEventListener('pagehide', leave);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', leave);
      stop();
    };
  }, [draft, form]);

  const refuse = (error: unknown) => {
    const { members, say } = now.current;
    const isPlaced = error instanceof ApiError && error.validationErrors.length > 0;
    setOthers(
      !isPlaced && say
        ? [say(error)]
        : applyServerErrors(form, error, members, root.current ?? undefined),
    );
  };

  /** Retries after a conflict: at once if no shown field changed, else after review. */
  const catchUp = async (error: unknown, values: V): Promise<void> => {
    const { newest, save } = now.current;
    const isLate =
      error instanceof ApiError && error.status === 409 && error.validationErrors.length === 0;
    if (!isLate || !newest) return refuse(error);
    let answer: A;
    try {
      const next = await newest();
      const [start, fresh] = [now.current.values(base), now.current.values(next)];
      const { clashes, theirs } = mergeEdits(start, values, fresh, units);
      // Shown with later edits.
      if (clashes.length > 0 || theirs.length > 0)
        return take(next, mergeEdits(start, form.getValues(), fresh, units));
      setBase(next);
      answer = await save(values, next);
    } catch (failure) {
      return refuse(failure);
    }
    return succeed(answer, values);
  };

  const succeed = async (answer: A, values: V): Promise<void> => {
    const { stale = [], notice, saved } = now.current;
    left.current = true;
    if (draft !== undefined) formDraft.drop(draft);
    setConflict(null);
    setRestored(false);
    const typed = form.getValues();
    form.reset(values);
    // Edits made during the save stay.
    if (edited.current) form.reset(typed, { keepDefaultValues: true });
    edited.current = false;
    await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    const message = notice?.(answer, values);
    if (message) toast(typeof message === 'string' ? { title: message } : message);
    await saved?.(answer, values);
    left.current = false;
  };

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    event?.stopPropagation();
    // Prevents a double save.
    if (busy.current) return;
    busy.current = true;
    edited.current = false;
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => (edited.current = true),
    });
    setOthers(NONE);
    void form
      .handleSubmit(
        async (values) => {
          let answer: A;
          try {
            answer = await now.current.save(values, base);
          } catch (error) {
            return catchUp(error, values);
          }
          await succeed(answer, values);
        },
        (errors) => focusField(errorPaths(errors), root.current ?? undefined),
      )()
      .finally(() => {
        stop();
        busy.current = false;
      });
  };

  return {
    form,
    rules: rulesOf(form.getValues()),
    submit,
    saving: isSubmitting,
    isDirty: () => form.formState.isDirty && !left.current,
    dirty,
    title: (path) => now.current.title?.(path),
    others,
    conflict,
    choose: (path, side) => {
      const clash = conflict?.clashes.find((one) => one.path === path);
      if (!conflict || !clash) return;
      form.setValue(path as never, clash[side] as never, { shouldDirty: true });
      setConflict({
        ...conflict,
        clashes: conflict.clashes.map((one) =>
          one.path === path ? { ...one, chosen: side } : one,
        ),
      });
    },
    restored,
    keepsDraft: draft !== undefined,
    discard: () => {
      if (draft !== undefined) formDraft.drop(draft);
      form.reset(now.current.values(base));
      setOthers(NONE);
      setConflict(null);
      setRestored(false);
    },
    checked: async () => {
      setOthers(NONE);
      if (await form.trigger()) return { values: form.getValues(), record: base };
      focusField(errorPaths(form.formState.errors), root.current ?? undefined);
      return null;
    },
    refuse,
    root,
  };
}

const errorPaths = (errors: FieldErrors): string[] =>
  errorItems(errors).flatMap(({ path }) => path ?? []);
