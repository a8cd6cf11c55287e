// User list filter and sorting.

/** A finer clock would refetch on every render. */
const thisMinute = () => `${new Date().toISOString().slice(0, 16)}:00Z`;

export const activeFilter = (value: string, now = thisMinute()): string =>
  value === 'locked' ? `lockoutEnd gt ${now}` : `isActive eq ${value === 'yes'}`;

/** Default: staff; a customer's administrator sees only its users. */
export function ownerFilter(filters: Readonly<Record<string, string>>, isTenant: boolean): string {
  if (!isTenant) return '';
  if (filters['customer']) return `customerId eq ${filters['customer']}`;
  if (filters['kind'] === 'all') return '';
  return filters['kind'] === 'customers' ? 'customerId ne null' : 'customerId eq null';
}

/** Tie-breakers keep the order stable across pages. */
export const userSorting = (field: string, direction: 'asc' | 'desc'): string =>
  [`${field} ${direction}`, ...(field === 'surname' ? [`name ${direction}`] : []), 'id'].join(', ');
