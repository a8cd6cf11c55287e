// What the address of a statement carries; apart from the screen, since the router reads it first.
import { isDay } from '../../../kit/list/days.ts';
import { strictly } from '../../../lib/search.ts';

export interface StatementSearch {
  from?: string | undefined;
  to?: string | undefined;
}

const dayIn = (value: unknown) => (isDay(value) ? value : undefined);

export const parseDays = strictly<StatementSearch>(['from', 'to'], ({ from, to }) => ({
  from: dayIn(from),
  to: dayIn(to),
}));
