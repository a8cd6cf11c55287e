// What the address of a new payment or remittance advice carries; apart from the screen, since the router reads it first.
import { strictly } from '../../../lib/search.ts';

export interface AllocationSearch {
  customer?: number;
  /** The invoice that one comes from: it is paid first. */
  invoice?: number;
  /** The remittance advice that the payment answers. */
  remittance?: string;
}

const id = (value: unknown) => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

export const parseAllocation = strictly<AllocationSearch>(['customer', 'invoice', 'remittance'], (raw) => {
  const [customer, invoice] = [id(raw['customer']), id(raw['invoice'])];
  const remittance = raw['remittance'];
  return {
    ...(customer === undefined ? {} : { customer }),
    ...(invoice === undefined ? {} : { invoice }),
    ...(typeof remittance === 'string' && remittance !== '' && remittance.length <= 64 ? { remittance } : {}),
  };
});
