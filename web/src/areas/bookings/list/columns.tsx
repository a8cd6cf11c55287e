// The columns of the booking list, once for the table, the choice of columns and the CSV export.
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { StatusBadge, Tooltip, words, type useFormat } from '@waybill/plugin';
import { t, useT } from '../../../lib/i18n.ts';
import type { CsvValue } from '../csv.ts';
import { bookingName, carrierText, costPrice, customerText, partyText, pieces, placeText, regionText, sellPrice } from '../display.ts';
import type { Address, Booking } from '../model.ts';
import { shortDay } from '../times.ts';

export type Format = ReturnType<typeof useFormat>;

export interface Viewer {
  isTenant: boolean;
  seesCost: boolean;
  carrierName: (code: string) => string;
}

export interface BookingColumn {
  id: string;
  header: string;
  cell: (booking: Booking) => ReactNode;
  csv: (booking: Booking) => CsvValue;
  /** The field that the server sorts by. */
  sort?: string;
  numeric?: boolean;
  /** Not shown until somebody chooses it. */
  extra?: boolean;
  /** Cannot be hidden, and is the one that stays when the screen is narrow. */
  fixed?: boolean;
}

/** A party that is the customer itself says nothing new. */
function Place({ address, known = '' }: { address: Address | null | undefined; known?: string }) {
  const party = partyText(address) === known ? '' : partyText(address);
  return (
    <span className="block max-w-38" title={[party, placeText(address)].filter(Boolean).join(', ')}>
      <span className="block truncate">{address?.suburb || '–'}</span>
      <span className="block truncate text-xs text-muted-foreground">{[regionText(address), party].filter(Boolean).join(' · ')}</span>
    </span>
  );
}

function Name({ booking, viewer }: { booking: Booking; viewer: Viewer }) {
  const t = useT();
  const customer = viewer.isTenant ? customerText(booking.customer) : partyText(booking.toAddress);
  return (
    <span className="block max-w-[46vw] md:max-w-none">
      <span className="flex items-center gap-1.5">
        <Link to="/bookings-beta/details/$id" params={{ id: String(booking.id) }} className="font-medium whitespace-nowrap text-link underline-offset-2 hover:underline">
          {bookingName(booking)}
        </Link>
        {booking.isDangerousGood && (
          <Tooltip content={['Dangerous goods', booking.dangerousGoodUNCode].filter(Boolean).join(' · ')}>
            <TriangleAlert aria-label={t('Dangerous goods')} className="size-3.5 text-warning-text" />
          </Tooltip>
        )}
      </span>
      {booking.reference && <span className="block truncate text-xs text-muted-foreground">{booking.reference}</span>}
      <span className="block truncate text-xs text-muted-foreground md:hidden">
        {[customer, `${booking.fromAddress?.suburb ?? ''} → ${booking.toAddress?.suburb ?? ''}`].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

/** All columns this viewer may see; what the API keeps back (cost) has no column that would stay empty. */
export function bookingColumns(format: Format, viewer: Viewer): BookingColumn[] {
  const day = (value: string | null | undefined) => (
    <time dateTime={value ?? undefined} title={format.dateTime(value)} className="whitespace-nowrap tabular-nums">
      {shortDay(value, format.timezone)}
    </time>
  );
  const moment = (value: string | null | undefined) => (
    <>
      {day(value)}
      {value && <span className="block text-xs whitespace-nowrap text-muted-foreground tabular-nums">{format.time(value)}</span>}
    </>
  );
  const columns: (BookingColumn | false)[] = [
    {
      id: 'consignmentId',
      header: t('Connote'),
      cell: (booking) => <Name booking={booking} viewer={viewer} />,
      csv: (booking) => booking.consignmentId ?? '',
      sort: 'consignmentId',
      fixed: true,
    },
    {
      id: 'bookingStatus',
      header: t('Status'),
      cell: (booking) => <StatusBadge status={booking.bookingStatus ?? 'Unknown'} />,
      csv: (booking) => words(booking.bookingStatus ?? ''),
      sort: 'bookingStatus',
      fixed: true,
    },
    viewer.isTenant && {
      id: 'customer',
      header: t('Customer'),
      cell: (booking) => <span className="block max-w-34 truncate">{customerText(booking.customer) || '–'}</span>,
      csv: (booking) => customerText(booking.customer),
    },
    { id: 'from', header: t('From'), cell: (booking) => <Place address={booking.fromAddress} known={viewer.isTenant ? customerText(booking.customer) : ''} />, csv: (booking) => placeText(booking.fromAddress) },
    { id: 'to', header: 'To', cell: (booking) => <Place address={booking.toAddress} />, csv: (booking) => placeText(booking.toAddress) },
    {
      id: 'carrier',
      header: t('Carrier'),
      cell: (booking) => (
        <span className="block max-w-28">
          <span className="block truncate">{booking.carrier ? viewer.carrierName(booking.carrier) : '–'}</span>
          {booking.carrierServiceName && <span className="block truncate text-xs text-muted-foreground">{booking.carrierServiceName}</span>}
        </span>
      ),
      csv: (booking) => carrierText(booking, viewer.carrierName),
      sort: 'carrier',
    },
    {
      id: 'goods',
      header: t('Goods'),
      cell: (booking) => (
        <>
          <span className="block">{format.quantity(booking.totalWeight, 1)}</span>
          <span className="block text-xs text-muted-foreground">
            {pieces(booking)} {pieces(booking) === 1 ? 'piece' : 'pieces'}
          </span>
        </>
      ),
      csv: (booking) => booking.totalWeight?.value,
      numeric: true,
    },
    { id: 'pieces', header: t('Pieces'), cell: (booking) => format.number(pieces(booking), 0), csv: pieces, numeric: true, extra: true },
    {
      id: 'chargeable',
      header: t('Chargeable'),
      cell: (booking) => format.quantity(booking.chargableWeight, 1),
      csv: (booking) => booking.chargableWeight?.value,
      numeric: true,
      extra: true,
    },
    { id: 'price', header: t('Price'), cell: (booking) => format.money(sellPrice(booking)), csv: sellPrice, numeric: true },
    viewer.seesCost && { id: 'cost', header: t('Cost'), cell: (booking) => format.money(costPrice(booking)), csv: costPrice, numeric: true, extra: true },
    { id: 'eta', header: 'ETA', cell: (booking) => day(booking.eta), csv: (booking) => booking.eta, sort: 'eta' },
    { id: 'creationTime', header: t('Created'), cell: (booking) => moment(booking.creationTime), csv: (booking) => booking.creationTime, sort: 'creationTime' },
    { id: 'id', header: t('Number'), cell: (booking) => booking.id, csv: (booking) => booking.id, sort: 'id', numeric: true, extra: true },
    { id: 'reference', header: t('Reference'), cell: (booking) => booking.reference || '–', csv: (booking) => booking.reference, sort: 'reference', extra: true },
    { id: 'manifestId', header: t('Manifest'), cell: (booking) => booking.manifestId || '–', csv: (booking) => booking.manifestId, extra: true },
    { id: 'pickupReadyTime', header: t('Pickup ready'), cell: (booking) => moment(booking.pickupReadyTime), csv: (booking) => booking.pickupReadyTime, extra: true },
    {
      id: 'lastTracking',
      header: t('Last scan'),
      cell: (booking) => moment(booking.lastTrackingModifiedTime),
      csv: (booking) => booking.lastTrackingModifiedTime,
      extra: true,
    },
    { id: 'invoiceNumber', header: t('Invoice'), cell: (booking) => booking.invoiceNumber || '–', csv: (booking) => booking.invoiceNumber, extra: true },
  ];
  return columns.filter((column) => column !== false);
}
