// Statement search parameters; loaded first by the router.
import { isDay } from '../../../lib/days.ts';
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
