// The state of the customer list as it stands in the address, and the query the server gets for it.
import { quoted } from '../bookings/search.ts';

export const customerTypes = ['Account', 'Payg', 'Prepaid', 'Guest'] as const;
export const customersPerPage = 25;
export const defaultCustomerSort = 'companyName asc';
const sortable = ['code', 'companyName', 'type', 'dateOfRegistration'];

export interface CustomerSearch {
  q?: string;
  type?: string;
  active?: 'yes' | 'no';
  sort?: string;
  skip?: number;
}

export function parseCustomerSearch(raw: Record<string, unknown>): CustomerSearch {
  const search: CustomerSearch = {};
  const text = raw['q'] === undefined || raw['q'] === null ? '' : String(raw['q']).trim();
  if (text) search.q = text.slice(0, 200);
  const type = customerTypes.find((known) => known === raw['type']);
  if (type) search.type = type;
  if (raw['active'] === 'yes' || raw['active'] === 'no') search.active = raw['active'];
  const [field = '', direction = 'asc'] = String(raw['sort'] ?? '').split(' ');
  const sort = `${field} ${direction}`;
  if (sortable.includes(field) && ['asc', 'desc'].includes(direction) && sort !== defaultCustomerSort) search.sort = sort;
  const skip = Number(raw['skip']);
  if (Number.isSafeInteger(skip) && skip > 0) search.skip = skip;
  return search;
}

const searched = ['code', 'companyName', 'contactName', 'accountName', 'customerName', 'email'];

export function customerFilter(search: CustomerSearch): string {
  const parts: string[] = [];
  if (search.type) parts.push(`type eq ${quoted(search.type)}`);
  if (search.active) parts.push(`isActive eq ${search.active === 'yes'}`);
  if (search.q) {
    const needle = quoted(search.q.toLowerCase());
    const any = searched.map((field) => `contains(tolower(${field}),${needle})`);
    if (/^\d{1,15}$/.test(search.q)) any.unshift(`id eq ${search.q}`);
    parts.push(any.join(' or '));
  }
  return parts.length === 1 ? (parts[0] ?? '') : parts.map((part) => `(${part})`).join(' and ');
}

export const customerListQuery = (search: CustomerSearch) => ({
  filter: customerFilter(search),
  sorting: `${search.sort ?? defaultCustomerSort}, id`,
  maxResultCount: customersPerPage,
  skipCount: search.skip ?? 0,
});
