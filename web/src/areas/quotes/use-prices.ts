// Live prices; the latest response wins.
import { useEffect, useRef, useState } from 'react';
import type { RequestOptions, Said } from '@waybill/plugin';
import { api } from '../../api/client.ts';
import { useDebounced } from '../../lib/debounce.ts';
import { quoteBody, quoteKey } from './draft.ts';
import { follow } from './follow.ts';
import type { QuoteAnswer, QuoteDraft } from './model.ts';

const PAUSE = 350;

/** Prices with their draft key. */
interface ShownPrices {
  key: string;
  token: string;
  answer: QuoteAnswer;
  /** Warnings to check before booking. */
  warnings: readonly Said[];
}

export interface Prices {
  shown: ShownPrices | null;
  /** True while the current draft is loading. */
  isBusy: boolean;
  /** The shown prices are the draft's. */
  isCurrent: boolean;
  error: unknown;
  /** Fetches now, even if unchanged. */
  ask: () => void;
  forget: () => void;
  /** Resolves once loading ends. */
  settled: () => Promise<Prices>;
}

interface Asking {
  who?: RequestOptions;
  /** The draft is complete. */
  isReady: boolean;
  /** False: only by `ask`. */
  byItself: boolean;
}

const SIGNED_IN: RequestOptions = {};

export function usePrices(
  draft: QuoteDraft,
  { who = SIGNED_IN, isReady, byItself }: Asking,
): Prices {
  const key = isReady ? quoteKey(draft) : null;
  const typed = useDebounced(key, PAUSE);
  const [shown, setShown] = useState<ShownPrices | null>(null);
  const [under, setUnder] = useState<{ key: string } | null>(null);
  const [failed, setFailed] = useState<{ key: string; error: unknown } | null>(null);
  const stop = useRef<AbortController | null>(null);

  const begin = async (requestKey: string): Promise<void> => {
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    setUnder({ key: requestKey });
    setFailed(null);
    try {
      const options = { ...who, signal: controller.signal };
      const { resourceToken, warnings } = await api.post(
        '/api/booking/Quote/Quote',
        quoteBody(draft),
        options,
      );
      let isCompleted = false;
      for await (const answer of follow(resourceToken, options)) {
        if (controller.signal.aborted) return;
        isCompleted = answer.isCompleted;
        // Earlier prices stay until the first new one, or the end.
        if (answer.quotes.length > 0 || isCompleted)
          setShown({ key: requestKey, token: resourceToken, answer, warnings });
      }
      if (!isCompleted)
        setShown(
          (before) => before && { ...before, answer: { ...before.answer, isCompleted: true } },
        );
    } catch (error) {
      if (!controller.signal.aborted) setFailed({ key: requestKey, error });
    } finally {
      if (stop.current === controller) setUnder(null);
    }
  };
  const asking = useRef(begin);
  asking.current = begin;

  const isAnswered = key !== null && (shown?.key === key || failed?.key === key);
  useEffect(() => {
    // Debounced, and neither loaded nor loading.
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
      while (latest.current.isBusy) await new Promise((resolve) => setTimeout(resolve, 50));
      return latest.current;
    },
  };
  const latest = useRef(now);
  latest.current = now;
  return now;
}
