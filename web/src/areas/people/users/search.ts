// Which users a list holds, and in which order.

/** The minute that has begun: a finer clock would ask for another list at every look. */
const thisMinute = () => `${new Date().toISOString().slice(0, 16)}:00Z`;

export const activeFilter = (value: string, now = thisMinute()): string =>
  value === 'locked' ? `lockoutEnd gt ${now}` : `isActive eq ${value === 'yes'}`;

/** The tenant's own people unless others are asked for; a customer's administrator sees that customer's users alone. */
export function whoseFilter(filters: Readonly<Record<string, string>>, isTenant: boolean): string {
  if (!isTenant) return '';
  if (filters['customer']) return `customerId eq ${filters['customer']}`;
  if (filters['kind'] === 'all') return '';
  return filters['kind'] === 'customers' ? 'customerId ne null' : 'customerId eq null';
}

/** People of one surname stand by their names, and everything else in one order from page to page. */
export const userSorting = (field: string, direction: 'asc' | 'desc'): string =>
  [`${field} ${direction}`, ...(field === 'surname' ? [`name ${direction}`] : []), 'id'].join(', ');
