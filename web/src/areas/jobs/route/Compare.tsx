// Totals of a plan next to those of another plan.
import { cn, Select } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { usePlanWords } from './words.ts';
import type { Summary } from './wire.ts';

export interface Rival {
  /** Of a plan, or a word. */
  id: string;
  name: string;
}

export interface CompareProps {
  name: string;
  summary: Summary;
  rivals: readonly Rival[];
  against: (Rival & { summary: Summary }) | null;
  onAgainst: (id: string) => void;
}

interface Line {
  label: string;
  before: string;
  now: string;
  change: string;
  /** Below zero is better; what is too small to be shown is none. */
  sign: number;
}

export function Compare({ name, summary, rivals, against, onAgainst }: CompareProps) {
  const t = useT();
  const words = usePlanWords();
  const before = against?.summary;
  const line = (
    label: string,
    of: (one: Summary) => number,
    text: (value: number) => string,
    signed: (value: number) => string,
  ): Line => {
    const difference = before ? of(summary) - of(before) : 0;
    return {
      label,
      before: before ? text(of(before)) : '',
      now: text(of(summary)),
      change: before ? signed(difference) : '',
      sign: signed(difference) === signed(0) ? 0 : difference,
    };
  };
  const count = (value: number) => String(value);
  const lines = [
    line(t('Cost'), (one) => Number(one.cost), words.money, words.signedMoney),
    line(t('Distance'), (one) => one.distance, words.km, words.signedKm),
    line(t('Driving'), (one) => one.duration, words.hours, words.signedHours),
    line(t('Late stops'), (one) => one.late, count, words.signedCount),
    line(t('Unassigned jobs'), (one) => one.unassigned, count, words.signedCount),
    line(t('Vehicles'), (one) => one.vehicles, count, words.signedCount),
    line(t('Longest shift'), (one) => one.longest, words.hours, words.signedHours),
  ];
  return (
    <section aria-label={t('Totals')} className="shrink-0">
      <div className="flex items-center gap-2 px-3 pt-2 pb-1 text-[13px]">
        <h2 className="font-semibold">{name}</h2>
        {rivals.length > 0 && (
          <label className="flex min-w-0 items-center gap-2 text-muted-foreground">
            {t('against')}
            <Select
              value={against?.id ?? ''}
              onChange={({ target }) => onAgainst(target.value)}
              className="h-7 w-auto min-w-0 text-xs"
            >
              <option value="">{t('nothing')}</option>
              {rivals.map((rival) => (
                <option key={rival.id} value={rival.id}>
                  {rival.name}
                </option>
              ))}
            </Select>
          </label>
        )}
      </div>
      <table className="w-full text-[13px] whitespace-nowrap tabular-nums">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('Total')}</th>
            {against && <th scope="col">{against.name}</th>}
            <th scope="col">{name}</th>
            {against && <th scope="col">{t('Change')}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, before: old, now, change, sign }) => (
            <tr key={label} className="border-t border-border">
              <th scope="row" className="py-1 ps-3 text-start font-normal whitespace-normal">
                {label}
              </th>
              {against && <td className="px-1 text-end text-muted-foreground">{old}</td>}
              <td className={cn('px-1 text-end', !against && 'pe-3')}>{now}</td>
              {against && (
                <td
                  className={cn(
                    'pe-3 text-end font-medium',
                    sign < 0
                      ? 'text-success-text'
                      : sign > 0
                        ? 'text-danger-text'
                        : 'font-normal text-muted-foreground',
                  )}
                >
                  {change}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
