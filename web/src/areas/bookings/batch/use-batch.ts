// Batch sheet state, kept over reloads, and its sending.
import { useCallback, useEffect, useRef, useState } from 'react';
import { queryClient } from '../../../api/query-client.ts';
import { formDraft } from '../../../kit/form-draft.ts';
import { bookingsKey } from '../../../lib/bookings/queries.ts';
import type { Choice } from './choice.ts';
import { calls } from './queries.ts';
import type { Row, Shared } from './rows.ts';
import { sendRows, type Outcome } from './send.ts';
import { emptySheet, restored, withOutcomes, type SheetState } from './sheet-state.ts';

const DRAFT = 'bookings.batch';
const DRAFT_PAUSE = 400;

interface StoredBatch {
  rows: readonly Row[];
  outcomes: readonly (readonly [number, Outcome])[];
  customerId: number | null;
  choice: Choice;
}

const NOTHING: StoredBatch = {
  rows: [],
  outcomes: [],
  customerId: null,
  choice: { kind: 'cheapest' },
};

export interface Progress {
  /** False while rows are only priced. */
  books: boolean;
  done: number;
  total: number;
}

export function useBatch() {
  const [begun] = useState<StoredBatch>(() => ({
    ...NOTHING,
    ...formDraft.read<StoredBatch>(DRAFT)?.values,
  }));
  const [sheet, setSheet] = useState<SheetState>(() =>
    begun.rows.length > 0 ? restored(begun.rows, begun.outcomes) : emptySheet,
  );
  const [customerId, setCustomerId] = useState(begun.customerId);
  const [choice, setChoice] = useState<Choice>(begun.choice);
  const [progress, setProgress] = useState<Progress | null>(null);
  const stop = useRef<AbortController | null>(null);
  // Progress is reported across renders and after unmount.
  const now = useRef({ sheet, customerId, choice });
  now.current = { sheet, customerId, choice };
  const keep = useCallback(() => {
    const { sheet: currentSheet, ...rest } = now.current;
    formDraft.keep<StoredBatch>(DRAFT, {
      base: NOTHING,
      values: { ...rest, rows: currentSheet.rows, outcomes: [...currentSheet.outcomes] },
    });
  }, []);
  useEffect(() => {
    const timer = setTimeout(keep, DRAFT_PAUSE);
    return () => clearTimeout(timer);
    // Reads the latest state after the delay.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [sheet, customerId, choice, keep]);
  useEffect(() => {
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
      stop.current?.abort();
    };
  }, [keep]);
  const change = (next: (state: SheetState) => SheetState) => {
    const after = next(now.current.sheet);
    now.current = { ...now.current, sheet: after };
    setSheet(after);
  };
  const reportOutcomes = (changed: ReadonlyMap<number, Outcome>) => {
    change((state) => withOutcomes(state, changed));
    // Saved at once: an unloading page must not lose rows being booked.
    if ([...changed.values()].some(({ state }) => state === 'booking' || state === 'booked'))
      keep();
    const ended = [...changed.values()].filter(
      ({ state }) => state === 'booked' || state === 'failed' || state === 'priced',
    ).length;
    if (ended > 0) setProgress((before) => before && { ...before, done: before.done + ended });
  };
  const send = async (rows: readonly Row[], shared: Shared, books: boolean) => {
    stop.current = new AbortController();
    setProgress({ books, done: 0, total: rows.length });
    try {
      await sendRows({
        rows,
        outcomes: now.current.sheet.outcomes,
        shared,
        choice,
        calls,
        signal: stop.current.signal,
        books,
        onOutcomes: reportOutcomes,
      });
    } finally {
      stop.current = null;
      setProgress(null);
      keep();
      void queryClient.invalidateQueries({ queryKey: bookingsKey });
    }
  };
  return {
    sheet,
    change,
    customerId,
    setCustomerId,
    choice,
    setChoice,
    progress,
    send,
    stop: () => stop.current?.abort(),
    clear: () => change(() => emptySheet),
  };
}
