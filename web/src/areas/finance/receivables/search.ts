// What the address of a statement carries; apart from the screen, since the router reads it first.
import { isDay } from '../../../kit/list/days.ts';
import { strictly } from '../../../lib/search.ts';

export interface StatementSearch {
  from?: string;
  to?: string;
}

/** Days on the wrong sides say nothing. */
export const parseDays = strictly<StatementSearch>(['from', 'to'], ({ from, to }) => (isDay(from) && isDay(to) && to < from ? {} : { ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) }));
