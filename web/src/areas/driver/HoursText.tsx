// Hours that the driver may still work, in words.
import { formatTime } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import type { HoursLeft } from './calls.ts';
import { useDevice } from './use-device.ts';

const MINUTES = 60;

/** Minutes as `5:15`. */
export const clock = (minutes: number): string =>
  `${Math.floor(minutes / MINUTES)}:${String(minutes % MINUTES).padStart(2, '0')}`;

export function HoursText({ hours }: { hours: HoursLeft }) {
  const t = useT();
  const { timezone } = useDevice().person;
  const worked = t('Worked {time} h in the last 24 hours.', { time: clock(hours.workedinday) });
  if (!hours.isbound || hours.minutesleft === null) return worked;
  const left =
    hours.minutesleft > 0
      ? t('{time} h of work left.', { time: clock(hours.minutesleft) })
      : hours.availableagain
        ? t('No hours left. You may work again at {time}.', {
            time: formatTime(hours.availableagain, timezone),
          })
        : t('No hours left.');
  return (
    <>
      <b className="font-semibold">{left}</b> {hours.limit && t(hours.limit)} {worked}
    </>
  );
}
