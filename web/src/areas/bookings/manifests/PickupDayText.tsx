// An account's next pickup day, with the reason.
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '@waybill/plugin';
import { dayIn, dayText } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import { pickupDayQuery } from './queries.ts';

export interface PickupDayTextProps {
  accountId: number;
  cutOff: string | null;
  readyTime?: string | null;
}

export function PickupDayText({ accountId, cutOff, readyTime = null }: PickupDayTextProps) {
  const t = useT();
  const format = useFormat();
  const { data } = useQuery(pickupDayQuery(accountId, readyTime));
  if (!data) return cutOff === null ? null : t('Cut-off {time}', { time: cutOff });
  const day = data.day === dayIn(format.timezone) ? t('today') : dayText(data.day, format.language);
  const window = `${format.time(data.readyTime)} – ${format.time(data.closingTime)}`;
  const when = t('Next pickup {day}, {window}', { day, window });
  if (data.moved === 'CutOff')
    return cutOff === null
      ? t('Cut-off has passed. {when}', { when })
      : t('Cut-off {time} has passed. {when}', { time: cutOff, when });
  return cutOff === null ? when : t('Cut-off {time}. {when}', { time: cutOff, when });
}
