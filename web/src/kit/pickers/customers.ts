// Customer search and display names.
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { t } from '../../lib/i18n.ts';

export type PickedCustomer = Schema<'Customer'>;

const TEXT_FIELDS = ['code', 'companyName', 'contactName', 'accountName', 'customerName'] as const;
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Filter by id, and by text in the five names. */
export function customerFilter(text: string): string {
  const searchText = text.trim().toLowerCase();
  const parts = TEXT_FIELDS.map((field) => `contains(tolower(${field}),${quoted(searchText)})`);
  return (/^\d+$/.test(searchText) ? [`id eq ${Number(searchText)}`, ...parts] : parts).join(
    ' or ',
  );
}

export const customerById = (id: number) => `id eq ${id}`;
export const customerByGuid = (guid: string) => `customerGuid eq guid'${guid}'`;

export function customerLabel(customer: Partial<PickedCustomer>): string {
  return (
    customer.companyName ||
    customer.customerName ||
    customer.contactName ||
    customer.accountName ||
    t('Unknown Customer')
  );
}

/** Names and codes that begin with the text come first, recent customers first among them. */
export function likeliestFirst(
  found: readonly PickedCustomer[],
  text: string,
  recent: readonly number[] = [],
): PickedCustomer[] {
  const searchText = text.trim().toLowerCase();
  const begins = (customer: PickedCustomer) =>
    TEXT_FIELDS.some((field) => customer[field]?.toLowerCase().startsWith(searchText)) ? 0 : 1;
  const age = ({ id }: PickedCustomer) => (recent.includes(id) ? recent.indexOf(id) : Infinity);
  return found.toSorted(
    (a, b) => begins(a) - begins(b) || (age(a) < age(b) ? -1 : age(a) > age(b) ? 1 : 0),
  );
}

const PATH = '/api/customer/customer/getCustomers';

export async function searchCustomers(
  text: string,
  signal?: AbortSignal,
  recent: readonly number[] = [],
): Promise<PickedCustomer[]> {
  const query = {
    filter: customerFilter(text),
    sorting: 'companyName, id',
    maxResultCount: 20,
    skipCount: 0,
  };
  return likeliestFirst((await api.get(PATH, query, signal ? { signal } : {})).items, text, recent);
}

/** In this order. */
export async function customersOf(
  ids: readonly number[],
  signal: AbortSignal,
): Promise<PickedCustomer[]> {
  const filter = ids.map(customerById).join(' or ');
  const { items } = await api.get(
    PATH,
    { filter, maxResultCount: ids.length, skipCount: 0 },
    { signal },
  );
  return likeliestFirst(items, '', ids);
}

/** The one customer that a filter by id or guid finds. */
export async function findCustomer(filter: string): Promise<PickedCustomer | null> {
  return (await api.get(PATH, { filter, maxResultCount: 1, skipCount: 0 })).items[0] ?? null;
}

interface CustomerOption {
  value: string;
  label: string;
}

const option = (customer: PickedCustomer): CustomerOption => ({
  value: String(customer.id),
  label: `${customerLabel(customer)} (${customer.code})`,
});

/** Customers as a list's filter finds and names them. */
export const customerReference = {
  search: async (text: string, signal: AbortSignal): Promise<CustomerOption[]> =>
    (await searchCustomers(text, signal)).map(option),
  find: async (id: string): Promise<CustomerOption | null> => {
    const found = await findCustomer(customerById(Number(id)));
    return found && option(found);
  },
};
