// Filter and sorting of the user list.

/** The current minute: a finer clock would refetch on every render. */
const thisMinute = () => `${new Date().toISOString().slice(0, 16)}:00Z`;

export const activeFilter = (value: string, now = thisMinute()): string =>
  value === 'locked' ? `lockoutEnd gt ${now}` : `isActive eq ${value === 'yes'}`;

/** Staff by default; a customer's administrator sees only users of that customer. */
export function ownerFilter(filters: Readonly<Record<string, string>>, isTenant: boolean): string {
  if (!isTenant) return '';
  if (filters['customer']) return `customerId eq ${filters['customer']}`;
  if (filters['kind'] === 'all') return '';
  return filters['kind'] === 'customers' ? 'customerId ne null' : 'customerId eq null';
}

/** Adds tie-breakers: given names within a surname, and a stable order across pages. */
export const userSorting = (field: string, direction: 'asc' | 'desc'): string =>
  [`${field} ${direction}`, ...(field === 'surname' ? [`name ${direction}`] : []), 'id'].join(', ');
