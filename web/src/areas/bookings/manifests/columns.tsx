// The columns of the list of manifests.
import { useQuery } from '@tanstack/react-query';
import { StatusBadge, useFormat } from '@waybill/plugin';
import { MomentCell, NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import type { ListColumn } from '../../../kit/list/declare.ts';
import { t } from '../../../lib/i18n.ts';
import { manifestSumQuery, type Accounts, type Manifest } from './queries.ts';
import { senderText } from './waiting.ts';

/** What people call it: the carrier's number, else our own. */
export const manifestName = (manifest: Pick<Manifest, 'id' | 'number'>): string => manifest.number ?? `#${manifest.id}`;

/** One of the sums of a manifest's bookings, which are asked for once for all its cells. */
function SumCell({ manifest, what }: { manifest: Manifest; what: 'consignments' | 'pieces' | 'weight' }) {
  const format = useFormat();
  const { data } = useQuery(manifestSumQuery(manifest));
  if (!data) return NOTHING;
  if (what === 'weight') return format.quantity(data.totalWeight, 1);
  return format.number(what === 'pieces' ? data.totalItems : data.totalBookings);
}

/** A column for lists in which it has something to say. */
export const when = <Row,>(is: boolean, column: ListColumn<Row>): ListColumn<Row>[] => (is ? [column] : []);

export function manifestColumns(accounts: Accounts): ListColumn<Manifest>[] {
  return [
    { id: 'number', header: t('Manifest'), cell: manifestName, csv: (manifest) => manifest.number ?? '', sort: 'number', fixed: true },
    { id: 'status', header: t('Status'), cell: (manifest) => <StatusBadge status={manifest.status} />, csv: (manifest) => manifest.status, sort: 'status', narrow: 'badge' },
    { id: 'carrier', header: t('Carrier account'), cell: (manifest) => <TextCell>{accounts.name(manifest.carrier, manifest.carrierAccountId)}</TextCell>, csv: (manifest) => accounts.name(manifest.carrier, manifest.carrierAccountId), sort: 'carrier', narrow: 'line' },
    ...when<Manifest>(accounts.haveCutOffs, { id: 'cutOff', header: t('Cut-off'), cell: (manifest) => accounts.cutOff(manifest.carrierAccountId) ?? NOTHING, csv: (manifest) => accounts.cutOff(manifest.carrierAccountId) ?? '' }),
    { id: 'consignments', header: t('Consignments'), cell: (manifest) => <SumCell manifest={manifest} what="consignments" />, numeric: true, narrow: 'line' },
    { id: 'pieces', header: t('Pieces'), cell: (manifest) => <SumCell manifest={manifest} what="pieces" />, numeric: true },
    { id: 'weight', header: t('Weight'), cell: (manifest) => <SumCell manifest={manifest} what="weight" />, numeric: true },
    { id: 'created', header: t('Created'), cell: (manifest) => <MomentCell value={manifest.creationTime} />, csv: (manifest) => manifest.creationTime, sort: 'creationTime', narrow: 'line' },
    { id: 'sender', header: t('Sender'), cell: (manifest) => <TextCell>{senderText(manifest.sender)}</TextCell>, csv: (manifest) => senderText(manifest.sender) },
    { id: 'closed', header: t('Closed'), cell: (manifest) => <MomentCell value={manifest.closedTime} />, csv: (manifest) => manifest.closedTime ?? '', sort: 'closedTime', extra: true },
  ];
}
