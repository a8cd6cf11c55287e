// Booking columns for rows, choice and export.
import { TriangleAlert } from 'lucide-react';
import { StatusBadge, words, type useFormat } from '@waybill/plugin';
import { DayCell, MomentCell } from '../../kit/list/Cells.tsx';
import type { ListColumn } from '../../kit/list/declare.ts';
import { t } from '../../lib/i18n.ts';
import {
  bookingName,
  carrierText,
  costPrice,
  customerText,
  partyText,
  pieces,
  placeText,
  sellPrice,
} from '../../lib/bookings/display.ts';
import type { Address, Booking } from '../../lib/bookings/model.ts';

export type Format = ReturnType<typeof useFormat>;

export interface Viewer {
  isTenant: boolean;
  seesCost: boolean;
  carrierName: (code: string) => string;
}

/** "Richmond VIC"; tooltip and export have the full address. */
const townText = (address: Address | null | undefined): string =>
  [address?.suburb, address?.stateCode || address?.state].filter(Boolean).join(' ');
const partyAndPlace = (address: Address | null | undefined): string =>
  [partyText(address), placeText(address)].filter(Boolean).join(', ');

/** Cost columns need a permission. */
export function bookingColumns(format: Format, viewer: Viewer): ListColumn<Booking>[] {
  const columns: (ListColumn<Booking> | false)[] = [
    {
      id: 'consignmentId',
      header: t('Connote'),
      cell: (booking) => (
        <>
          {bookingName(booking)}
          {booking.isDangerousGood && (
            <TriangleAlert
              role="img"
              aria-label={[t('Dangerous goods'), booking.dangerousGoodUNCode]
                .filter(Boolean)
                .join(' · ')}
              className="ms-1.5 inline size-3.5 -translate-y-px text-warning-text"
            />
          )}
        </>
      ),
      csv: (booking) => booking.consignmentId ?? '',
      sort: 'consignmentId',
      fixed: true,
    },
    {
      id: 'bookingStatus',
      header: t('Status'),
      cell: (booking) => <StatusBadge status={booking.bookingStatus ?? 'Unknown'} />,
      csv: (booking) => t(words(booking.bookingStatus ?? '')),
      sort: 'bookingStatus',
      fixed: true,
      narrow: 'badge',
    },
    viewer.isTenant && {
      id: 'customer',
      header: t('Customer'),
      cell: (booking) => customerText(booking.customer) || '–',
      csv: (booking) => customerText(booking.customer),
      narrow: 'line',
    },
    {
      id: 'from',
      header: t('From'),
      cell: (booking) => townText(booking.fromAddress) || '–',
      csv: (booking) => placeText(booking.fromAddress),
      narrow: 'line',
    },
    {
      id: 'to',
      header: t('To'),
      cell: (booking) => townText(booking.toAddress) || '–',
      csv: (booking) => placeText(booking.toAddress),
      narrow: 'line',
    },
    {
      id: 'sender',
      header: t('Sender'),
      cell: (booking) => partyText(booking.fromAddress) || '–',
      csv: (booking) => partyAndPlace(booking.fromAddress),
      extra: true,
    },
    {
      id: 'receiver',
      header: t('Receiver'),
      cell: (booking) => partyText(booking.toAddress) || '–',
      csv: (booking) => partyAndPlace(booking.toAddress),
      extra: viewer.isTenant,
    },
    {
      id: 'carrier',
      header: t('Carrier'),
      cell: (booking) => carrierText(booking, viewer.carrierName) || '–',
      csv: (booking) => carrierText(booking, viewer.carrierName),
      sort: 'carrier',
      short: true,
    },
    {
      id: 'pieces',
      header: t('Pcs'),
      cell: (booking) => format.number(pieces(booking), 0),
      csv: pieces,
      numeric: true,
    },
    {
      id: 'goods',
      header: t('Weight'),
      cell: (booking) => format.quantity(booking.totalWeight, 1),
      csv: (booking) => booking.totalWeight?.value,
      numeric: true,
    },
    {
      id: 'chargeable',
      header: t('Chargeable'),
      cell: (booking) => format.quantity(booking.chargableWeight, 1),
      csv: (booking) => booking.chargableWeight?.value,
      numeric: true,
      extra: true,
    },
    {
      id: 'price',
      header: t('Price'),
      cell: (booking) => format.money(sellPrice(booking)),
      csv: sellPrice,
      numeric: true,
    },
    viewer.seesCost && {
      id: 'cost',
      header: t('Cost'),
      cell: (booking) => format.money(costPrice(booking)),
      csv: costPrice,
      numeric: true,
      extra: true,
    },
    {
      id: 'eta',
      header: t('ETA'),
      cell: (booking) => <DayCell value={booking.eta} />,
      csv: (booking) => booking.eta,
      sort: 'eta',
    },
    {
      id: 'creationTime',
      header: t('Created'),
      cell: (booking) => <MomentCell value={booking.creationTime} />,
      csv: (booking) => booking.creationTime,
      sort: 'creationTime',
    },
    {
      id: 'id',
      header: t('Number'),
      cell: (booking) => booking.id,
      csv: (booking) => booking.id,
      sort: 'id',
      numeric: true,
      extra: true,
    },
    {
      id: 'reference',
      header: t('Reference'),
      cell: (booking) => booking.reference || '–',
      csv: (booking) => booking.reference,
      sort: 'reference',
      extra: true,
    },
    {
      id: 'manifestId',
      header: t('Manifest'),
      cell: (booking) => booking.manifestId || '–',
      csv: (booking) => booking.manifestId,
      extra: true,
    },
    {
      id: 'pickupReadyTime',
      header: t('Pickup ready'),
      cell: (booking) => <MomentCell value={booking.pickupReadyTime} />,
      csv: (booking) => booking.pickupReadyTime,
      extra: true,
    },
    {
      id: 'lastTracking',
      header: t('Last scan'),
      cell: (booking) => <MomentCell value={booking.lastTrackingModifiedTime} />,
      csv: (booking) => booking.lastTrackingModifiedTime,
      extra: true,
    },
    {
      id: 'invoiceNumber',
      header: t('Invoice'),
      cell: (booking) => booking.invoiceNumber || '–',
      csv: (booking) => booking.invoiceNumber,
      extra: true,
    },
  ];
  return columns.filter((column) => column !== false);
}
