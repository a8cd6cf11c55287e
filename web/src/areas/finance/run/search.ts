// Invoice run search parameters; loaded first by the router.
import { isDay } from '../../../lib/days.ts';
import { idIn, strictly } from '../../../lib/search.ts';

export interface RunSearch {
  from?: string;
  to?: string;
  /** The invoice date; default today. */
  date?: string;
  /** Ids such as `3-17`; default all. */
  customers?: string;
  /** The run that is shown. */
  run?: number | undefined;
}

const MAX_IDS = 1000;

/** Customer ids in the URL, without duplicates. */
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
