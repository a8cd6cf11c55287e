// Columns of the manifest list.
import { StatusBadge } from '@waybill/plugin';
import type { Format } from '../columns.tsx';
import { MomentCell, NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import type { ListColumn } from '../../../kit/list/declare.ts';
import { t } from '../../../lib/i18n.ts';
import type { Accounts, Manifest } from './queries.ts';
import { senderText } from './waiting.ts';

/** The carrier's number, else ours. */
export const manifestName = (manifest: Pick<Manifest, 'id' | 'number'>): string =>
  manifest.number ?? `#${manifest.id}`;

export const when = <Row,>(is: boolean, column: ListColumn<Row>): ListColumn<Row>[] =>
  is ? [column] : [];

export function manifestColumns(accounts: Accounts, format: Format): ListColumn<Manifest>[] {
  return [
    {
      id: 'number',
      header: t('Manifest'),
      cell: manifestName,
      csv: (manifest) => manifest.number ?? '',
      sort: 'number',
      fixed: true,
    },
    {
      id: 'status',
      header: t('Status'),
      cell: (manifest) => <StatusBadge status={manifest.status} />,
      csv: (manifest) => manifest.status,
      sort: 'status',
      narrow: 'badge',
    },
    {
      id: 'carrier',
      header: t('Carrier account'),
      cell: (manifest) => (
        <TextCell>{accounts.name(manifest.carrier, manifest.carrierAccountId)}</TextCell>
      ),
      csv: (manifest) => accounts.name(manifest.carrier, manifest.carrierAccountId),
      sort: 'carrier',
      narrow: 'line',
    },
    ...when<Manifest>(accounts.haveCutOffs, {
      id: 'cutOff',
      header: t('Cut-off'),
      priority: 3,
      cell: (manifest) => accounts.cutOff(manifest.carrierAccountId) ?? NOTHING,
      csv: (manifest) => accounts.cutOff(manifest.carrierAccountId) ?? '',
    }),
    {
      id: 'consignments',
      header: t('Consignments'),
      cell: (manifest) => format.number(manifest.totalBookings),
      csv: (manifest) => manifest.totalBookings,
      numeric: true,
      narrow: 'line',
    },
    {
      id: 'pieces',
      header: t('Pieces'),
      priority: 5,
      cell: (manifest) => format.number(manifest.totalItems),
      csv: (manifest) => manifest.totalItems,
      numeric: true,
    },
    {
      id: 'weight',
      header: t('Weight'),
      priority: 4,
      cell: (manifest) => format.quantity(manifest.totalWeight, 1),
      csv: (manifest) => manifest.totalWeight.value,
      numeric: true,
    },
    {
      id: 'volume',
      header: t('Volume'),
      priority: 6,
      cell: (manifest) => format.quantity(manifest.totalCubic, 2),
      csv: (manifest) => manifest.totalCubic.value,
      numeric: true,
    },
    {
      id: 'created',
      header: t('Created'),
      cell: (manifest) => <MomentCell value={manifest.creationTime} />,
      csv: (manifest) => manifest.creationTime,
      sort: 'creationTime',
      narrow: 'line',
    },
    {
      id: 'sender',
      header: t('Sender'),
      priority: 2,
      cell: (manifest) => <TextCell>{senderText(manifest.sender)}</TextCell>,
      csv: (manifest) => senderText(manifest.sender),
    },
    {
      id: 'closed',
      header: t('Closed'),
      priority: 4,
      cell: (manifest) => <MomentCell value={manifest.closedTime} />,
      csv: (manifest) => manifest.closedTime ?? '',
      sort: 'closedTime',
      extra: true,
    },
  ];
}
