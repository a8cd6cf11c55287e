// Hours that a driver may still work.
import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { cn } from '@waybill/plugin';
import { hoursLeftQuery } from '../../../lib/drivers.ts';
import { useT } from '../../../lib/i18n.ts';

/** Minutes from which the rest is near. */
const NEAR = 60;

/** Lanes that are scrolled past need no hours. */
const PAUSE = 300;

const clock = (minutes: number) =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

/** Nothing for a driver whom no rule binds. */
export function HoursLeft({ driverId, added = 0 }: { driverId: number; added?: number }) {
  const t = useT();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), PAUSE);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({ ...hoursLeftQuery(driverId), enabled: isSettled });
  const minutes = data?.minutesleft;
  if (!data?.isbound || minutes === null || minutes === undefined) return null;
  const isShort = minutes < added;
  return (
    <span
      title={data.limit ?? undefined}
      className={cn(
        'shrink-0 text-xs whitespace-nowrap tabular-nums',
        isShort || minutes === 0
          ? 'font-medium text-danger-text'
          : minutes < NEAR
            ? 'text-warning-text'
            : 'text-muted-foreground',
      )}
    >
      {t('{time} h left', { time: clock(minutes) })}
    </span>
  );
}
