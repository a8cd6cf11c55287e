// Unsaved lane edits: undo and save.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { errorMessage, readSheetNumber } from '@waybill/plugin';
import { ApiError } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/types.ts';
import {
  edited as editedBy,
  noEdits,
  redone,
  undone,
  type Edits,
} from '../../../kit/sheet/edits.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { ofCardKey } from '../queries.ts';
import {
  byLane,
  isStale,
  laneOf,
  MAX_UNSAVED,
  problemOf,
  remove,
  renewed,
  set,
  toSent,
  unready,
  type Edit,
  type Matrix,
  type Measure,
} from './matrix.ts';
import { saveMatrix } from './queries.ts';

export interface Warned {
  lane: string;
  message: Schema<'FieldMessage'>;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

export function useLaneEdits(cardId: number, serviceId: number, matrix: Matrix, measure: Measure) {
  const t = useT();
  const [edits, setEdits] = useState<Edits<Edit>>(noEdits);
  const [refused, setRefused] = useState(NOTHING);
  const [notice, setNotice] = useState('');
  const [warned, setWarned] = useState<readonly Warned[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const { current } = edits;

  const take = (changes: ReadonlyMap<string, Edit | undefined>, announcement: string) => {
    const next = editedBy(edits, changes);
    if (next.current.size > MAX_UNSAVED) {
      setNotice(
        t('At most {most} unsaved changes fit into one save. Save first, or import a table.', {
          most: MAX_UNSAVED,
        }),
      );
      return;
    }
    setEdits(next);
    setNotice(announcement);
    // Editing clears server errors.
    if (refused.size > 0) setRefused(new Map([...refused].filter(([key]) => !changes.has(key))));
  };

  /** One undo step. Empty text: ignored if pasted, deletes the rate if typed. */
  const write = (values: ReadonlyMap<string, string>, how: 'typed' | 'pasted') => {
    const changes = new Map<string, Edit | undefined>();
    const problems: string[] = [];
    for (const [key, text] of values) {
      const before = current.get(key);
      if (text.trim() === '') {
        if (how === 'typed') changes.set(key, remove(matrix, key, before));
        continue;
      }
      const problem = problemOf(text, t);
      const next =
        problem === null ? set(matrix, key, before, measure, readSheetNumber(text) ?? 0) : null;
      if (next === null)
        problems.push(problem ?? t('The rate {lane} has fewer breaks', { lane: laneText(key) }));
      else changes.set(key, next);
    }
    const [first] = problems;
    const summary =
      how === 'pasted'
        ? t('{count} cells pasted', { count: changes.size }, '{count} cell pasted')
        : '';
    if (how === 'typed' && first !== undefined) setNotice(first);
    else
      take(
        changes,
        first === undefined
          ? summary
          : [
              summary,
              t('{count} not changed: {problem}', { count: problems.length, problem: first }),
            ]
              .filter(Boolean)
              .join('. '),
      );
  };

  const erase = (keys: readonly string[]) => {
    const removed = keys.filter(
      (key) => matrix.rate(laneOf(key).from, laneOf(key).to) !== null || current.has(key),
    );
    take(
      new Map(removed.map((key) => [key, remove(matrix, key, current.get(key))])),
      removed.length > 0
        ? t('{count} rates to be deleted', { count: removed.length }, '{count} rate to be deleted')
        : '',
    );
  };

  const refresh = () => queryClient.invalidateQueries({ queryKey: ofCardKey(cardId) });
  const saving = useMutation({
    mutationFn: async () => {
      const unfinished = unready(matrix, current, t);
      if (unfinished.size > 0) {
        setRefused(unfinished);
        return null;
      }
      const sent = toSent(matrix, serviceId, current);
      try {
        return { sent, answer: await saveMatrix(sent.body) };
      } catch (error) {
        if (!(error instanceof ApiError) || error.validationErrors.length === 0) throw error;
        const { lanes, others } = byLane(sent, error.validationErrors);
        setRefused(lanes);
        setFailure(others[0] ?? null);
        // Shows conflicting changes next to the edits.
        await refresh();
        return null;
      }
    },
    onMutate: () => {
      setFailure(null);
      setRefused(NOTHING);
      setWarned([]);
      setNotice('');
    },
    onError: (error) => setFailure(errorMessage(error)),
    onSuccess: async (done) => {
      if (!done) return;
      await refresh();
      setEdits(noEdits);
      toast({
        title: t(
          '{count} changes saved',
          { count: done.sent.rates.length + done.sent.deleted.length },
          '{count} change saved',
        ),
      });
      setWarned(
        done.answer.warnings.map((message) => ({
          lane: laneText(
            done.sent.rates[Number(/\[(\d+)\]/.exec(message.members[0] ?? '')?.[1] ?? 0)] ?? '',
          ),
          message,
        })),
      );
    },
  });

  return {
    edits: current,
    refused,
    notice,
    warned,
    failure,
    isSaving: saving.isPending,
    canUndo: edits.past.length > 0,
    canRedo: edits.future.length > 0,
    write,
    erase,
    say: setNotice,
    isStale: (key: string) => {
      const edit = current.get(key);
      return edit !== undefined && isStale(matrix, key, edit);
    },
    /** Drops the edit. */
    drop: (key: string) => take(new Map([[key, undefined]]), ''),
    /** Keeps an edit over a conflicting change. */
    keep: (key: string) => {
      const edit = current.get(key);
      if (edit) take(new Map([[key, renewed(matrix, key, edit)]]), '');
    },
    undo: () => {
      setEdits(undone(edits));
      setRefused(NOTHING);
    },
    redo: () => {
      setEdits(redone(edits));
      setRefused(NOTHING);
    },
    discard: () => {
      setEdits(noEdits);
      setRefused(NOTHING);
      setFailure(null);
      setNotice('');
    },
    save: () => {
      if (current.size > 0 && !saving.isPending) saving.mutate();
    },
    dismiss: () => setWarned([]),
  };
}

export type LaneEdits = ReturnType<typeof useLaneEdits>;

export const laneText = (key: string): string => {
  const { from, to } = laneOf(key);
  return `${from} → ${to}`;
};
