// Days as spans of moments.
import type { useFormat } from '@waybill/plugin';
import { addDays } from '../../kit/list/days.ts';
import type { Span } from './positions.ts';

/** First moment of a day and of the next, in the tenant's zone. */
export function spanOf(
  day: string,
  { fromLocalInput }: Pick<ReturnType<typeof useFormat>, 'fromLocalInput'>,
): Span {
  const startOf = (one: string) => fromLocalInput(`${one}T00:00`) ?? `${one}T00:00:00Z`;
  return { startDate: startOf(day), endDate: startOf(addDays(day, 1)) };
}
