// Aged debt and prepaid balance.
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Card, cn, ErrorNote, Skeleton, useFormat } from '@waybill/plugin';
import type { Schema } from '../../../api/types.ts';
import { useT } from '../../../lib/i18n.ts';
import { BUCKET_NAMES, BUCKETS } from '../receivables/model.ts';
import { agedTotalsQuery, prepaidQuery } from '../receivables/queries.ts';

type Prepaid = Schema<'PrepaidBalance'>;

export function AccountStanding({
  customerId,
  children,
}: {
  customerId: number;
  children?: (prepaid: Prepaid) => ReactNode;
}) {
  const t = useT();
  const format = useFormat();
  const aged = useQuery(agedTotalsQuery(null, customerId));
  const prepaid = useQuery(prepaidQuery(customerId));
  if (aged.isPending) return <Skeleton className="h-16" />;
  if (aged.isLoadingError)
    return (
      <ErrorNote
        title={t('The outstanding amount could not be loaded')}
        error={aged.error}
        onRetry={() => void aged.refetch()}
      />
    );
  const totals = aged.data?.totals;
  const ahead = prepaid.data;
  const entry = (label: string, value: ReactNode) => (
    <div key={label}>
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="mt-0.5 text-[13px] tabular-nums">{value}</dd>
    </div>
  );
  return (
    <div className="grid gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      {totals && (
        <Card className="py-3">
          <h2 className="mb-2 text-sm font-semibold">{t('Outstanding today')}</h2>
          <dl className="flex flex-wrap gap-x-8 gap-y-2">
            {BUCKETS.map((bucket) => entry(t(BUCKET_NAMES[bucket]), format.money(totals[bucket])))}
            {entry(
              t('Total'),
              <strong className="font-semibold">{format.money(totals.total)}</strong>,
            )}
          </dl>
        </Card>
      )}
      {ahead && ahead.paidAhead !== 0 && (
        <Card className="py-3">
          <h2 className="mb-2 text-sm font-semibold">{t('Prepaid')}</h2>
          <dl className="flex flex-wrap gap-x-8 gap-y-2">
            {entry(t('Paid ahead'), format.money(ahead.paidAhead, ahead.currency))}
            {entry(t('Used by bookings and invoices'), format.money(ahead.used, ahead.currency))}
            {entry(
              ahead.balance < 0 ? t('Short') : t('Available'),
              <strong className={cn('font-semibold', ahead.balance < 0 ? 'text-danger-text' : '')}>
                {format.money(ahead.balance, ahead.currency)}
              </strong>,
            )}
          </dl>
          {children?.(ahead)}
        </Card>
      )}
    </div>
  );
}
