// Totals of the filtered list.
import { Skeleton, useFormat } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import type { BookingSummary } from '../../lib/bookings/model.ts';

export function SummaryLine({
  summary,
  pending,
}: {
  summary: BookingSummary | undefined;
  pending: boolean;
}) {
  const t = useT();
  const format = useFormat();
  if (!summary) return pending ? <Skeleton className="ms-auto h-3 w-72" /> : null;
  const insurance = summary.totalInsuranceCost
    ? t('{price} freight and {insurance} insurance', {
        price: format.money(summary.totalFreightCost),
        insurance: format.money(summary.totalInsuranceCost),
      })
    : undefined;
  const parts = [
    t(
      '{number} bookings',
      { count: summary.totalBookings, number: format.number(summary.totalBookings) },
      '{number} booking',
    ),
    t(
      '{number} items',
      { count: summary.totalItems, number: format.number(summary.totalItems) },
      '{number} item',
    ),
    summary.totalWeight ? format.quantity(summary.totalWeight, 0) : null,
    summary.totalCubic ? format.quantity(summary.totalCubic, 1) : null,
    summary.totalFreightCost == null
      ? null
      : format.money(summary.totalFreightCost + (summary.totalInsuranceCost ?? 0)),
  ].filter(Boolean);
  return (
    <p
      data-testid="summary"
      title={insurance}
      className="ms-auto text-[13px] text-muted-foreground tabular-nums"
    >
      {parts.join(' · ')}
    </p>
  );
}
