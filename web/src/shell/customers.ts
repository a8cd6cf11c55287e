// What the customer picker asks the customer service, and how a customer is named.
import { api, type Page } from '../api/client.ts';

export interface PickedCustomer {
  id: number;
  customerGuid: string;
  code: string;
  companyName: string | null;
  customerName: string | null;
  contactName: string | null;
  accountName: string | null;
}

const TEXT_FIELDS = ['code', 'companyName', 'contactName', 'accountName', 'customerName'] as const;
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The search as a filter: the id when the text is a number, and the text anywhere in the five names. */
export function customerFilter(text: string): string {
  const wanted = text.trim().toLowerCase();
  const parts = TEXT_FIELDS.map((field) => `contains(tolower(${field}),${quoted(wanted)})`);
  return (/^\d+$/.test(wanted) ? [`id eq ${Number(wanted)}`, ...parts] : parts).join(' or ');
}

export const customerById = (id: number) => `id eq ${id}`;
export const customerByGuid = (guid: string) => `customerGuid eq guid'${guid}'`;

export function customerLabel(customer: Partial<PickedCustomer>): string {
  return customer.companyName || customer.customerName || customer.contactName || customer.accountName || 'Unknown Customer';
}

const PATH = '/api/customer/customer/getCustomers';

export async function searchCustomers(text: string, signal?: AbortSignal): Promise<PickedCustomer[]> {
  const query = { filter: customerFilter(text), sorting: 'companyName, id', maxResultCount: 20, skipCount: 0 };
  return (await api.get<Page<PickedCustomer>>(PATH, query, signal ? { signal } : {})).items;
}

/** The one customer that a filter by id or guid finds. */
export async function findCustomer(filter: string): Promise<PickedCustomer | null> {
  return (await api.get<Page<PickedCustomer>>(PATH, { filter, maxResultCount: 1, skipCount: 0 })).items[0] ?? null;
}
