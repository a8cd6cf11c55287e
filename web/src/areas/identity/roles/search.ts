// The state of the list of roles as it stands in the address, and the query the server gets for it.
import { quoted } from '../../bookings/search.ts';

export const rolesPerPage = 25;
export const defaultRoleSort = 'displayName asc';
const sortable = ['displayName', 'creationTime'];

export interface RoleSearch {
  q?: string;
  /** The roles of this customer, rather than the tenant's own. */
  customer?: number;
  /** Of a customer, though none is chosen yet. */
  kind?: 'customers';
  sort?: string;
  skip?: number;
}

export const wholeNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** `field asc` or `field desc` of the fields known, else nothing. */
export function sortOf(value: unknown, fields: readonly string[], usual: string): string | undefined {
  const [field = '', direction = 'asc'] = String(value ?? '').split(' ');
  const sort = `${field} ${direction}`;
  return fields.includes(field) && ['asc', 'desc'].includes(direction) && sort !== usual ? sort : undefined;
}

export function parseRoleSearch(raw: Record<string, unknown>): RoleSearch {
  const search: RoleSearch = {};
  const text = raw['q'] === undefined || raw['q'] === null ? '' : String(raw['q']).trim();
  if (text) search.q = text.slice(0, 200);
  if (raw['kind'] === 'customers') {
    search.kind = 'customers';
    const customer = wholeNumber(raw['customer']);
    if (customer) search.customer = customer;
  }
  const sort = sortOf(raw['sort'], sortable, defaultRoleSort);
  if (sort) search.sort = sort;
  const skip = wholeNumber(raw['skip']);
  if (skip) search.skip = skip;
  return search;
}

export const roleListQuery = (search: RoleSearch) => ({
  ...(search.customer ? { customerId: search.customer } : {}),
  filter: search.q ? `contains(tolower(displayName),${quoted(search.q.toLowerCase())})` : '',
  sorting: `${search.sort ?? defaultRoleSort}, id`,
  maxResultCount: rolesPerPage,
  skipCount: search.skip ?? 0,
});
