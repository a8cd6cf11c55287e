// The prices as they arrive, cheapest first, and the carriers that gave none with their reason.
import { CircleSlash, Info, Tags } from 'lucide-react';
import { Card, CardHeader, EmptyState, ErrorNote, Skeleton, Spinner } from '@waybill/plugin';
import { t, useT } from '../../../lib/i18n.ts';
import type { Quote, QuoteAnswer, QuoteFailure } from '../model.ts';
import { PriceRow } from './PriceRow.tsx';
import { byPrice, carrierName, failureText, marks } from './rank.ts';

export interface PriceListProps {
  asked: boolean;
  answer: QuoteAnswer | undefined;
  waiting: boolean;
  error: unknown;
  onAgain: () => void;
  /** The form has changed since these prices were given. */
  outdated: boolean;
  chosen: Quote | null;
  onChoose: (quote: Quote) => void;
  seesCost: boolean;
  disabled: boolean;
}

function Failures({ failures }: { failures: readonly QuoteFailure[] }) {
  const t = useT();
  return (
    <section aria-label={t('Carriers without a price')} className="mt-4">
      <h3 className="text-xs font-medium text-muted-foreground">{t('No price from')}</h3>
      <ul className="mt-1 grid gap-2">
        {failures.map((failure, index) => (
          <li key={index} className="flex gap-2 text-[13px]">
            <CircleSlash aria-hidden className="mt-0.5 size-3.5 shrink-0 text-muted-foreground" />
            <span className="min-w-0">
              <span className="font-medium">{carrierName(failure.carrier)}</span>
              {failure.carrier.accountName && failure.carrier.accountName !== carrierName(failure.carrier) && <span className="text-muted-foreground"> ({failure.carrier.accountName})</span>}
              <span className="block break-words text-muted-foreground">{failureText(failure)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function status(answer: QuoteAnswer | undefined, waiting: boolean): string {
  const count = answer?.quotes.length ?? 0;
  if (waiting) return count === 0 ? t('Getting prices from the carriers') : t('{count} prices so far', { count }, '{count} price so far');
  return count === 0 ? t('No carrier gave a price') : t('{count} prices', { count }, '{count} price');
}

export function PriceList({ asked, answer, waiting, error, onAgain, outdated, chosen, onChoose, seesCost, disabled }: PriceListProps) {
  const t = useT();
  const quotes = answer?.quotes ?? [];
  const failures = answer?.failures ?? [];
  const { cheapest, fastest } = marks(quotes);
  return (
    <Card aria-label={t('Prices')} aria-busy={waiting}>
      <CardHeader title={t('Prices')} {...(asked ? { actions: waiting ? <Spinner label={status(answer, waiting)} className="text-xs" /> : <span role="status" className="text-xs text-muted-foreground">{status(answer, waiting)}</span> } : {})} />
      {!asked && <EmptyState icon={<Tags />} title={t('No prices yet')} description={t('Enter the route and items, then get quotes from all carriers.')} className="border-0 px-2 py-8" />}
      {outdated && (
        <p role="status" className="mb-3 flex gap-2 rounded-md bg-warning-soft px-3 py-2 text-[13px] text-warning-text">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t('The form has changed. Update the quotes before booking.')}
        </p>
      )}
      {error !== null && <ErrorNote error={error} onRetry={onAgain} className="mb-3" />}
      {asked && (
        <div role="radiogroup" aria-label={t('Choose a price')} className="grid gap-2">
          {byPrice(quotes).map((quote) => (
            <PriceRow
              key={quote.id}
              quote={quote}
              chosen={chosen?.id === quote.id && !outdated}
              onChoose={() => onChoose(quote)}
              cheapest={quote.id === cheapest}
              fastest={quote.id === fastest && quote.id !== cheapest}
              seesCost={seesCost}
              disabled={disabled || outdated}
            />
          ))}
        </div>
      )}
      {waiting && quotes.length < 2 && (
        <div aria-hidden className="mt-2 grid gap-2">
          {[0, 1].map((line) => (
            <Skeleton key={line} className="h-14" />
          ))}
        </div>
      )}
      {asked && !waiting && quotes.length === 0 && error === null && (
        <p className="text-[13px] text-muted-foreground">{t('Check the suburbs and dimensions, or ask your administrator which carrier accounts this customer can use.')}</p>
      )}
      {failures.length > 0 && <Failures failures={failures} />}
    </Card>
  );
}
