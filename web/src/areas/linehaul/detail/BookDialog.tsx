// Prices of a carrier account for a closed line haul; the chosen one is booked.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Dialog, ErrorNote, Field, Select, useFormat } from '@waybill/plugin';
import { Choice, ChoiceList, NoChoice } from '../../../kit/pickers/ChoiceList.tsx';
import { useAllCarrierAccounts } from '../../../lib/carrier-accounts.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import type { LineHaul } from '../model.ts';
import { bookQuote, carrierQuotesQuery, type CarrierQuote } from '../queries.ts';

const nameOf = ({ servicename, servicecode }: CarrierQuote) => servicename || servicecode;

export function BookDialog({ lineHaul, onClose }: { lineHaul: LineHaul; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const [account, setAccount] = useState(lineHaul.carrierid ?? 0);
  const accounts = useAllCarrierAccounts().filter(
    ({ id, isActive }) => isActive || id === lineHaul.carrierid,
  );
  const [text, setText] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const prices = useQuery(carrierQuotesQuery(lineHaul.id, account));
  const typed = text.trim().toLowerCase();
  const quotes = (prices.data?.quotes ?? []).filter((quote) =>
    `${quote.servicecode} ${quote.servicename}`.toLowerCase().includes(typed),
  );
  const choose = async (quote: CarrierQuote) => {
    if (pending || !prices.data) return;
    setPending(true);
    setError(null);
    try {
      await bookQuote(lineHaul, prices.data, quote);
      toast({
        title: t('{name}: booked with {carrier}', {
          name: lineHaul.linehaulcode,
          carrier: prices.data.carrieraccount,
        }),
      });
      onClose();
    } catch (failure) {
      setError(failure);
      setPending(false);
      // A quote is booked once, and expires.
      void prices.refetch();
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Book {name} with a carrier', { name: lineHaul.linehaulcode })}
      description={t('The price that you choose is booked.')}
      size="md"
    >
      <div className="grid gap-3">
        {accounts.length > 0 && (
          <Field label={t('Carrier account')}>
            <Select
              value={account}
              disabled={pending}
              onChange={({ target }) => {
                setError(null);
                setAccount(Number(target.value));
              }}
            >
              {accounts.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <ChoiceList
          label={t('Prices')}
          placeholder={t('Type a service…')}
          text={text}
          onText={setText}
          isBusy={prices.isFetching || pending}
          notes={
            error !== null && (
              <ErrorNote error={error} title={t('The line haul could not be booked')} />
            )
          }
        >
          {prices.isLoadingError ? (
            <ErrorNote
              error={prices.error}
              title={t('The line haul could not be priced')}
              onRetry={() => void prices.refetch()}
            />
          ) : prices.isPending ? (
            <p className="px-2 py-6 text-center text-sm text-muted-foreground">{t('Loading…')}</p>
          ) : (
            <NoChoice>{t('No service matches.')}</NoChoice>
          )}
          {quotes.map((quote) => (
            <Choice
              key={quote.quoteid}
              value={String(quote.quoteid)}
              onSelect={() => void choose(quote)}
            >
              <span className="grid min-w-0 flex-1">
                <span dir="auto" className="truncate font-medium">
                  {nameOf(quote)}
                </span>
                <span className="truncate text-xs text-muted-foreground">
                  {[
                    quote.servicecode,
                    quote.transittime !== null &&
                      t(
                        '{count} working days',
                        { count: quote.transittime },
                        '{count} working day',
                      ),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              {quote.cost !== null && (
                <span className="shrink-0 font-medium tabular-nums">
                  {format.money(quote.cost)}
                </span>
              )}
            </Choice>
          ))}
        </ChoiceList>
      </div>
    </Dialog>
  );
}
