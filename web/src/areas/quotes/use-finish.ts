// Finishes a sheet, one at a time.
import { useRef, useState } from 'react';
import { ApiError, errorMessage, useFormat } from '@waybill/plugin';
import type { UseFormReturn } from '@waybill/plugin/forms';
import { queryClient } from '../../api/query-client.ts';
import { bookingsKey } from '../../lib/bookings/queries.ts';
import type { OperationName } from '../../lib/bookings/operations.ts';
import { openDocuments } from '../../lib/bookings/documents.ts';
import { useT } from '../../lib/i18n.ts';
import { Refused, save, type FinishResult, type OfferedQuote } from './booking.ts';
import { quoteKey, typedPickup, type PickupWindow } from './draft.ts';
import { fieldProblems } from './errors.ts';
import type { QuoteDraft } from './model.ts';
import { pickupNow, wantedPickup, type Hours } from './pickup.ts';
import type { PriceLine } from './prices/rank.ts';
import type { Step } from './resolver.ts';
import type { BookingCard } from './use-card.ts';
import type { Prices } from './use-prices.ts';

/** Book, print and manifest; book only; save a draft. */
export type Way = 'all' | 'book' | 'draft';

/** A rejection with a valid price. */
export interface Offer {
  way: Way;
  reason: string;
  quote: OfferedQuote;
  line: PriceLine;
  /** Key of the consignment that the price is for. */
  key: string;
}

export interface FinishOptions {
  form: UseFormReturn<QuoteDraft>;
  prices: Prices;
  /** The price to be booked. */
  chosenOf: (prices: Prices) => PriceLine | null;
  savedId: number | null;
  setSavedId: (id: number) => void;
  mayManifest: boolean;
  hours: Hours | null;
  today: string;
  step: { current: Step };
  card: BookingCard;
  /** It is done. */
  onDone: (way: Way, done: FinishResult, line: PriceLine | null, draft: QuoteDraft) => void;
  /** Messages without a field; focuses the first error by default. */
  onProblems: (sentences: string[], focus?: () => void) => void;
}

export function useFinish(options: FinishOptions) {
  const t = useT();
  const format = useFormat();
  const [busy, setBusy] = useState<Way | null>(null);
  const [offer, setOffer] = useState<Offer | null>(null);
  const underWay = useRef(false);
  const latest = useRef(options);
  latest.current = options;

  const operations = (way: Way): OperationName[] =>
    way === 'draft'
      ? []
      : way === 'book'
        ? ['Book']
        : latest.current.mayManifest
          ? ['Book', 'PrintLabel', 'Manifest']
          : ['Book', 'PrintLabel'];

  const refuse = (way: Way, line: PriceLine | null, draft: QuoteDraft, error: unknown) => {
    const { form, setSavedId, onProblems } = latest.current;
    if (error instanceof Refused && error.booking) setSavedId(error.booking.id);
    if (error instanceof Refused && error.newQuote && line) {
      setOffer({ way, reason: error.message, quote: error.newQuote, line, key: quoteKey(draft) });
      return onProblems([]);
    }
    const problems = error instanceof ApiError ? fieldProblems(error.validationErrors) : [];
    for (const problem of problems)
      if (problem.field)
        form.setError(problem.field as never, { type: 'server', message: problem.message });
    const sentences =
      problems.length === 0
        ? [errorMessage(error)]
        : problems.filter(({ field }) => !field).map(({ message }) => message);
    if (error instanceof Refused && error.booking)
      sentences.push(
        t('The booking is saved as #{id}. Book again, or choose another price.', {
          id: error.booking.id,
        }),
      );
    onProblems(sentences);
  };

  /** The account's pickup, else the typed one. */
  const pickupOf = async (
    draft: QuoteDraft,
    line: PriceLine | null,
  ): Promise<PickupWindow | null> => {
    const { today, hours } = latest.current;
    if (!line) return typedPickup(draft, format.fromLocalInput);
    try {
      const { readyTime, closingTime } = await pickupNow(
        Number(line.quote.carrierAccountId),
        wantedPickup(draft, today, hours),
      );
      return { readyTime, closingTime };
    } catch {
      return typedPickup(
        { ...draft, pickupDate: draft.pickupDate || today },
        format.fromLocalInput,
      );
    }
  };

  const send = async (
    way: Way,
    draft: QuoteDraft,
    line: PriceLine | null,
    price: { token: string; id: number } | null,
  ): Promise<void> => {
    const pickup = await pickupOf(draft, line);
    const choice = {
      bookingId: latest.current.savedId,
      resourceToken: price?.token ?? '',
      quoteId: price?.id ?? null,
      pickup,
    };
    const requestedOperations = operations(way);
    let done: FinishResult | null = null;
    const work = async (): Promise<readonly string[]> => {
      const paymentNonce = way === 'draft' ? undefined : await latest.current.card.nonce();
      done = await save(draft, { ...choice, paymentNonce }, requestedOperations);
      return done.labels;
    };
    // Opened within the user gesture, else blocked.
    if (requestedOperations.includes('PrintLabel'))
      await openDocuments(work).catch((error: unknown) => {
        // A failed label undoes no booking.
        if (!done) throw error;
        done = { ...(done as FinishResult), labels: [], leftUndone: errorMessage(error) };
      });
    else await work();
    void queryClient.invalidateQueries({ queryKey: bookingsKey });
    // The customer's credit changed.
    void queryClient.invalidateQueries({ queryKey: ['customers', 'sending'] });
    if (done) latest.current.onDone(way, done, line, draft);
  };

  const once = async (way: Way, act: () => Promise<void>): Promise<void> => {
    // A second press may precede the render.
    if (underWay.current) return;
    underWay.current = true;
    setBusy(way);
    setOffer(null);
    latest.current.onProblems([]);
    try {
      await act();
    } finally {
      underWay.current = false;
      setBusy(null);
    }
  };

  const finish = (way: Way): Promise<void> =>
    once(way, async () => {
      const { form, prices, chosenOf, onProblems, step } = latest.current;
      step.current = way === 'draft' ? 'quote' : 'book';
      let line: PriceLine | null = null;
      await form.handleSubmit(
        async (draft) => {
          const before = chosenOf(prices);
          let newest = draft;
          try {
            const now = way === 'draft' ? prices : await prices.settled();
            line = now.isCurrent ? latest.current.chosenOf(now) : null;
            if (way !== 'draft') {
              if (!line)
                return onProblems([
                  now.error ? errorMessage(now.error) : t('No carrier gave a price.'),
                ]);
              const unpaid = latest.current.card.problem();
              if (unpaid) return onProblems([unpaid], latest.current.card.focus);
              // Books only at the price shown.
              if (before && before.total !== line.total)
                return onProblems([
                  t(
                    'The price has changed from {before} to {now} while you typed. Press again to book.',
                    { before: format.money(before.total), now: format.money(line.total) },
                  ),
                ]);
              // The carriers have priced a later state of the sheet.
              if (now.shown?.key !== quoteKey(draft))
                return onProblems([
                  t('The consignment changed while its price was fetched. Press again to book.'),
                ]);
              // Later texts without effect on the price, such as instructions, are sent.
              if (!(await form.trigger())) return onProblems([]);
              newest = structuredClone(form.getValues());
            }
            const price =
              line && now.shown ? { token: now.shown.token, id: Number(line.quote.id) } : null;
            await send(way, newest, line, price);
          } catch (error) {
            refuse(way, line, newest, error);
          }
        },
        () => onProblems([]),
      )();
    });

  const takeOffer = (): Promise<void> => {
    if (!offer) return Promise.resolve();
    const { way, quote, line, key } = offer;
    return once(way, async () => {
      const { form, onProblems } = latest.current;
      // Later texts without effect on the price are sent; other goods have another price.
      if (quoteKey(form.getValues()) !== key)
        return onProblems([
          t('The consignment changed while its price was fetched. Press again to book.'),
        ]);
      if (!(await form.trigger())) return onProblems([]);
      const draft = structuredClone(form.getValues());
      try {
        await send(way, draft, line, { token: quote.resourceToken, id: Number(quote.id) });
      } catch (error) {
        refuse(way, line, draft, error);
      }
    });
  };

  return { busy, finish, offer, takeOffer, leaveOffer: () => setOffer(null) };
}
