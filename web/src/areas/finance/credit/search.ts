// What the address of a new request carries; apart from the screen, since the router reads it first.
import { strictly } from '../../../lib/search.ts';

export interface RequestSearch {
  invoice?: number;
}

export const parseRequest = strictly<RequestSearch>(['invoice'], (raw) => {
  const id = Number(raw['invoice']);
  return Number.isSafeInteger(id) && id > 0 ? { invoice: id } : {};
});
