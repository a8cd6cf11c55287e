// Runs bank operations; updates rows and cursor.
import { useRef, useState, type RefObject } from 'react';
import { errorMessage } from '@waybill/plugin';
import type { Page } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/types.ts';
import type { RowKey } from '../../../kit/list/selection.ts';
import { nextRow, placeOf, type WorkHandle } from '../../../kit/list/work.ts';
import { undoable } from '../../../kit/mutate.ts';
import { t } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { STALE } from '../queries.ts';
import { lineName, type Line } from './model.ts';
import { acceptLine, bankLinesKey, ignoreLine, takeBackLine } from './queries.ts';
import type { Action } from './rules.ts';

export type Marks = ReadonlyMap<RowKey, string>;
/** The target if not the best proposal's. */
export type PaymentTarget = Pick<
  Schema<'AcceptBankLine'>,
  'customerId' | 'allocatedInvoicePayments'
>;

const keyOf = ({ id }: Line): number => id;

function send(action: Action, { id }: Line, whose: PaymentTarget): Promise<Schema<'BankLine'>> {
  if (action.id === 'ignore') return ignoreLine(id);
  return action.id === 'takeBack' ? takeBackLine(id) : acceptLine({ lineId: id, ...whose });
}

/** Patches loaded rows; `renew` refetches other proposals. */
function patch(statementId: number, done: ReadonlyMap<number, Schema<'BankLine'>>): void {
  queryClient.setQueriesData<Page<Line>>(
    { queryKey: [...bankLinesKey, statementId, 'list'] },
    (page) =>
      page && { ...page, items: page.items.map((line) => ({ ...line, ...done.get(line.id) })) },
  );
}

/** Refetches: paid invoices are no longer proposed. */
export const renew = () =>
  Promise.all(STALE.map((queryKey) => queryClient.invalidateQueries({ queryKey })));

/** Reopens lines one by one. */
export async function takeBackLines(statementId: number, ids: Iterable<number>): Promise<void> {
  const open = new Map<number, Schema<'BankLine'>>();
  try {
    for (const id of ids) open.set(id, await takeBackLine(id));
  } finally {
    // After a failure, the lines before it are open all the same.
    patch(statementId, open);
    await renew();
  }
}

export interface Work {
  pending: boolean;
  /** The last operation's message. */
  announcement: string;
  marks: Marks;
  mark: (marks: Marks) => void;
  run: (action: Action, lines: readonly Line[], whose?: PaymentTarget) => Promise<void>;
}

export function useWork(
  statementId: number,
  rows: () => readonly Line[],
  handle: RefObject<WorkHandle | null>,
): Work {
  const [pending, setPending] = useState(false);
  const [announcement, setTold] = useState('');
  const [marks, setMarks] = useState<Marks>(new Map());
  const busy = useRef(false);
  const run = async (action: Action, lines: readonly Line[], whose: PaymentTarget = {}) => {
    // Ignores a second press.
    if (busy.current || lines.length === 0) return;
    busy.current = true;
    setPending(true);
    const done = new Map<number, Schema<'BankLine'>>();
    const refused = new Map<RowKey, string>();
    for (const line of lines) {
      try {
        done.set(line.id, await send(action, line, whose));
      } catch (error) {
        refused.set(line.id, errorMessage(error));
      }
    }
    patch(statementId, done);
    setMarks(
      (present) =>
        new Map([
          ...[...present].filter(([key]) => !lines.some((line) => line.id === key)),
          ...refused,
        ]),
    );
    const [only] = lines;
    if (lines.length === 1 && only)
      setTold(
        refused.size > 0
          ? t('{name}: {reason}', { name: lineName(only), reason: refused.get(only.id) ?? '' })
          : t('{name}: {done}', { name: lineName(only), done: t(action.done) }),
      );
    else
      setTold(
        refused.size > 0
          ? t('{count} lines {done}, {refused} refused', {
              count: done.size,
              done: t(action.done),
              refused: refused.size,
            })
          : t('{count} lines {done}', { count: done.size, done: t(action.done) }),
      );
    if (done.size > 0) {
      handle.current?.untick();
      // An undone line stays selected.
      const next =
        action.id === 'takeBack'
          ? only
          : nextRow(
              rows(),
              placeOf(rows(), only?.id ?? null, keyOf),
              (line) => line.status === 'Open' && !done.has(line.id),
            );
      if (next) handle.current?.focus(next.id);
      else {
        handle.current?.back();
        setTold(t('No line on this page waits any more.'));
      }
    } else handle.current?.back();
    busy.current = false;
    setPending(false);
    void renew();
    const [first] = done.keys();
    if (first === undefined || action.id === 'takeBack') return;
    const after = () => handle.current?.focus(first);
    toast(
      undoable(
        {
          title:
            done.size === 1 && only
              ? t('{name}: {done}', { name: lineName(only), done: t(action.done) })
              : t('{count} lines {done}', { count: done.size, done: t(action.done) }),
        },
        { call: () => takeBackLines(statementId, done.keys()), after },
      ),
    );
  };
  return { pending, announcement, marks, mark: setMarks, run };
}
