// Quotes a job, and makes the chosen quote its price.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Dialog, ErrorNote, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { mutate } from '../../../kit/mutate.ts';
import { Choice, ChoiceList, NoChoice } from '../../../kit/pickers/ChoiceList.tsx';
import { useT } from '../../../lib/i18n.ts';
import type { Job } from '../model.ts';
import { jobsKey } from '../queries.ts';
import { applyQuote, quotesQuery, shownQuotes, tokenQuery, type Quote } from './quote.ts';

export function QuoteDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const seesCost = usePermissions().has('Pages.Booking.ViewCost');
  const [text, setText] = useState('');
  const [withCost, setWithCost] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const token = useQuery(tokenQuery(job));
  const prices = useQuery({
    ...quotesQuery(token.data ?? ''),
    enabled: token.data !== undefined,
  });
  const failed = token.error ?? prices.error;
  const isLoading = failed === null && !prices.data?.isCompleted;
  const quotes = shownQuotes(prices.data?.quotes ?? [], text);
  const failures = prices.data?.failures ?? [];
  const nameOf = ({ carrier, service }: Quote) =>
    [carrier.accountName || carrier.description, service.description || service.code]
      .filter(Boolean)
      .join(' · ');
  const choose = async (quote: Quote) => {
    if (pending) return;
    setPending(true);
    setError(null);
    try {
      await mutate({
        call: () => applyQuote(job, quote, withCost && seesCost),
        stale: [jobsKey],
        notice: t('{name}: price set to {price}', {
          name: job.jobno,
          price: format.money(quote.customerCost.totalIncludingGst),
        }),
      });
      onClose();
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Quote {name}', { name: job.jobno })}
      description={t('The chosen quote replaces the price of the job.')}
      size="md"
    >
      <ChoiceList
        label={t('Quotes')}
        placeholder={t('Type a carrier or service…')}
        text={text}
        onText={setText}
        isBusy={isLoading || pending}
        notes={
          <>
            {seesCost && (
              <Checkbox
                label={t('Also set the cost')}
                checked={withCost}
                onChange={({ target }) => setWithCost(target.checked)}
              />
            )}
            {error !== null && (
              <ErrorNote error={error} title={t('The quote could not be applied')} />
            )}
          </>
        }
      >
        {failed !== null ? (
          <ErrorNote
            error={failed}
            title={t('The job could not be quoted')}
            onRetry={() => void (token.error ? token.refetch() : prices.refetch())}
          />
        ) : isLoading ? (
          <p className="px-2 py-6 text-center text-sm text-muted-foreground">{t('Loading…')}</p>
        ) : (
          <NoChoice>
            {failures[0]
              ? `${failures[0].carrier.accountName}: ${failures[0].message}`
              : t('No service takes these goods between these places.')}
          </NoChoice>
        )}
        {quotes.map((quote) => (
          <Choice key={quote.id} value={String(quote.id)} onSelect={() => void choose(quote)}>
            <span className="grid min-w-0 flex-1">
              <span dir="auto" className="truncate font-medium">
                {nameOf(quote)}
              </span>
              <span className="text-xs text-muted-foreground">
                {[
                  quote.service.transitTime !== null &&
                    t(
                      '{count} working days',
                      { count: quote.service.transitTime },
                      '{count} working day',
                    ),
                  seesCost &&
                    quote.carrierCost !== null &&
                    t('Cost {amount}', {
                      amount: format.money(quote.carrierCost.totalIncludingGst),
                    }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span className="shrink-0 font-medium tabular-nums">
              {format.money(quote.customerCost.totalIncludingGst)}
            </span>
          </Choice>
        ))}
      </ChoiceList>
    </Dialog>
  );
}
