// /finance/receivables: aged receivables.
import { useQuery } from '@tanstack/react-query';
import { BellRing, HandCoins } from 'lucide-react';
import { ErrorNote, Input, Skeleton, useFormat } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { Columns } from '../../../kit/chart/Columns.tsx';
import { NOTHING } from '../../../kit/list/Cells.tsx';
import type { ListColumn, ListFilter, ListQuery } from '../../../kit/list/declare.ts';
import { localPage, localSearch, localSorting } from '../../../kit/list/local.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { dayIn, isDay } from '../../../lib/days.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { BUCKET_FILLS, BUCKET_NAMES, BUCKETS, type AgedCustomer, type Bucket } from './model.ts';
import { agedQuery, agedTotalsQuery, receivablesKey } from './queries.ts';

export const Receivables = screen(
  {
    needs: 'Pages.Finance.Statements',
    title: msg('Receivables'),
    to: msg('see what customers owe'),
  },
  Screen,
);

const FILTERS: readonly ListFilter[] = [
  {
    kind: 'choice',
    id: 'late',
    label: '',
    hidden: true,
    single: true,
    options: BUCKETS.map((value) => ({ value, label: '' })),
    query: (late) => ({ late }),
  },
  {
    kind: 'choice',
    id: 'asOf',
    label: '',
    hidden: true,
    single: true,
    open: true,
    options: [],
    query: (asOf) => ({ asOf }),
  },
];

const isBucket = (word: unknown): word is Bucket => BUCKETS.some((bucket) => bucket === word);
const dayOf = (value: unknown): string | null => (isDay(value) ? value : null);

async function fetchAged(query: ListQuery) {
  const { late } = query;
  const all = await queryClient.fetchQuery(agedQuery(dayOf(query['asOf'])));
  const rows = isBucket(late) ? all.filter((one) => one[late] !== 0) : all;
  const amounts = Object.fromEntries(
    [...BUCKETS, 'total' as const].map((field) => [field, (one: AgedCustomer) => one[field]]),
  );
  return localPage(rows, query, {
    text: (one) => one.customerName,
    fields: { customerName: (one) => one.customerName, ...amounts },
  });
}

function Screen() {
  const t = useT();
  const format = useFormat();
  const today = dayIn(format.timezone);
  const money = (value: number) => (value === 0 ? NOTHING : format.money(value));
  const bucket = (id: Bucket): ListColumn<AgedCustomer> => ({
    id,
    header: t(BUCKET_NAMES[id]),
    cell: (one) => money(one[id]),
    csv: (one) => one[id],
    sort: id,
    numeric: true,
  });
  const list = useList<AgedCustomer>({
    id: 'finance.receivables',
    key: receivablesKey,
    fetch: fetchAged,
    rowKey: ({ customerId }) => customerId,
    name: ({ customerName }) => customerName,
    href: ({ customerId }) => `/finance/statements/${customerId}`,
    columns: [
      {
        id: 'customer',
        header: t('Customer'),
        cell: (one) => one.customerName,
        csv: (one) => one.customerName,
        sort: 'customerName',
        fixed: true,
      },
      {
        id: 'total',
        header: t('Total'),
        cell: (one) => <strong className="font-semibold">{format.money(one.total)}</strong>,
        csv: (one) => one.total,
        sort: 'total',
        numeric: true,
        fixed: true,
        narrow: 'badge',
      },
      ...BUCKETS.map(bucket),
      {
        id: 'late',
        header: t('Late'),
        cell: (one) => late(one),
        csv: (one) => one.total - one.current,
        narrow: 'line',
        extra: true,
      },
    ],
    filters: FILTERS,
    search: localSearch,
    sorting: localSorting,
    sort: '-total',
  });
  function late(one: AgedCustomer) {
    const amount = one.total - one.current;
    return amount > 0 ? t('{amount} late', { amount: format.money(amount) }) : NOTHING;
  }
  const { late: chosen = '', asOf = '' } = list.state.filters;
  const totals = useQuery(agedTotalsQuery(dayOf(asOf)));
  const set = (change: Record<string, string>) => list.set({ filters: change });
  const aged = totals.data?.totals;
  return (
    <RecordList
      list={list}
      title={t('Receivables')}
      heading={{
        description:
          aged &&
          t('{amount} outstanding from {count} customers', {
            amount: format.money(aged.total),
            count: totals.data?.totalCount ?? 0,
          }),
        actions: [
          {
            text: t('Reminders'),
            icon: <BellRing aria-hidden />,
            href: '/finance/reminders',
            primary: true,
          },
        ],
      }}
      tools={
        <label className="ms-auto flex items-center gap-1.5 text-[13px] max-sm:ms-0">
          <span className="text-muted-foreground">{t('Late as of')}</span>
          <Input
            type="date"
            value={asOf || today}
            className="h-7 w-36 text-[13px]"
            onChange={({ target }) => set({ asOf: target.value === today ? '' : target.value })}
          />
        </label>
      }
      texts={{
        failed: t('The receivables could not be loaded'),
        search: { label: t('Search customers'), placeholder: t('Customer') },
        filter: t('Filter receivables'),
        empty: {
          icon: <HandCoins />,
          title: t('Nothing is outstanding'),
          description: t('Customers appear here once they have a posted invoice that is not paid.'),
        },
        none: { title: t('No matching customers'), clear: t('Show all customers') },
      }}
    >
      {aged ? (
        <Columns
          label={t('Outstanding by how late it is')}
          columns={BUCKETS.map((key) => ({
            key,
            label: t(BUCKET_NAMES[key]),
            value: aged[key],
            text: format.money(aged[key]),
            fill: BUCKET_FILLS[key],
          }))}
          chosen={chosen}
          onChoose={(key) => set({ late: key })}
          className="shrink-0"
        />
      ) : totals.isLoadingError ? (
        <ErrorNote
          title={t('The sums could not be loaded')}
          error={totals.error}
          onRetry={() => void totals.refetch()}
        />
      ) : (
        <Skeleton className="h-24 shrink-0" />
      )}
    </RecordList>
  );
}
