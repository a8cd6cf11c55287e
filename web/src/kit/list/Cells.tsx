// Cells that many lists have: times, days, people's addresses, states.
import type { ReactNode } from 'react';
import { Badge, cn, useFormat, type Tone } from '@waybill/plugin';
import { dayText } from '../../lib/days.ts';
import { useT } from '../../lib/i18n.ts';
import { shortDay, shortMoment } from './times.ts';

export const NOTHING = '–';

/** Text in its own direction, on its heading's side. */
export function TextCell({
  dir = 'auto',
  className,
  children,
}: {
  dir?: 'auto' | 'ltr';
  className?: string;
  children: ReactNode;
}) {
  if (!children) return null;
  return (
    <span dir={dir} className={cn('block md:truncate rtl:text-right', className)}>
      {children}
    </span>
  );
}

/** A day, the whole time under the pointer. */
export function DayCell({ value }: { value: string | null | undefined }) {
  const format = useFormat();
  if (!value) return NOTHING;
  return (
    <time
      dateTime={value}
      title={format.dateTime(value)}
      className="whitespace-nowrap tabular-nums"
    >
      {shortDay(value, format.timezone)}
    </time>
  );
}

/** A calendar day, equal in every zone. */
export function DateCell({ value }: { value: string | null | undefined }) {
  const { language } = useFormat();
  if (!value) return NOTHING;
  return (
    <time
      dateTime={value}
      title={dayText(value, language)}
      className="whitespace-nowrap tabular-nums"
    >
      {shortDay(value, 'UTC')}
    </time>
  );
}

/** A day and its time, in one line. */
export function MomentCell({
  value,
  never,
}: {
  value: string | null | undefined;
  never?: ReactNode;
}) {
  const format = useFormat();
  if (!value) return never ?? NOTHING;
  return (
    <time
      dateTime={value}
      title={format.dateTime(value)}
      className="whitespace-nowrap tabular-nums"
    >
      {shortMoment(value, format.timezone)}
    </time>
  );
}

export function StateCell({
  on,
  onText,
  offText,
}: {
  on: boolean;
  onText?: string;
  offText?: string;
}) {
  const t = useT();
  const tone: Tone = on ? 'success' : 'neutral';
  return <Badge tone={tone}>{on ? (onText ?? t('Active')) : (offText ?? t('Inactive'))}</Badge>;
}
