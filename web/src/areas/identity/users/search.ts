// The state of the list of users as it stands in the address, and the query the server gets for it.
import { quoted } from '../../bookings/search.ts';
import { sortOf, wholeNumber } from '../roles/search.ts';

export const pageSizes = [25, 50, 100] as const;
export const defaultUserSort = 'surname asc';
export const sortableFields = ['surname', 'userName', 'emailAddress', 'lastLoginTime', 'creationTime'] as const;

export interface UserSearch {
  q?: string;
  /** Whose users: the tenant's own people when absent. */
  kind?: 'customers' | 'all';
  customer?: number;
  role?: number;
  permission?: string;
  active?: 'yes' | 'no' | 'locked';
  sort?: string;
  skip?: number;
  size?: number;
}

export function parseUserSearch(raw: Record<string, unknown>): UserSearch {
  const search: UserSearch = {};
  const text = raw['q'] === undefined || raw['q'] === null ? '' : String(raw['q']).trim();
  if (text) search.q = text.slice(0, 200);
  if (raw['kind'] === 'customers' || raw['kind'] === 'all') search.kind = raw['kind'];
  const customer = wholeNumber(raw['customer']);
  if (customer && search.kind === 'customers') search.customer = customer;
  const role = wholeNumber(raw['role']);
  if (role) search.role = role;
  const permission = String(raw['permission'] ?? '');
  if (/^[A-Za-z]+(\.[A-Za-z]+)*$/.test(permission)) search.permission = permission;
  if (raw['active'] === 'yes' || raw['active'] === 'no' || raw['active'] === 'locked') search.active = raw['active'];
  const sort = sortOf(raw['sort'], sortableFields, defaultUserSort);
  if (sort) search.sort = sort;
  const skip = wholeNumber(raw['skip']);
  if (skip) search.skip = skip;
  const size = wholeNumber(raw['size']);
  if (size && size !== pageSizes[0] && pageSizes.some((known) => known === size)) search.size = size;
  return search;
}

const searched = ['fullName', 'userName', 'emailAddress', 'phoneNumber'];

/** The name, the user name, the e-mail address or the telephone number holds the text; a number is tried as the id too. */
export function textFilter(text: string): string {
  const needle = quoted(text.toLowerCase());
  const parts = searched.map((field) => `contains(tolower(${field}),${needle})`);
  if (/^\d{1,15}$/.test(text)) parts.unshift(`id eq ${text}`);
  return parts.join(' or ');
}

/** The minute that has begun: a finer clock would ask for another list at every look. */
const thisMinute = () => `${new Date().toISOString().slice(0, 16)}:00Z`;

/** A customer's administrator sees that customer's users alone, whatever the kind says. */
export function userFilter(search: UserSearch, isTenant: boolean, now = thisMinute()): string {
  const parts: string[] = [];
  if (isTenant && search.customer) parts.push(`customerId eq ${search.customer}`);
  else if (isTenant && search.kind !== 'all') parts.push(search.kind === 'customers' ? 'customerId ne null' : 'customerId eq null');
  if (search.active === 'locked') parts.push(`lockoutEnd gt ${now}`);
  else if (search.active) parts.push(`isActive eq ${search.active === 'yes'}`);
  if (search.q) parts.push(textFilter(search.q));
  return parts.length === 1 ? (parts[0] ?? '') : parts.map((part) => `(${part})`).join(' and ');
}

export function userListQuery(search: UserSearch, isTenant: boolean) {
  const [field, direction] = (search.sort ?? defaultUserSort).split(' ');
  // People of one surname stand by their names, and everything else in one order from page to page.
  const sorting = [`${field} ${direction}`, ...(field === 'surname' ? [`name ${direction}`] : []), 'id'].join(', ');
  return {
    filter: userFilter(search, isTenant),
    ...(search.role ? { role: search.role } : {}),
    ...(search.permission ? { permission: search.permission } : {}),
    sorting,
    maxResultCount: search.size ?? pageSizes[0],
    skipCount: search.skip ?? 0,
  };
}

/** Whether something besides whose users they are narrows the list. */
export const isNarrowed = ({ q, customer, role, permission, active }: UserSearch): boolean => [q, customer, role, permission, active].some((value) => value !== undefined);
