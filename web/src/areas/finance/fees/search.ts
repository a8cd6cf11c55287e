// What the address of the test of fees carries; apart from the screen, since the router reads it first.
import { strictly } from '../../../lib/search.ts';

export interface TestSearch {
  booking?: number;
}

export const parseTest = strictly<TestSearch>(['booking'], (raw) => {
  const id = Number(raw['booking']);
  return Number.isSafeInteger(id) && id > 0 ? { booking: id } : {};
});
