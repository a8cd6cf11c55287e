// Booking columns for rows, choice and export.
import { TriangleAlert } from 'lucide-react';
import { words, type useFormat } from '@waybill/plugin';
import { DayCell, MomentCell } from '../../kit/list/Cells.tsx';
import type { ListColumn } from '../../kit/list/declare.ts';
import { unNumbers } from '../../lib/dangerous-goods.ts';
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
import { BookingInput } from '../../api/resources/bookings.gen.ts';
import { saveField } from './save.ts';
import { StatusMenu } from './StatusMenu.tsx';

export type Format = ReturnType<typeof useFormat>;

export interface Viewer {
  isTenant: boolean;
  seesCost: boolean;
  carrierName: (code: string) => string;
}

/** "Richmond VIC"; tooltip and export have the post code. */
const townText = (address: Address | null | undefined): string =>
  [address?.suburb, address?.stateCode || address?.state].filter(Boolean).join(' ');
const streetText = (address: Address | null | undefined): string =>
  [address?.addressLine1, address?.addressLine2].filter(Boolean).join(', ');
const partyAndPlace = (address: Address | null | undefined): string =>
  [partyText(address), placeText(address)].filter(Boolean).join(', ');

const isEditable = (booking: Booking): boolean =>
  booking.allowedOperations?.includes('Edit') ?? false;

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
              aria-label={[t('Dangerous goods'), ...unNumbers(booking)].join(' · ')}
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
      cell: (booking) => <StatusMenu booking={booking} />,
      csv: (booking) => t(words(booking.bookingStatus ?? '')),
      sort: 'bookingStatus',
      fixed: true,
      narrow: 'badge',
    },
    viewer.isTenant && {
      id: 'customer',
      header: t('Customer'),
      priority: 2,
      cell: (booking) => customerText(booking.customer) || '–',
      csv: (booking) => customerText(booking.customer),
      narrow: 'line',
    },
    {
      id: 'from',
      header: t('From'),
      priority: 5,
      cell: (booking) => townText(booking.fromAddress) || '–',
      csv: (booking) => placeText(booking.fromAddress),
      narrow: 'line',
    },
    {
      id: 'to',
      header: t('To'),
      priority: 1,
      cell: (booking) => placeText(booking.toAddress) || '–',
      csv: (booking) => placeText(booking.toAddress),
      narrow: 'line',
    },
    {
      id: 'sender',
      header: t('Sender'),
      priority: 6,
      cell: (booking) => partyText(booking.fromAddress) || '–',
      csv: (booking) => partyAndPlace(booking.fromAddress),
      extra: true,
    },
    {
      id: 'receiver',
      header: t('Receiver'),
      priority: 4,
      cell: (booking) => partyText(booking.toAddress) || '–',
      csv: (booking) => partyAndPlace(booking.toAddress),
    },
    {
      id: 'street',
      header: t('Street'),
      priority: 6,
      cell: (booking) => streetText(booking.toAddress) || '–',
      csv: (booking) => [streetText(booking.toAddress), placeText(booking.toAddress)].join(', '),
      extra: true,
    },
    {
      id: 'carrier',
      header: t('Carrier'),
      priority: 3,
      cell: (booking) => carrierText(booking, viewer.carrierName) || '–',
      csv: (booking) => carrierText(booking, viewer.carrierName),
      sort: 'carrier',
    },
    {
      id: 'pieces',
      header: t('Pcs'),
      priority: 8,
      cell: (booking) => format.number(pieces(booking), 0),
      csv: pieces,
      numeric: true,
    },
    {
      id: 'goods',
      header: t('Weight'),
      priority: 7,
      cell: (booking) => format.quantity(booking.totalWeight, 1),
      csv: (booking) => booking.totalWeight?.value,
      numeric: true,
    },
    {
      id: 'chargeable',
      header: t('Chargeable'),
      priority: 7,
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
      priority: 6,
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
      priority: 8,
      cell: (booking) => booking.id,
      csv: (booking) => booking.id,
      sort: 'id',
      numeric: true,
      extra: true,
    },
    {
      id: 'reference',
      header: t('Reference'),
      priority: 6,
      cell: (booking) => booking.reference || '–',
      csv: (booking) => booking.reference,
      sort: 'reference',
      extra: true,
      edit: {
        type: 'text',
        maxLength: BookingInput.fields.reference.maxLength,
        value: (booking) => booking.reference ?? '',
        able: isEditable,
        save: (booking, reference) => saveField(booking, { reference: reference || null }),
      },
    },
    {
      id: 'manifestId',
      header: t('Manifest'),
      priority: 7,
      cell: (booking) => booking.manifestId || '–',
      csv: (booking) => booking.manifestId,
      extra: true,
    },
    {
      id: 'pickupReadyTime',
      header: t('Pickup ready'),
      priority: 6,
      cell: (booking) => <MomentCell value={booking.pickupReadyTime} />,
      csv: (booking) => booking.pickupReadyTime,
      extra: true,
      edit: {
        type: 'datetime-local',
        value: (booking) => format.toLocalInput(booking.pickupReadyTime),
        able: isEditable,
        save: (booking, local) =>
          saveField(booking, { pickupReadyTime: local ? format.fromLocalInput(local) : null }),
      },
    },
    {
      id: 'lastTracking',
      header: t('Last scan'),
      priority: 7,
      cell: (booking) => <MomentCell value={booking.lastTrackingModifiedTime} />,
      csv: (booking) => booking.lastTrackingModifiedTime,
      extra: true,
    },
    {
      id: 'invoiceNumber',
      header: t('Invoice'),
      priority: 7,
      cell: (booking) => booking.invoiceNumber || '–',
      csv: (booking) => booking.invoiceNumber,
      extra: true,
    },
  ];
  return columns.filter((column) => column !== false);
}
