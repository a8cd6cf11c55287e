// Search parameters of an invoice run; separate, since the router loads them first.
import { isDay } from '../../../kit/list/days.ts';
import { idIn, strictly } from '../../../lib/search.ts';

export interface RunSearch {
  from?: string;
  to?: string;
  /** The date on the invoices; today unless given. */
  date?: string;
  /** The customers that were chosen: `3-17`; all unless given. */
  customers?: string;
  /** The run that is shown. */
  run?: number | undefined;
}

const MAX_IDS = 1000;

/** The customers that an address names, each once. */
export const idsIn = (text: string | undefined): number[] =>
  [...new Set((text ?? '').split('-').map(Number))]
    .filter((id) => idIn(id) !== undefined)
    .slice(0, MAX_IDS);

export const parseRun = strictly<RunSearch>(['from', 'to', 'date', 'customers', 'run'], (raw) => {
  const day = (name: string) => (isDay(raw[name]) ? { [name]: raw[name] } : {});
  const ids = idsIn(
    typeof raw['customers'] === 'number'
      ? String(raw['customers'])
      : typeof raw['customers'] === 'string'
        ? raw['customers']
        : '',
  );
  return {
    ...day('from'),
    ...day('to'),
    ...day('date'),
    ...(ids.length > 0 ? { customers: ids.join('-') } : {}),
    run: idIn(raw['run']),
  };
});
