// The state of the booking list as it stands in the address, and the query the server gets for it.
import { allStatuses, groups, statusesOf, type StatusGroup } from './status.ts';

export const pageSizes = [25, 50, 100] as const;
export const defaultSort = '-creationTime';

export interface BookingSearch {
  q?: string;
  group?: StatusGroup;
  /** Several statuses or carriers stand in one text with commas, which keeps an address readable. */
  status?: string;
  carrier?: string;
  customer?: number;
  from?: string;
  to?: string;
  /** A column, with a minus in front when the greatest comes first. */
  sort?: string;
  skip?: number;
  size?: number;
}

/** Columns the server can sort by; anything else in an address is dropped rather than sent on. */
export const sortable = ['creationTime', 'id', 'consignmentId', 'reference', 'bookingStatus', 'carrier', 'eta'] as const;

/** The entries of a text with commas. */
export function listOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return [...new Set(list.map((entry) => String(entry).trim()).filter(Boolean))];
}

const wholeNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
};

const day = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

const sorting = (value: unknown): string | undefined => {
  const text = String(value ?? '');
  return sortable.some((name) => name === text || `-${name}` === text) ? text : undefined;
};

/** Reads an address, which anybody may have typed: what makes no sense is left out, never an error. */
export function parseSearch(raw: Record<string, unknown>): BookingSearch {
  const search: BookingSearch = {};
  const text = raw['q'] === undefined || raw['q'] === null ? '' : String(raw['q']).trim();
  if (text) search.q = text.slice(0, 200);
  const group = groups.find((entry) => entry.key === raw['group']);
  if (group) search.group = group.key;
  const status = listOf(raw['status']).filter((name) => allStatuses.includes(name));
  if (status.length) search.status = status.join(',');
  const carrier = listOf(raw['carrier']).slice(0, 50);
  if (carrier.length) search.carrier = carrier.join(',');
  const customer = wholeNumber(raw['customer']);
  if (customer) search.customer = customer;
  const from = day(raw['from']);
  if (from) search.from = from;
  const to = day(raw['to']);
  if (to) search.to = to;
  const sort = sorting(raw['sort']);
  if (sort && sort !== defaultSort) search.sort = sort;
  const skip = wholeNumber(raw['skip']);
  if (skip) search.skip = skip;
  const size = wholeNumber(raw['size']);
  if (size && size !== pageSizes[0] && pageSizes.some((known) => known === size)) search.size = size;
  return search;
}

/** A piece of text inside a filter: a quote is doubled, so that no typed text can end it early. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const oneOf = (field: string, values: readonly string[]): string =>
  values.length === 1 ? `${field} eq ${quoted(values[0] ?? '')}` : `${field} in (${values.map(quoted).join(',')})`;

/** What the search box looks through; a plain number is also tried as the booking's own number. */
const searched = ['consignmentId', 'manifestId', 'reference', 'customer/companyName', 'fromAddress/suburb', 'toAddress/suburb'];

function textFilter(text: string): string {
  const needle = quoted(text.toLowerCase());
  const parts = searched.map((field) => `contains(tolower(${field}),${needle})`);
  if (/^\d{1,15}$/.test(text)) parts.unshift(`id eq ${text}`);
  return parts.join(' or ');
}

export interface FilterOptions {
  /** Counting by status must not be narrowed by the statuses that are chosen. */
  ignoreStatus?: boolean;
  /** The first moment of a day of the tenant's calendar, as a UTC time. */
  startOfDay?: (day: string) => string;
}

const nextDay = (date: string): string => {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + 1);
  return at.toISOString().slice(0, 10);
};

/** The filter text for the chosen state, empty when nothing is narrowed. */
export function filterText(search: BookingSearch, options: FilterOptions = {}): string {
  const startOfDay = options.startOfDay ?? ((date: string) => `${date}T00:00:00Z`);
  const parts: string[] = [];
  if (!options.ignoreStatus) {
    const narrowed = search.status ? listOf(search.status) : search.group ? statusesOf(search.group) : [];
    if (narrowed.length) parts.push(oneOf('bookingStatus', narrowed));
  }
  if (search.carrier) parts.push(oneOf('carrier', listOf(search.carrier)));
  if (search.customer) parts.push(`customer/id eq ${search.customer}`);
  if (search.from) parts.push(`creationTime ge ${startOfDay(search.from)}`);
  if (search.to) parts.push(`creationTime lt ${startOfDay(nextDay(search.to))}`);
  if (search.q) parts.push(textFilter(search.q));
  return parts.length === 1 ? (parts[0] ?? '') : parts.map((part) => `(${part})`).join(' and ');
}

/** The id at the end keeps rows with equal values in one order from page to page. */
export function sortingText(search: BookingSearch): string {
  const sort = search.sort ?? defaultSort;
  return sort.startsWith('-') ? `${sort.slice(1)} desc, id desc` : `${sort} asc, id`;
}

export function listQuery(search: BookingSearch, options: FilterOptions = {}): Record<string, string> {
  const filter = filterText(search, options);
  return {
    ...(filter ? { filter } : {}),
    sorting: sortingText(search),
    maxResultCount: String(search.size ?? pageSizes[0]),
    skipCount: String(search.skip ?? 0),
  };
}

/** The same state with something changed; whatever narrows or reorders the list starts at its first page again. */
export function changed(search: BookingSearch, change: Partial<Record<keyof BookingSearch, unknown>>): BookingSearch {
  return parseSearch({ ...search, ...('skip' in change ? {} : { skip: 0 }), ...change });
}

export const isNarrowed = (search: BookingSearch): boolean => filterText(search) !== '';
