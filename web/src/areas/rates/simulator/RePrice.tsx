// Reprices a period's bookings with a card.
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import {
  cn,
  Button,
  Card,
  CardHeader,
  Combobox,
  EmptyState,
  ErrorNote,
  Field,
  Input,
  Skeleton,
  useFormat,
  WarningNote,
} from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { usePermissions } from '../../../api/session.ts';
import { CustomerPicker } from '../../../kit/pickers/CustomerPicker.tsx';
import { ProgressBar } from '../../../kit/ProgressBar.tsx';
import { useT } from '../../../lib/i18n.ts';
import { dayIn } from '../CardState.tsx';
import { cardName } from '../model.ts';
import { cardQuery } from '../queries.ts';
import { searchCards, type CardPick } from './cards.ts';
import { cancelRePrice, monthBefore, rePricedQuery, startRePrice } from './re-price.ts';
import { RePriceResult } from './RePriceResult.tsx';
import type { SimulatorSearch } from './search.ts';

const route = getRouteApi('/shell/rates/simulator');

export function RePrice() {
  const t = useT();
  const { timezone } = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const seesCustomers = usePermissions().has('Pages.Customer');
  const cardId = search.priced ?? search.card ?? null;
  const month = monthBefore(dayIn(timezone));
  const { customer = null, job = null } = search;
  // A half-typed day is empty.
  const [since, setSince] = useState(search.since ?? month.since);
  const [until, setUntil] = useState(search.until ?? month.until);
  const [wasAsked, setAsked] = useState(false);
  const card = useQuery({ ...cardQuery(cardId ?? 0), enabled: cardId !== null });
  const set = (change: Partial<SimulatorSearch>) =>
    void navigate({
      search: (before) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    });
  const start = useMutation({
    mutationFn: () =>
      startRePrice({
        rateCardId: cardId ?? 0,
        fromDate: since,
        toDate: until,
        ...(customer === null ? {} : { customerId: customer }),
      }),
    onSuccess: (jobToken) => set({ job: jobToken }),
  });
  const status = useQuery(rePricedQuery(job));
  const isRunning = job !== null && !status.isError && status.data?.isCompleted !== true;
  const problems = {
    card: cardId === null ? t('Choose a rate card') : undefined,
    since: since === '' ? t('Enter a day') : undefined,
    until:
      until === ''
        ? t('Enter a day')
        : until < since
          ? t('The last day must not be before the first')
          : undefined,
  };
  const submit = () => {
    setAsked(true);
    if (start.isPending || isRunning || Object.values(problems).some(Boolean)) return;
    start.mutate();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <form
        noValidate
        aria-label={t('Re-price bookings')}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Card>
          <CardHeader
            title={t('Re-price bookings')}
            description={t('Prices of a period’s bookings with another card. Nothing is changed.')}
          />
          <div
            className={cn(
              'grid items-start gap-3 sm:grid-cols-2',
              'min-[75rem]:grid-cols-[minmax(0,2fr)_10rem_10rem_minmax(0,2fr)_auto]',
            )}
          >
            <Field label={t('Rate card')} error={wasAsked ? problems.card : undefined}>
              <Combobox<CardPick>
                name="priced"
                value={card.data ?? null}
                onChange={(chosen) =>
                  set({
                    priced: chosen?.id,
                    ...(chosen ? {} : { card: undefined }),
                    job: undefined,
                  })
                }
                search={searchCards}
                minLength={1}
                getKey={({ id }) => id}
                getLabel={(one) => `${cardName(one)} ${one.name}`}
                placeholder={t('Code or name of a rate card')}
              />
            </Field>
            <Field label={t('First day')} error={wasAsked ? problems.since : undefined}>
              <Input
                type="date"
                value={since}
                onChange={({ target }) => {
                  setSince(target.value);
                  if (target.value) set({ since: target.value, job: undefined });
                }}
              />
            </Field>
            <Field label={t('Last day')} error={wasAsked ? problems.until : undefined}>
              <Input
                type="date"
                value={until}
                onChange={({ target }) => {
                  setUntil(target.value);
                  if (target.value) set({ until: target.value, job: undefined });
                }}
              />
            </Field>
            {seesCustomers && (
              <Field label={t('Customer')} optional>
                <CustomerPicker
                  name="customer"
                  value={customer}
                  onChange={(chosen) => set({ customer: chosen?.id, job: undefined })}
                />
              </Field>
            )}
            <Button
              type="submit"
              pending={start.isPending}
              disabled={isRunning}
              className="justify-self-start sm:mt-[1.4375rem]"
            >
              {t('Re-price')}
            </Button>
          </div>
        </Card>
      </form>
      {card.isError && (
        <ErrorNote
          title={t('The rate card could not be loaded')}
          error={card.error}
          onRetry={() => void card.refetch()}
        />
      )}
      {start.isError && (
        <ErrorNote title={t('The bookings were not re-priced')} error={start.error} />
      )}
      {job === null && !start.isPending && (
        <EmptyState
          icon={<CalendarClock />}
          title={t('Nothing re-priced yet')}
          description={t('Choose a card and a period, then press Re-price.')}
        />
      )}
      {job !== null && <Run key={job} job={job} />}
    </div>
  );
}

function Run({ job }: { job: string }) {
  const t = useT();
  const { number } = useFormat();
  const status = useQuery(rePricedQuery(job));
  const cancel = useMutation({
    mutationFn: () => cancelRePrice(job),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: rePricedQuery(job).queryKey }),
  });
  const { data } = status;
  if (data?.isCompleted) {
    if (data.failure !== null)
      return <ErrorNote title={t('The bookings were not re-priced')} message={data.failure} />;
    if (data.result === null)
      return <WarningNote>{t('The re-pricing was cancelled.')}</WarningNote>;
    return <RePriceResult result={data.result} />;
  }
  if (status.isLoadingError)
    return (
      <ErrorNote
        title={t('The status of the re-pricing is unknown')}
        error={status.error}
        onRetry={() => void status.refetch()}
      />
    );
  if (!data) return <Skeleton className="h-20" />;
  const share = data.total > 0 ? data.done / data.total : null;
  return (
    <Card>
      <ProgressBar
        label={t('Re-pricing')}
        share={share}
        text={
          share === null
            ? t('Starting…')
            : t('{done} of {total} bookings', {
                done: number(data.done),
                total: number(data.total),
              })
        }
        aside={share !== null && t('{number}%', { number: number(Math.floor(share * 100)) })}
      />
      {status.isError && (
        <WarningNote className="mt-3">
          {t(
            'The server does not respond. The re-pricing continues there; progress is shown once it responds again.',
          )}
        </WarningNote>
      )}
      {cancel.isError && <ErrorNote className="mt-3" error={cancel.error} />}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-[13px] text-muted-foreground">
          {cancel.isPending || cancel.isSuccess
            ? t('The re-pricing is being cancelled.')
            : t('You can leave this page; its address leads back to the result.')}
        </p>
        <Button
          variant="outline"
          size="sm"
          pending={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          {t('Cancel')}
        </Button>
      </div>
    </Card>
  );
}
