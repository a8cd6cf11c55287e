// Signed difference from the quote.
import { cn, useFormat } from '@waybill/plugin';

export function DifferenceText({ value, className }: { value: number; className?: string }) {
  const format = useFormat();
  return (
    <span
      className={cn(
        'tabular-nums',
        value > 0 && 'text-danger-text',
        value < 0 && 'text-success-text',
        className,
      )}
    >
      {value > 0 ? `+${format.money(value)}` : format.money(value)}
    </span>
  );
}
