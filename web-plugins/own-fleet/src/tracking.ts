// The scans of a consignment: what the server knows of them, and the words a person chooses from.
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient, SlotBooking } from '@waybill/plugin';

export interface Scan {
  status: string;
  updatedAt?: string | null;
  creationTime: string;
  details?: { key: string; value: string }[] | null;
}

export interface Tracking {
  eta: string | null;
  bookingStatus: string;
  trackingDetails: Scan[];
}

/** What happens to a consignment on one's own vehicles, in the order of the way. */
export const SCAN_STATUSES = [
  'PickedUp', 'InTransit', 'AtDepot', 'OutForDelivery', 'AtDelivery', 'PartiallyDelivered', 'AwaitingCollection', 'Delivered',
  'DeliveryAttempted', 'FailedPickup', 'FailedDelivery', 'Delayed', 'OnHold', 'Damaged', 'Lost', 'ReturningToSender', 'ReturnedToSender',
] as const;

/** Statuses before the manifest: there is nothing to scan yet. */
const BEFORE_MANIFEST = new Set(['Draft', 'Quoted', 'PendingPayment', 'Booked', 'Manifesting']);
const FINAL = new Set(['Delivered', 'ReturnedToSender', 'Cancelled', 'Deleted', 'Failed']);

export function scanRefusal(status: string): string | null {
  if (BEFORE_MANIFEST.has(status)) return 'Scans can be entered once the consignment is on a manifest.';
  if (FINAL.has(status)) return 'This consignment has come to its end; no more scans are expected.';
  return null;
}

function postCode(booking: SlotBooking): string | undefined {
  const to = booking.toAddress as { postCode?: string } | null | undefined;
  return to?.postCode;
}

export const trackingQuery = (api: ApiClient, booking: SlotBooking) =>
  queryOptions({
    queryKey: ['bookings', 'tracking', booking.id, booking.rowVersion],
    enabled: Boolean(booking.consignmentId),
    queryFn: () => api.get<Tracking>('/api/booking/booking/getTrackingDetails', { ConnoteNumber: booking.consignmentId, PostCode: postCode(booking) }),
  });

export const scanTime = (scan: Scan) => scan.updatedAt ?? scan.creationTime;
export const scanDetail = (scan: Scan, key: string) => scan.details?.find((d) => d.key.toLowerCase() === key)?.value || null;

/** The newest first; of the same moment, the one entered last. */
export const newestFirst = (scans: Scan[]) =>
  scans.toReversed().toSorted((a, b) => Date.parse(scanTime(b)) - Date.parse(scanTime(a)) || Date.parse(b.creationTime) - Date.parse(a.creationTime));
