// The prices of the sheet: asked for while one types, the last answer counts, and old ones stay until new ones come.
import { useEffect, useRef, useState } from 'react';
import type { RequestOptions, Said } from '@waybill/plugin';
import { api } from '../../api/client.ts';
import { useDebounced } from '../../lib/debounce.ts';
import { quoteBody, quoteKey } from './draft.ts';
import { follow } from './follow.ts';
import type { QuoteAnswer, QuoteDraft } from './model.ts';

const PAUSE = 350;

/** Prices with the part of the draft that they are for. */
interface Shown {
  key: string;
  token: string;
  answer: QuoteAnswer;
  /** What to look at again before the goods are booked. */
  warnings: readonly Said[];
}

export interface Prices {
  /** What is shown: of the draft as it is, or of an earlier one. */
  shown: Shown | null;
  /** Prices for the draft as it is are being asked for. */
  isBusy: boolean;
  /** What is shown is for the draft as it is. */
  isCurrent: boolean;
  error: unknown;
  /** Asks now, also for what was asked before. */
  ask: () => void;
  forget: () => void;
  /** Resolves once nothing is being asked for, with the prices as they are then. */
  settled: () => Promise<Prices>;
}

interface Asking {
  /** Who asks: somebody signed in, or a guest. */
  who?: RequestOptions;
  /** What is typed is enough to ask for prices. */
  isReady: boolean;
  /** Asks by itself while one types; otherwise only `ask` does. */
  byItself: boolean;
}

const SIGNED_IN: RequestOptions = {};

export function usePrices(
  draft: QuoteDraft,
  { who = SIGNED_IN, isReady, byItself }: Asking,
): Prices {
  const key = isReady ? quoteKey(draft) : null;
  const typed = useDebounced(key, PAUSE);
  const [shown, setShown] = useState<Shown | null>(null);
  const [under, setUnder] = useState<{ key: string } | null>(null);
  const [failed, setFailed] = useState<{ key: string; error: unknown } | null>(null);
  const stop = useRef<AbortController | null>(null);

  const begin = async (wanted: string): Promise<void> => {
    stop.current?.abort();
    const mine = new AbortController();
    stop.current = mine;
    setUnder({ key: wanted });
    setFailed(null);
    try {
      const options = { ...who, signal: mine.signal };
      const { resourceToken, warnings } = await api.post(
        '/api/booking/Quote/Quote',
        quoteBody(draft),
        options,
      );
      let isCompleted = false;
      for await (const answer of follow(resourceToken, options)) {
        if (mine.signal.aborted) return;
        isCompleted = answer.isCompleted;
        // Earlier prices make room for the first new one, or for the news that there is none.
        if (answer.quotes.length > 0 || isCompleted)
          setShown({ key: wanted, token: resourceToken, answer, warnings });
      }
      if (!isCompleted)
        setShown(
          (before) => before && { ...before, answer: { ...before.answer, isCompleted: true } },
        );
    } catch (error) {
      if (!mine.signal.aborted) setFailed({ key: wanted, error });
    } finally {
      if (stop.current === mine) setUnder(null);
    }
  };
  const asking = useRef(begin);
  asking.current = begin;

  const isAnswered = key !== null && (shown?.key === key || failed?.key === key);
  useEffect(() => {
    // What is typed has come to rest, and nothing is known or asked of it.
    if (byItself && typed !== null && typed === key && !isAnswered && under?.key !== typed)
      void asking.current(typed);
  }, [asking, byItself, typed, key, isAnswered, under]);
  useEffect(() => () => stop.current?.abort(), [stop]);

  const isBusy = key !== null && (under?.key === key || (byItself && !isAnswered));
  const now: Prices = {
    shown,
    isBusy,
    isCurrent: key !== null && shown?.key === key,
    error: failed && failed.key === key ? failed.error : null,
    ask: () => {
      if (key !== null) void begin(key);
    },
    forget: () => {
      stop.current?.abort();
      stop.current = null;
      setUnder(null);
      setShown(null);
      setFailed(null);
    },
    settled: async () => {
      // The newest state counts: what is typed meanwhile is waited for, too.
      while (latest.current.isBusy) await new Promise((resolve) => setTimeout(resolve, 50));
      return latest.current;
    },
  };
  const latest = useRef(now);
  latest.current = now;
  return now;
}
