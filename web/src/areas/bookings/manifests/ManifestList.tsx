// Manifests, and consignments ready to close out.
import { useQuery } from '@tanstack/react-query';
import { ClipboardList, Printer, Truck } from 'lucide-react';
import { useFormat, words, type MenuItem } from '@waybill/plugin';
import { failure } from '../../../kit/mutate.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { operationRules } from '../../../lib/bookings/operation-rules.gen.ts';
import { isPossible, operations } from '../../../lib/bookings/operations.ts';
import { screen } from '../../../shell/screen.tsx';
import { manifestColumns, manifestName } from './columns.tsx';
import { PickupDayText } from './PickupDayText.tsx';
import {
  fetchManifests,
  manifestsKey,
  useAccounts,
  waitingQuery,
  type Accounts,
  type Manifest,
} from './queries.ts';
import { reprint } from './print.ts';
import { sumsOf } from './sums.ts';
import { senderText, waitingBy } from './waiting.ts';
import { WaitingPanel } from './WaitingPanel.tsx';

const REFRESH_EVERY = 60_000;
const STATUSES = ['Manifesting', 'Manifested', 'Failed'];
const crumbs = (t: (text: string) => string) => [{ text: t('Bookings'), href: '/bookings' }];

export const ManifestList = screen(
  {
    needs: 'Pages.Booking.Manifest',
    title: msg('Manifests'),
    to: msg('see manifests'),
    breadcrumbs: crumbs,
  },
  ManifestListScreen,
);

function ToManifest({ accounts }: { accounts: Accounts }) {
  const t = useT();
  const waiting = useQuery(waitingQuery(operationRules.Manifest.statuses));
  const manifest = operations.find(({ name }) => name === 'Manifest');
  const groups =
    waiting.data &&
    waitingBy(waiting.data.filter((booking) => manifest && isPossible(manifest, booking)));
  const name = (carrier: string, id: number) => accounts.name(carrier, id);
  return (
    <WaitingPanel
      operation="Manifest"
      groups={groups}
      error={waiting.error}
      onRetry={() => void waiting.refetch()}
      icon={<ClipboardList aria-hidden />}
      nameOf={(group) => name(group.carrier, group.accountId)}
      about={(group) => (
        <>
          {group.senders === 1
            ? t('From {sender}', { sender: senderText(group.sender) })
            : t('From {count} senders, each with a separate manifest', { count: group.senders })}
          {' · '}
          <PickupDayText accountId={group.accountId} cutOff={accounts.cutOff(group.accountId)} />
        </>
      )}
      texts={{
        title: t('Waiting to be manifested'),
        nothing: t('Nothing is waiting. Consignments appear here once they are booked.'),
        failed: t('The waiting consignments could not be loaded'),
        action: ({ bookings }) =>
          t(
            'Manifest {count} consignments',
            { count: bookings.length },
            'Manifest {count} consignment',
          ),
        question: (group) => ({
          title: t(
            'Manifest {count} consignments of {account}?',
            { count: group.bookings.length, account: name(group.carrier, group.accountId) },
            'Manifest {count} consignment of {account}?',
          ),
          description: t(
            'The manifest is sent to the carrier. A manifest cannot be undone: cancel single ' +
              'consignments that should not go.',
          ),
        }),
        name: t('Manifest'),
        done: t('manifested'),
      }}
    />
  );
}

function PageSums({ manifests }: { manifests: readonly Manifest[] }) {
  const t = useT();
  const format = useFormat();
  if (manifests.length < 2) return null;
  const sums = sumsOf(manifests);
  const parts = [
    t(
      '{number} consignments',
      { count: sums.consignments, number: format.number(sums.consignments) },
      '{number} consignment',
    ),
    t(
      '{number} pieces',
      { count: sums.pieces, number: format.number(sums.pieces) },
      '{number} piece',
    ),
    format.quantity({ value: sums.weight, unit: 'kg' }, 0),
    format.quantity({ value: sums.volume, unit: 'm3' }, 1),
  ];
  return (
    <p data-testid="summary" className="ms-auto text-[13px] text-muted-foreground tabular-nums">
      {t('On this page: {sums}', { sums: parts.join(' · ') })}
    </p>
  );
}

function ManifestListScreen() {
  const t = useT();
  const accounts = useAccounts();
  const format = useFormat();
  const list = useList<Manifest>({
    id: 'bookings.manifests',
    key: manifestsKey,
    fetch: fetchManifests,
    rowKey: (manifest) => manifest.id,
    name: manifestName,
    href: (manifest) => `/bookings/manifests/${manifest.id}`,
    columns: manifestColumns(accounts, format),
    filters: [
      {
        kind: 'choice',
        id: 'status',
        label: t('Status'),
        pinned: true,
        field: 'status',
        options: STATUSES.map((status) => ({ value: status, label: t(words(status)) })),
      },
      { kind: 'days', id: 'created', label: t('Created'), pinned: true, field: 'creationTime' },
    ],
    search: { fields: ['number'], number: 'id' },
    sort: '-creationTime',
    pageSize: 25,
    refresh: REFRESH_EVERY,
  });
  const none = t('The carrier gave no sheet for this manifest.');
  const menu = (manifest: Manifest): MenuItem[] => [
    {
      text: t('Print again'),
      icon: <Printer aria-hidden />,
      disabled: !manifest.allowedOperations.includes('PrintManifest'),
      onClick: () =>
        void reprint(manifest.id, none).catch(failure(t('The manifest could not be opened'))),
    },
  ];
  const days = list.state.filters['created'] ?? '';
  return (
    <RecordList
      list={list}
      title={t('Manifests')}
      heading={{
        breadcrumbs: crumbs(t),
        actions: [
          {
            text: t('Pickups'),
            href: '/bookings/pickups',
            icon: <Truck aria-hidden />,
            primary: true,
          },
        ],
        tabs: {
          label: t('Days'),
          value: days === 'today' || days === 'last7' || days === '' ? days : '-',
          entries: [
            { value: '', label: t('All') },
            { value: 'today', label: t('Today') },
            { value: 'last7', label: t('Last 7 days') },
          ],
          onChange: (created) => list.set({ filters: { created } }),
        },
      }}
      menu={menu}
      tools={<PageSums manifests={list.rows ?? []} />}
      texts={{
        failed: t('The manifests could not be loaded'),
        search: { label: t('Search manifests'), placeholder: t('Manifest number') },
        filter: t('Filter manifests'),
        empty: {
          icon: <ClipboardList />,
          title: t('No manifests yet'),
          description: t('Close out waiting consignments. Their manifest appears here.'),
        },
        none: {
          title: t('No matching manifests'),
          description: t('Try a longer period, or clear the filters.'),
          clear: t('Show all manifests'),
        },
      }}
    >
      <ToManifest accounts={accounts} />
    </RecordList>
  );
}
