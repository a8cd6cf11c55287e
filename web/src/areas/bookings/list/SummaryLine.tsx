// What the filtered list adds up to, in one line.
import { Skeleton, useFormat } from '@waybill/plugin';
import type { BookingSummary } from '../model.ts';

export function SummaryLine({ summary, pending }: { summary: BookingSummary | undefined; pending: boolean }) {
  const format = useFormat();
  if (!summary) return pending ? <Skeleton className="w-72" /> : <span />;
  const parts = [
    `${format.number(summary.totalBookings)} ${summary.totalBookings === 1 ? 'booking' : 'bookings'}`,
    `${format.number(summary.totalItems)} ${summary.totalItems === 1 ? 'item' : 'items'}`,
    summary.totalWeight ? format.quantity(summary.totalWeight, 0) : null,
    summary.totalCubic ? format.quantity(summary.totalCubic, 1) : null,
    summary.totalFreightCost == null ? null : `${format.money(summary.totalFreightCost)} freight`,
    summary.totalInsuranceCost ? `${format.money(summary.totalInsuranceCost)} insurance` : null,
  ].filter(Boolean);
  return (
    <p data-testid="summary" className="text-[13px] text-muted-foreground tabular-nums">
      {parts.join(' · ')}
    </p>
  );
}
