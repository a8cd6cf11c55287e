// Queries of the home pages; keys begin with the name of the area whose changes refresh them.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { allOf, oneOf, quoted } from '../../lib/odata.ts';
import { bookingName } from '../../lib/bookings/display.ts';
import { creditGroupFilter, groupFilter } from '../../lib/invoices.ts';

/** Rows of a list on a home page. */
export const MAX_ROWS = 6;
const ONE = { maxResultCount: 1, skipCount: 0 };
const FEW = { maxResultCount: MAX_ROWS, skipCount: 0 };

export const invoicesQuery = (group: 'ready' | 'overdue' | 'due', today: string) =>
  queryOptions({
    queryKey: ['finance', 'invoices', 'home', group, today],
    queryFn: ({ signal }) =>
      api.get(
        '/api/finance/invoice/getinvoices',
        {
          filter:
            group === 'due'
              ? allOf([groupFilter(group, today), 'outstandingAmount gt 0'])
              : groupFilter(group, today),
          sorting: 'dueDate asc, id asc',
          ...FEW,
        },
        { signal },
      ),
  });

/** Bookings that the next invoice run takes, and jobs without one. */
export const toInvoiceQuery = queryOptions({
  queryKey: ['finance', 'home', 'to-invoice'],
  queryFn: async ({ signal }) => {
    const { bookings, jobs } = await api.get(
      '/api/finance/invoice/getuninvoicedcounts',
      undefined,
      { signal },
    );
    return bookings + jobs;
  },
});

export const unallocatedQuery = queryOptions({
  queryKey: ['finance', 'payments', 'home', 'unallocated'],
  queryFn: async ({ signal }) =>
    (
      await api.get(
        '/api/finance/payment/getpayments',
        { filter: 'unallocatedAmount gt 0', ...ONE },
        { signal },
      )
    ).totalCount,
});

export const creditNotesQuery = queryOptions({
  queryKey: ['finance', 'credit', 'home'],
  queryFn: async ({ signal }) =>
    (
      await api.get(
        '/api/finance/creditnote/getcreditnotes',
        { filter: creditGroupFilter('decide'), ...ONE },
        { signal },
      )
    ).totalCount,
});

export const bankLinesQuery = queryOptions({
  queryKey: ['finance', 'bank', 'home'],
  queryFn: ({ signal }) =>
    api.get(
      '/api/finance/bank/getlines',
      { filter: oneOf('status', ['Open']), sorting: 'id asc', ...FEW },
      { signal },
    ),
});

export const heldLinesQuery = queryOptions({
  queryKey: ['reconciliation', 'home', 'held'],
  queryFn: ({ signal }) =>
    api.get(
      '/api/booking/reconciliation/GetReconciliationBookings',
      { filter: oneOf('status', ['Held']), sorting: 'id asc', ...FEW },
      { signal },
    ),
});

export const bookingCountQuery = (filter: string) =>
  queryOptions({
    queryKey: ['bookings', 'home', 'count', filter],
    queryFn: async ({ signal }) =>
      (await api.get('/api/booking/booking/getbookings', { filter, ...ONE }, { signal }))
        .totalCount,
  });

/** Scans of today, of all people, the latest first. */
export const scansQuery = (since: string) =>
  queryOptions({
    queryKey: ['bookings', 'home', 'scans', since],
    queryFn: async ({ signal }) => {
      const { items } = await api.get(
        '/api/booking/booking/getOperationLogs',
        {
          filter: allOf([oneOf('operation', ['AddTrackingEvent']), `creationTime ge ${since}`]),
          sorting: 'creationTime desc, id desc',
          ...FEW,
        },
        { signal },
      );
      const names = await bookingNames([...new Set(items.map((scan) => scan.bookingId))], signal);
      return items.map((scan) => ({
        ...scan,
        name: names.get(scan.bookingId) ?? `#${scan.bookingId}`,
      }));
    },
  });

/** The log has ids only; people know the numbers on the labels. */
async function bookingNames(
  ids: readonly number[],
  signal: AbortSignal,
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { items } = await api.get(
    '/api/booking/booking/getbookings',
    { filter: ids.map((id) => `id eq ${id}`).join(' or '), ...FEW },
    { signal },
  );
  return new Map(items.map((booking) => [booking.id, bookingName(booking)]));
}

/** Bookings with exactly this consignment number or reference. */
export const findBookings = async (number: string) =>
  (
    await api.get('/api/booking/booking/getbookings', {
      filter: ['consignmentId', 'reference', 'orderNumber']
        .map((field) => `tolower(${field}) eq ${quoted(number.toLowerCase())}`)
        .join(' or '),
      sorting: 'creationTime desc, id desc',
      maxResultCount: 2,
    })
  ).items;
