// Scans of the own fleet: the words a person chooses from, and when one can be entered.

import { msg } from '@waybill/plugin';

export const SCAN_STATUSES = [
  'PickedUp',
  'InTransit',
  'AtDepot',
  'OutForDelivery',
  'AtDelivery',
  'PartiallyDelivered',
  'AwaitingCollection',
  'Delivered',
  'DeliveryAttempted',
  'FailedPickup',
  'FailedDelivery',
  'Delayed',
  'OnHold',
  'Damaged',
  'Lost',
  'ReturningToSender',
  'ReturnedToSender',
] as const;

/** Statuses before the manifest: there is nothing to scan yet. */
const BEFORE_MANIFEST = new Set(['Draft', 'Quoted', 'PendingPayment', 'Booked', 'Manifesting']);
const FINAL = new Set(['Delivered', 'ReturnedToSender', 'Cancelled', 'Deleted', 'Failed']);

/** Reason in English, marked for translation; null if a scan can be entered. */
export function scanRefusal(status: string): string | null {
  if (BEFORE_MANIFEST.has(status))
    return msg('Scans can be entered once the consignment is on a manifest.');
  if (FINAL.has(status))
    return msg('This consignment has come to its end; no more scans are expected.');
  return null;
}
