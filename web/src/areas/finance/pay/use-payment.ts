// Card payment state machine; never charges twice.
import { useEffect, useRef, useState } from 'react';
import { ApiError, errorMessage } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import type { ResultOf, Schema } from '../../../api/types.ts';
import { refusals } from '../payments/refusals.ts';
import { STALE } from '../queries.ts';
import { isOpen, isStillOpen, newReference } from './model.ts';
import { payByCard } from './queries.ts';

export type Paid = ResultOf<'post', '/api/finance/payment/createCreditCardPayment'>;

export type Stage =
  /** `message`: the previous error. */
  | { is: 'form'; message: string | null }
  | { is: 'paying' }
  /** `isLeft`: polling stopped; the server continues. */
  | { is: 'open'; isLeft: boolean }
  | { is: 'paid'; paid: Paid };

const ASK_AGAIN_MS = 4000;
/** About three minutes; then the server continues alone. */
const MAX_POLLS = 45;

export interface Payment {
  stage: Stage;
  refused: ReadonlyMap<number, string>;
  /** `prepare` returns null if there is nothing to send. */
  pay: (
    prepare: () => Promise<Omit<Schema<'CreateCardPayment'>, 'reference'> | null>,
  ) => Promise<void>;
  say: (message: string | null) => void;
}

export function usePayment(): Payment {
  const [stage, setStage] = useState<Stage>({ is: 'form', message: null });
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const sent = useRef<Schema<'CreateCardPayment'> | null>(null);
  const requestCount = useRef(0);
  const isBusy = useRef(false);

  const done = (paid: Paid) => {
    for (const queryKey of STALE) void queryClient.invalidateQueries({ queryKey });
    setStage({ is: 'paid', paid });
  };
  const failed = (error: unknown, body: Schema<'CreateCardPayment'> | null) => {
    const placed =
      error instanceof ApiError && body
        ? refusals(error, body.allocatedInvoicePayments ?? [])
        : new Map<number, string>();
    setRefused(placed);
    setStage({ is: 'form', message: errorMessage(error) });
  };

  const pay: Payment['pay'] = async (prepare) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setRefused(new Map());
    setStage({ is: 'paying' });
    try {
      let body: Schema<'CreateCardPayment'>;
      try {
        const prepared = await prepare();
        if (!prepared) return;
        // Idempotency key: a retry returns this payment.
        body = { ...prepared, reference: newReference() };
      } catch (error) {
        return failed(error, null);
      }
      sent.current = body;
      requestCount.current = 0;
      try {
        done(await payByCard(body));
      } catch (error) {
        if (isOpen(error)) setStage({ is: 'open', isLeft: false });
        else failed(error, body);
      }
    } finally {
      isBusy.current = false;
    }
  };

  const isAsking = stage.is === 'open' && !stage.isLeft;
  useEffect(() => {
    if (!isAsking) return undefined;
    let isOver = false;
    const ask = async () => {
      const body = sent.current;
      if (isOver || !body) return;
      requestCount.current += 1;
      try {
        const paid = await payByCard(body);
        if (!isOver) done(paid);
      } catch (error) {
        if (isOver) return;
        if (!isStillOpen(error)) failed(error, body);
        else if (requestCount.current >= MAX_POLLS) setStage({ is: 'open', isLeft: true });
        else timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
      }
    };
    let timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
    // Once per pending phase.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isAsking]);

  return { stage, refused, pay, say: (message) => setStage({ is: 'form', message }) };
}
