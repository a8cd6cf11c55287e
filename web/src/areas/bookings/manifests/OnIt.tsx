// Bookings of a manifest or pickup.
import { PackageSearch } from 'lucide-react';
import { StatusBadge, useFormat } from '@waybill/plugin';
import { TextCell } from '../../../kit/list/Cells.tsx';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useT } from '../../../lib/i18n.ts';
import { bookingName, partyText, pieces, placeText } from '../../../lib/bookings/display.ts';
import type { Booking } from '../../../lib/bookings/model.ts';
import { bookingsKey } from '../../../lib/bookings/queries.ts';
import { fetchBookings } from '../queries.ts';

/** No manifest holds more. */
const MAX_IDS = 500;

export interface OnItProps {
  id: string;
  /** A filter shorter than the ids. */
  filter: string | null;
  ids: readonly number[];
}

export function OnIt({ id, filter, ids }: OnItProps) {
  const t = useT();
  const format = useFormat();
  const list = useList<Booking>({
    id,
    key: bookingsKey,
    state: 'here',
    fetch: fetchBookings,
    rowKey: (booking) => booking.id,
    name: bookingName,
    href: (booking) => `/bookings-beta/details/${booking.id}`,
    always: () => filter ?? `id in (${[0, ...ids.slice(0, MAX_IDS)].join(',')})`,
    sort: 'id',
    columns: [
      {
        id: 'consignmentId',
        header: t('Connote'),
        cell: bookingName,
        sort: 'consignmentId',
        fixed: true,
      },
      {
        id: 'bookingStatus',
        header: t('Status'),
        cell: (booking) => <StatusBadge status={booking.bookingStatus} />,
        sort: 'bookingStatus',
        narrow: 'badge',
      },
      {
        id: 'receiver',
        header: t('Receiver'),
        cell: (booking) => <TextCell>{partyText(booking.toAddress)}</TextCell>,
        narrow: 'line',
      },
      {
        id: 'to',
        header: t('To'),
        cell: (booking) => <TextCell>{placeText(booking.toAddress)}</TextCell>,
        narrow: 'line',
      },
      {
        id: 'service',
        header: t('Service'),
        cell: (booking) => <TextCell>{booking.carrierServiceName}</TextCell>,
      },
      {
        id: 'pieces',
        header: t('Pieces'),
        cell: (booking) => format.number(pieces(booking)),
        numeric: true,
      },
      {
        id: 'weight',
        header: t('Weight'),
        cell: (booking) => format.quantity(booking.totalWeight, 1),
        numeric: true,
      },
      {
        id: 'reference',
        header: t('Reference'),
        cell: (booking) => <TextCell>{booking.reference}</TextCell>,
      },
    ],
  });
  return (
    <RecordList
      list={list}
      title={t('Bookings')}
      texts={{
        failed: t('The bookings could not be loaded'),
        empty: {
          icon: <PackageSearch />,
          title: t('No bookings on this manifest'),
          description: t('Those that were on it are waiting again, or were cancelled.'),
        },
        none: { title: t('No matching bookings'), clear: t('Show all bookings') },
      }}
    />
  );
}
