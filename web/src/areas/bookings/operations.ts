// The operations on bookings: what each is called, who may ask for it, and how it is asked for.
import { queryClient } from '../../api/query-client.ts';
import { api } from '../../api/client.ts';
import { msg } from '../../lib/i18n.ts';
import type { BulkAnswer } from './model.ts';
import { bookingsKey } from './queries.ts';

export interface Operation {
  name: string;
  /** On a button; like `done`, English and shown through t(). */
  label: string;
  permission: string;
  /** In the sentence that reports what was done. */
  done: string;
  /** Cannot be taken back, so it is asked about first. */
  asks?: boolean;
}

export const operations: readonly Operation[] = [
  { name: 'Book', label: msg('Book'), permission: 'Pages.Booking.Create', done: msg('booked') },
  { name: 'Manifest', label: msg('Manifest'), permission: 'Pages.Booking.Manifest', done: msg('manifested') },
  { name: 'PrintLabel', label: msg('Print label'), permission: 'Pages.Booking', done: msg('label ready') },
  { name: 'PrintManifest', label: msg('Print manifest'), permission: 'Pages.Booking', done: msg('manifest ready') },
  { name: 'BookPickup', label: msg('Book pickup'), permission: 'Pages.Booking.Manifest', done: msg('pickup booked') },
  { name: 'RefreshTracking', label: msg('Refresh tracking'), permission: 'Pages.Booking', done: msg('tracking refreshed') },
  { name: 'EmailDocuments', label: msg('E-mail documents'), permission: 'Pages.Booking', done: msg('documents sent') },
  { name: 'Hold', label: msg('Put on hold'), permission: 'Pages.Booking.ChangeStatus', done: msg('put on hold') },
  { name: 'Release', label: msg('Release'), permission: 'Pages.Booking.ChangeStatus', done: msg('released') },
  { name: 'Requote', label: msg('Requote'), permission: 'Pages.Booking.Edit', done: msg('requoted') },
  { name: 'Cancel', label: msg('Cancel booking'), permission: 'Pages.Booking.Cancel', done: msg('cancelled'), asks: true },
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
