// A consignment's live prices by card.
import { useEffect, useEffectEvent, useState } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Calculator } from 'lucide-react';
import { ApiError, cn, EmptyState, ErrorNote, Skeleton, useFormat } from '@waybill/plugin';
import { FormProvider, useForm, useWatch } from '@waybill/plugin/forms';
import { api } from '../../../api/client.ts';
import type { Problems } from '../../../kit/form-rules.ts';
import { useT } from '../../../lib/i18n.ts';
import { ratesKey } from '../queries.ts';
import { askOf, missingOf, problemsOf, refusedBy, type Ask } from './ask.ts';
import { CardChoice } from './CardChoice.tsx';
import { useCards } from './cards.ts';
import { consignmentOf, type Consignment } from './consignment.ts';
import { ConsignmentForm } from './ConsignmentForm.tsx';
import { ResultTable } from './ResultTable.tsx';
import { cardsText } from './search.ts';
import { useAddress } from './use-address.ts';

const route = getRouteApi('/shell/rates/simulator');
/** Debounce in milliseconds. */
const PAUSE_MS = 300;

const pricesQuery = (ask: Ask | null, rateCardIds: readonly number[]) =>
  queryOptions({
    queryKey: [...ratesKey, 'simulated', ask, rateCardIds],
    // Aborted when the input changes.
    queryFn: async ({ signal }) =>
      (
        await api.post(
          '/api/rates/quote/simulate',
          { ask: ask ?? {}, rateCardIds: [...rateCardIds] },
          { signal },
        )
      ).cards,
    enabled: ask !== null && rateCardIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: (failures, error) =>
      failures < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
  });

export function Try() {
  const t = useT();
  const { fromLocalInput } = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const form = useForm<Consignment>({ defaultValues: consignmentOf(search) });
  const draft = useWatch({ control: form.control, compute: (values: Consignment) => values });
  useAddress(draft, search, form.reset, (consignment) =>
    navigate({
      search: (before) => ({ ...before, ...consignment }),
      replace: true,
      resetScroll: false,
    }),
  );

  const next = JSON.stringify(askOf(draft, fromLocalInput, t));
  const { debounced, askNow } = useDebouncedRequest(next);
  const { cards, left, error: cardsError, retry } = useCards(search);
  const prices = useQuery(
    pricesQuery(
      debounced === 'null' ? null : (JSON.parse(debounced) as Ask),
      (cards ?? []).map(({ id }) => id),
    ),
  );
  // Without a card, the last prices would be those of others.
  const shown = cards?.length === 0 ? undefined : prices.data;
  const refused = refusedBy(debounced === next ? prices.error : null);
  useProblems(form, { ...refused.fields, ...problemsOf(draft, t) });

  const missing = missingOf(draft, t);
  const isOutdated = next !== debounced || prices.isPlaceholderData || prices.isFetching;
  const choose = (ids: number[]) =>
    void navigate({
      search: (before) => ({ ...before, cards: cardsText(ids) }),
      replace: true,
      resetScroll: false,
    });
  return (
    <FormProvider {...form}>
      <div
        className={cn(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-4',
          'min-[64rem]:grid-cols-[19rem_minmax(0,1fr)]',
          'min-[75rem]:grid-cols-[22rem_minmax(0,1fr)]',
        )}
      >
        <ConsignmentForm onEnter={askNow} />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">
          {cardsError !== null ? (
            <ErrorNote
              title={t('The rate cards could not be loaded')}
              error={cardsError}
              onRetry={retry}
            />
          ) : cards === undefined ? (
            <Skeleton className="h-32" />
          ) : (
            <CardChoice cards={cards} left={left} onChange={choose} />
          )}
          {prices.isLoadingError && debounced === next && (
            <ErrorNote
              title={t('The cards could not be priced')}
              {...(refused.others.length > 0
                ? { message: refused.others.join(' ') }
                : Object.keys(refused.fields).length > 0
                  ? { message: t('Please check these fields') }
                  : { error: prices.error, onRetry: () => void prices.refetch() })}
            />
          )}
          {missing.length > 0 && shown && (
            <p className="text-[13px] text-muted-foreground">
              {t('These prices are outdated. Enter {what}.', {
                what: missing.join(', '),
              })}
            </p>
          )}
          {shown ? (
            <div
              aria-busy={isOutdated && missing.length === 0 && prices.fetchStatus === 'fetching'}
              className={cn(
                'transition-opacity motion-reduce:transition-none',
                (missing.length > 0 || (prices.isLoadingError && debounced === next)) &&
                  'opacity-60',
              )}
            >
              <ResultTable cards={shown} />
            </div>
          ) : cards?.length === 0 ? (
            <EmptyState
              icon={<Calculator />}
              title={t('No card to compare')}
              description={t('No sale card is in effect. Add the cards and versions to compare.')}
            />
          ) : missing.length > 0 ? (
            <EmptyState
              icon={<Calculator />}
              title={t('Prices show as you type')}
              description={t('Enter {what}.', { what: missing.join(', ') })}
            />
          ) : (
            !prices.isLoadingError &&
            prices.fetchStatus === 'fetching' && <Skeleton className="h-40" />
          )}
          <p role="status" className="sr-only">
            {shown && !isOutdated && missing.length === 0 ? t('The prices are up to date') : ''}
          </p>
        </div>
      </div>
    </FormProvider>
  );
}

/** Incomplete input keeps the previous one. */
function useDebouncedRequest(next: string) {
  const [debounced, setDebounced] = useState(next);
  useEffect(() => {
    if (next === 'null') return;
    const timer = setTimeout(() => setDebounced(next), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [next]);
  return { debounced, askNow: () => next !== 'null' && setDebounced(next) };
}

function useProblems(form: ReturnType<typeof useForm<Consignment>>, problems: Problems) {
  const key = JSON.stringify(problems);
  const show = useEffectEvent((text: string) => {
    form.clearErrors();
    for (const [field, message] of Object.entries(JSON.parse(text) as Problems))
      if (message) form.setError(field as never, { type: 'typed', message });
  });
  useEffect(() => show(key), [key]);
}
