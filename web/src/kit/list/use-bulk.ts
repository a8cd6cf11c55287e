// Bulk actions of a list: selection, run, results by row.
import { useEffect, useState } from 'react';
import { t, useT } from '../../lib/i18n.ts';
import { toast } from '../../shell/toast.tsx';
import { failure, undoable } from '../mutate.ts';
import type { BulkAction, BulkAnswers } from './BulkBar.tsx';
import type { Outcome } from './BulkOutcome.tsx';
import { renewed, type RowKey, type Selection } from './selection.ts';
import type { List } from './use-list.ts';

/** Shows the result of one row that is not ticked. */
function notify<Row>(action: BulkAction<Row>, name: string, answers: BulkAnswers): void {
  const [answer] = answers.rows;
  const { undo, more } = answers;
  if (!answer) return;
  const notice = {
    title: `${name}: ${action.done}`,
    ...(answer.message ? { description: answer.message } : {}),
    ...(more && !undo ? { action: { label: more.label, onClick: () => void more.run() } } : {}),
  };
  toast(
    answer.ok
      ? undo
        ? undoable(notice, { call: undo })
        : notice
      : {
          title: t('{operation}: refused', { operation: action.name }),
          description: answer.message ?? name,
          variant: 'destructive',
        },
  );
}

export function useBulk<Row>(list: List<Row>) {
  const t = useT();
  const [selection, setSelection] = useState<Selection<Row>>(new Map());
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [running, setRunning] = useState<string | null>(null);
  const { rows, keyOf, declaration, query } = list;
  const { maxResultCount: _, skipCount: __, ...unpagedQuery } = query;
  const narrowing = JSON.stringify({ ...unpagedQuery, sorting: undefined });
  useEffect(() => setSelection(new Map()), [narrowing]);
  useEffect(() => {
    if (rows) setSelection((present) => renewed(present, rows, keyOf));
    // Another function for the keys is no other row.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rows]);
  const run = async (action: BulkAction<Row>, chosen: readonly Row[]) => {
    setRunning(action.id);
    try {
      const answers = await action.run(chosen);
      // Given up in its dialog, or reported by the action itself.
      if (answers.rows.length === 0) return;
      const [only] = chosen;
      if (only !== undefined && selection.size === 0) {
        setOutcome(null);
        return notify(action, declaration.name(only), answers);
      }
      const named = new Map(
        chosen.map((row) => [
          keyOf(row),
          { name: declaration.name(row), href: declaration.href?.(row) },
        ]),
      );
      setOutcome({ name: action.name, done: action.done, answers, named });
      // Rejected rows stay ticked for a retry.
      const refused = new Set(
        answers.rows.filter((answer) => !answer.ok).map((answer) => answer.key),
      );
      setSelection(
        (present) =>
          new Map(
            [...present].filter(
              ([key]) => refused.has(key) || !answers.rows.some((answer) => answer.key === key),
            ),
          ),
      );
    } catch (error) {
      if (action.ask) throw error;
      failure(t('{operation} failed', { operation: action.name }))(error);
    } finally {
      setRunning(null);
    }
  };
  const marks = new Map<RowKey, string>(
    outcome?.answers.rows.flatMap((answer) =>
      answer.ok
        ? []
        : [
            [
              answer.key,
              answer.message || t('{operation}: refused', { operation: outcome.name }),
            ] as const,
          ],
    ),
  );
  return { selection, setSelection, outcome, setOutcome, running, run, marks };
}
