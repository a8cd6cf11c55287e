// The operations on bookings: what each is called, who may ask for it, and how it is asked for.
import { queryClient } from '../../api/query-client.ts';
import { api } from '../../api/client.ts';
import type { BulkAnswer } from './model.ts';
import { bookingsKey } from './queries.ts';

export interface Operation {
  name: string;
  /** On a button. */
  label: string;
  permission: string;
  /** In the sentence that reports what was done. */
  done: string;
  /** Cannot be taken back, so it is asked about first. */
  asks?: boolean;
}

export const operations: readonly Operation[] = [
  { name: 'Book', label: 'Book', permission: 'Pages.Booking.Create', done: 'booked' },
  { name: 'Manifest', label: 'Manifest', permission: 'Pages.Booking.Manifest', done: 'manifested' },
  { name: 'PrintLabel', label: 'Print label', permission: 'Pages.Booking', done: 'label ready' },
  { name: 'PrintManifest', label: 'Print manifest', permission: 'Pages.Booking', done: 'manifest ready' },
  { name: 'BookPickup', label: 'Book pickup', permission: 'Pages.Booking.Manifest', done: 'pickup booked' },
  { name: 'RefreshTracking', label: 'Refresh tracking', permission: 'Pages.Booking', done: 'tracking refreshed' },
  { name: 'EmailDocuments', label: 'E-mail documents', permission: 'Pages.Booking', done: 'documents sent' },
  { name: 'Hold', label: 'Put on hold', permission: 'Pages.Booking.ChangeStatus', done: 'put on hold' },
  { name: 'Release', label: 'Release', permission: 'Pages.Booking.ChangeStatus', done: 'released' },
  { name: 'Requote', label: 'Requote', permission: 'Pages.Booking.Edit', done: 'requoted' },
  { name: 'Cancel', label: 'Cancel booking', permission: 'Pages.Booking.Cancel', done: 'cancelled', asks: true },
];

/** The ones that make sense for many bookings at once, in the order of the dispatcher's day. */
export const bulkOperations: readonly Operation[] = ['Book', 'Manifest', 'PrintLabel', 'RefreshTracking', 'Cancel'].flatMap(
  (name) => operations.find((operation) => operation.name === name) ?? [],
);

export const operationOf = (name: string): Operation | undefined => operations.find((operation) => operation.name === name);

/** Runs one operation on some bookings; everything shown about bookings is stale afterwards, whatever came of it. */
export async function runOperation(name: string, bookingIds: number[]): Promise<BulkAnswer> {
  try {
    return await api.post<BulkAnswer>('/api/booking/booking/runbulkoperation', { bookingIds, operations: [name] });
  } finally {
    void queryClient.invalidateQueries({ queryKey: bookingsKey });
  }
}
