// Sends decisions; updates rows, totals, cursor.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { errorMessage, remark } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { useSession } from '../../../api/session.ts';
import type { Page } from '../../../api/client.ts';
import type { RowKey } from '../../../kit/list/selection.ts';
import { nextRow, placeOf, type WorkHandle } from '../../../kit/list/work.ts';
import { undoable } from '../../../kit/mutate.ts';
import { t } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { lineName, type Line, type Reconciliation } from '../model.ts';
import {
  approveAs,
  decide,
  heldQuery,
  linesById,
  linesKey,
  listKey,
  matchLine,
  MAX_LINES,
  requote,
  viewKey,
  viewQuery,
} from '../queries.ts';
import { ACTIONS, inverseOf, overtaken, waits, type Action } from './rules.ts';

export interface DecisionInput {
  note: string;
  /** Amount of a recharge. */
  amount: number | null;
  /** Amounts of an override, by service line. */
  amounts: ReadonlyMap<number, number>;
  bookingId: number | null;
}

export const NOTHING_SAID: DecisionInput = {
  note: '',
  amount: null,
  amounts: new Map(),
  bookingId: null,
};
/** More rows are refetched, not patched. */
const MAX_PATCHED = 100;

const keyOf = ({ id }: Line): number => id;

interface Outcome {
  view: Reconciliation;
  /** Rejections by line. */
  refused: Map<RowKey, string>;
}

const freshView = (id: number) => queryClient.fetchQuery({ ...viewQuery(id), staleTime: 0 });

/** Single rejections don't stop the others. */
async function send(
  id: number,
  action: Action,
  lines: readonly Line[],
  input: DecisionInput,
): Promise<Outcome> {
  const [first] = lines;
  if (action.id === 'match' && first) {
    await matchLine(first, input.bookingId ?? 0);
    return { view: await freshView(id), refused: new Map() };
  }
  if (action.id === 'requote') {
    const reasons = [...(await requote(id, lines.map(keyOf)))];
    const refused = new Map<RowKey, string>(
      reasons.map(([line, error]) => [
        line,
        (error && remark(error)) ?? t('The server refused this.'),
      ]),
    );
    return { view: await freshView(id), refused };
  }
  if (action.id === 'override' && first) {
    const services = [...input.amounts].map(([service, approvedAmount]) => ({
      id: service,
      approvedAmount,
      override: true,
      note: input.note,
    }));
    return { view: await approveAs(id, first, input.note, services), refused: new Map() };
  }
  const refused = new Map<RowKey, string>();
  let view: Reconciliation | null = null;
  for (let from = 0; from < lines.length; from += MAX_LINES) {
    const part = lines.slice(from, from + MAX_LINES);
    const answer = await decide(id, part.map(keyOf), {
      operation: action.operation ?? 'Approve',
      amount: input.amount,
      note: input.note || null,
    });
    view = answer.reconciliation;
    for (const one of answer.items)
      if (!one.success)
        refused.set(one.id, (one.error && remark(one.error)) ?? t('The server refused this.'));
  }
  return { view: view ?? (await freshView(id)), refused };
}

/** Refetches shown rows instead of the page. */
async function renew(id: number, lines: readonly Line[]): Promise<Map<number, Line>> {
  if (lines.length > MAX_PATCHED) {
    await queryClient.invalidateQueries({ queryKey: linesKey(id) });
    return new Map();
  }
  const now = new Map((await linesById(id, lines.map(keyOf))).map((line) => [line.id, line]));
  queryClient.setQueriesData<Page<Line>>(
    { queryKey: [...linesKey(id), 'list'] },
    (page) => page && { ...page, items: page.items.map((line) => now.get(line.id) ?? line) },
  );
  void queryClient.invalidateQueries({ queryKey: heldQuery(id).queryKey });
  return now;
}

/** Latest rejections by line. */
export type Marks = ReadonlyMap<RowKey, string>;

export interface Decisions {
  pending: boolean;
  /** The last operation's message. */
  announcement: string;
  /** Detects changes by others. */
  own: RefObject<string | null>;
  run: (action: Action, lines: readonly Line[], decision: DecisionInput) => Promise<void>;
}

export function useDecisions(
  id: number,
  rows: readonly Line[],
  handle: RefObject<WorkHandle | null>,
  setMarks: (change: (present: Marks) => Marks) => void,
): Decisions {
  const me = useSession().data?.user.name ?? '';
  const [pending, setPending] = useState(false);
  const [announcement, setTold] = useState('');
  const busy = useRef(false);
  const own = useRef<string | null>(null);

  const mark = (lines: readonly Line[], refused: Marks) =>
    setMarks(
      (present) =>
        new Map([
          ...[...present].filter(([key]) => !lines.some((line) => line.id === key)),
          ...refused,
        ]),
    );

  const run = async (action: Action, lines: readonly Line[], decision: DecisionInput) => {
    // Ignores a second press.
    if (busy.current || lines.length === 0) return;
    busy.current = true;
    setPending(true);
    try {
      const { view, refused } = await send(id, action, lines, decision);
      own.current = JSON.stringify(view.statuses);
      queryClient.setQueryData(viewKey(id), view);
      const now = await renew(id, lines);
      for (const shownLine of lines) {
        const line = now.get(shownLine.id);
        const first = line && overtaken(action, shownLine, line, me);
        if (first && !refused.has(shownLine.id))
          refused.set(shownLine.id, t('Already decided by {who}', first));
      }
      mark(lines, refused);
      void queryClient.invalidateQueries({ queryKey: listKey });
      const [only] = lines;
      const count = lines.length - refused.size;
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
                count,
                done: t(action.done),
                refused: refused.size,
              })
            : t('{count} lines {done}', { count, done: t(action.done) }),
        );
      if (count === 0) return handle.current?.back();
      const back = ACTIONS.find(({ operation }) => operation === inverseOf[action.id]);
      const taken = lines.filter((line) => !refused.has(line.id));
      if (back)
        toast(
          undoable(
            {
              title:
                count === 1 && only
                  ? t('{name}: {done}', { name: lineName(only), done: t(action.done) })
                  : t('{count} lines {done}', { count: count, done: t(action.done) }),
            },
            {
              call: () => latest.current(back, taken, NOTHING_SAID),
              after: () => taken[0] && handle.current?.focus(taken[0].id),
            },
          ),
        );
      handle.current?.untick();
      const acted = new Set(lines.map(keyOf));
      const last = placeOf(rows, only?.id ?? null, keyOf);
      // Matched or requoted lines stay selected.
      const next =
        action.id === 'match' || action.id === 'requote'
          ? (only ?? null)
          : nextRow(rows, last, (line) => waits(line) && !acted.has(line.id));
      if (next) handle.current?.focus(next.id);
      else {
        handle.current?.back();
        // Refills a filtered page.
        void queryClient.invalidateQueries({ queryKey: [...linesKey(id), 'list'] });
        setTold(t('No line on this page waits for a decision any more.'));
      }
    } catch (error) {
      // Also marks the row and shows its new state.
      mark(lines, new Map(lines.map((line) => [line.id, errorMessage(error)])));
      await renew(id, lines).catch(() => undefined);
      throw error;
    } finally {
      busy.current = false;
      setPending(false);
    }
  };
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return { pending, announcement, own, run };
}
