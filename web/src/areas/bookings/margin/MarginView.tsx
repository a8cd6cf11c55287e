// Margin report by customer, carrier, lane and month.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  Card,
  CardHeader,
  DefinitionList,
  EmptyState,
  ErrorNote,
  Field,
  Input,
  Select,
  Skeleton,
  Tabs,
  useFormat,
} from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { Bars } from '../../../kit/chart/Bars.tsx';
import { CustomerPicker } from '../../../kit/pickers/CustomerPicker.tsx';
import { msg, t, useT } from '../../../lib/i18n.ts';
import { useCarrierName } from '../../../plugins/carrier-names.ts';
import { screen } from '../../../shell/screen.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { carrierCodesQuery } from '../queries.ts';
import { MarginTable } from './MarginTable.tsx';
import {
  marginsQuery,
  worstLanesQuery,
  type MarginRow,
  type Margins,
  type Narrow,
} from './queries.ts';
import { usualPeriod } from './period.ts';
import { parseMargin, WAYS, type MarginBy, type MarginSearch } from './search.ts';

const route = getRouteApi('/shell/bookings/margin');
const crumbs = () => [{ text: t('Bookings'), href: '/bookings' }];
/** The table has the rest. */
const MAX_BARS = 12;
const NAMES: Record<MarginBy, string> = {
  Customer: msg('By customer'),
  Carrier: msg('By carrier'),
  Lane: msg('By lane'),
  Month: msg('By month'),
};
const HEADINGS: Record<MarginBy, string> = {
  Customer: msg('Customer'),
  Carrier: msg('Carrier'),
  Lane: msg('Lane'),
  Month: msg('Month'),
};

export const MarginView = screen(
  {
    needs: 'Pages.Booking.ViewCost',
    title: msg('Margins'),
    to: msg('see carrier costs'),
    breadcrumbs: crumbs,
  },
  Screen,
);

function Screen() {
  const t = useT();
  const format = useFormat();
  const search = parseMargin(route.useSearch());
  const navigate = route.useNavigate();
  const { has } = usePermissions();
  const usual = usualPeriod(format.toLocalInput(new Date()).slice(0, 10));
  // A half-typed day is empty.
  const [since, setSince] = useState(search.since ?? usual.since);
  const [until, setUntil] = useState(search.until ?? usual.until);
  const by = search.by ?? 'Customer';
  const set = (change: Partial<MarginSearch>) =>
    void navigate({
      search: (before) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    });
  const narrow: Narrow = {
    fromDate: since,
    toDate: until,
    ...(search.customer ? { customerId: search.customer } : {}),
    ...(search.carrier ? { carrier: search.carrier } : {}),
  };
  const isWhole = since !== '' && until !== '' && since <= until;
  const margins = useQuery(marginsQuery(by, narrow, isWhole));
  const worst = useQuery(worstLanesQuery(narrow, isWhole));
  const carriers = useQuery({ ...carrierCodesQuery, enabled: has('Pages.Carrier') });
  const carrierName = useCarrierName();
  const codes = [
    ...new Set([...(carriers.data ?? []), ...(search.carrier ? [search.carrier] : [])]),
  ].sort();
  return (
    <>
      <PageHeading
        title={t('Margins')}
        breadcrumbs={crumbs()}
        description={t('Bookings sent to a carrier, before tax and without insurance.')}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card aria-label={t('Booking selection')}>
          <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
            <Field label={t('First day')} error={since === '' ? t('Enter a day') : undefined}>
              <Input
                type="date"
                value={since}
                onChange={({ target }) => {
                  setSince(target.value);
                  if (target.value) set({ since: target.value });
                }}
              />
            </Field>
            <Field
              label={t('Last day')}
              error={
                until === ''
                  ? t('Enter a day')
                  : until < since
                    ? t('The last day must not be before the first')
                    : undefined
              }
            >
              <Input
                type="date"
                value={until}
                onChange={({ target }) => {
                  setUntil(target.value);
                  if (target.value) set({ until: target.value });
                }}
              />
            </Field>
            {has('Pages.Customer') && (
              <Field label={t('Customer')} optional>
                <CustomerPicker
                  name="customer"
                  value={search.customer ?? null}
                  empty={t('All customers')}
                  onChange={(chosen) => set({ customer: chosen?.id })}
                />
              </Field>
            )}
            {codes.length > 0 && (
              <Field label={t('Carrier')} optional>
                <Select
                  value={search.carrier ?? ''}
                  onChange={({ target }) => set({ carrier: target.value || undefined })}
                >
                  <option value="">{t('All carriers')}</option>
                  {codes.map((code) => (
                    <option key={code} value={code}>
                      {carrierName(code)}
                    </option>
                  ))}
                </Select>
              </Field>
            )}
          </div>
        </Card>
        {margins.isLoadingError ? (
          <ErrorNote
            title={t('The margins could not be loaded')}
            error={margins.error}
            onRetry={() => void margins.refetch()}
          />
        ) : !margins.data ? (
          isWhole && <Skeleton role="status" aria-label={t('Loading')} className="h-60" />
        ) : margins.data.total.bookings === 0 ? (
          <EmptyState
            title={t('No bookings in this period')}
            description={t('Choose other days or another customer.')}
          />
        ) : (
          <>
            <Total margins={margins.data} />
            <Tabs
              label={t('Margins')}
              value={by}
              onChange={(id) => set({ by: WAYS.find((way) => way === id) })}
              tabs={WAYS.map((way) => ({
                id: way,
                label: t(NAMES[way]),
                content: way === by ? <Result by={by} margins={margins.data} /> : null,
              }))}
            />
            {worst.data && worst.data.lanes.length > 0 && (
              <Card>
                <CardHeader
                  title={t('Worst lanes')}
                  description={t('The lanes with the smallest margin.')}
                />
                <Picture
                  label={t('Worst lanes')}
                  rows={worst.data.lanes}
                  currency={worst.data.currency}
                />
              </Card>
            )}
            {worst.isError && (
              <ErrorNote
                title={t('The worst lanes could not be loaded')}
                error={worst.error}
                onRetry={() => void worst.refetch()}
              />
            )}
          </>
        )}
      </div>
    </>
  );
}

function Total({ margins: { total, currency } }: { margins: Margins }) {
  const t = useT();
  const { money, number } = useFormat();
  return (
    <Card>
      <DefinitionList
        items={[
          { label: t('Bookings'), value: number(total.bookings) },
          { label: t('Quoted'), value: money(total.quoted, currency) },
          { label: t('Sold'), value: money(total.sold, currency) },
          { label: t('Cost'), value: money(total.cost, currency) },
          {
            label: t('Margin'),
            value: (
              <span className="font-semibold">
                {t('{margin} ({share} %)', {
                  margin: money(total.margin, currency),
                  share: number(total.marginPercent, 1),
                })}
              </span>
            ),
          },
          {
            label: t('Invoiced by carriers'),
            value: t('{amount}, {approved} of it approved', {
              amount: money(total.invoiced, currency),
              approved: money(total.approved, currency),
            }),
          },
          { label: t('Recovered from customers'), value: money(total.recovered, currency) },
          { label: t('Insurance'), value: money(total.insurance, currency) },
        ]}
      />
    </Card>
  );
}

function Picture({
  label,
  rows,
  currency,
}: {
  label: string;
  rows: readonly MarginRow[];
  currency: string;
}) {
  const t = useT();
  const { money, number } = useFormat();
  const shown = new Map(rows.slice(0, MAX_BARS).map((row) => [row.key, row]));
  const bars = [...shown.values()].map((row) => ({
    key: row.key,
    label: row.name,
    value: row.sold,
    part: row.cost,
  }));
  const text = (key: string) => {
    const row = shown.get(key);
    return row
      ? t('{margin} ({share} %)', {
          margin: money(row.margin, currency),
          share: number(row.marginPercent, 1),
        })
      : '';
  };
  return (
    <Bars
      label={label}
      bars={bars}
      text={({ key }) => text(key)}
      legend={{ value: t('Sold'), part: t('Cost') }}
    />
  );
}

function Result({ by, margins }: { by: MarginBy; margins: Margins }) {
  const t = useT();
  const { number } = useFormat();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card>
        <Picture label={t(NAMES[by])} rows={margins.rows} currency={margins.currency} />
      </Card>
      <MarginTable by={by} label={t(NAMES[by])} heading={t(HEADINGS[by])} margins={margins} />
      {margins.isTruncated && (
        <p className="text-[13px] text-muted-foreground">
          {t('The first {number} lines are shown; the sums have all of them.', {
            number: number(margins.rows.length),
          })}
        </p>
      )}
    </div>
  );
}
