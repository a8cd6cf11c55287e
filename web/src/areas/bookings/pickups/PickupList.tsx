// Pickups, and bookings to collect.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Ban, ClipboardList, Truck } from 'lucide-react';
import { ConfirmDialog, useFormat, words, type MenuItem } from '@waybill/plugin';
import { mutate } from '../../../kit/mutate.ts';
import { msg, t as translate, useT } from '../../../lib/i18n.ts';
import { DateCell, NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import type { ListColumn } from '../../../kit/list/declare.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { dayIn } from '../../../lib/days.ts';
import { isPossible, operations } from '../../../lib/bookings/operations.ts';
import { screen } from '../../../shell/screen.tsx';
import { when } from '../manifests/columns.tsx';
import { PickupDayText } from '../manifests/PickupDayText.tsx';
import { useAccounts, waitingQuery, type Accounts } from '../manifests/queries.ts';
import { senderText } from '../manifests/waiting.ts';
import { WaitingPanel } from '../manifests/WaitingPanel.tsx';
import {
  cancelQuestion,
  PICKUP_STATES,
  pickupName,
  PickupState,
  windowText,
} from './PickupState.tsx';
import { cancelPickup, fetchPickups, pickupsKey, type Pickup } from './queries.ts';
import { TO_COLLECT, toCollect, type ToCollect } from './waiting.ts';

const REFRESH_EVERY = 60_000;
const crumbs = (t: (text: string) => string) => [{ text: t('Bookings'), href: '/bookings' }];

export const PickupList = screen(
  {
    needs: 'Pages.Booking.Manifest',
    title: msg('Pickups'),
    to: msg('see pickups'),
    breadcrumbs: crumbs,
  },
  PickupListScreen,
);

function ToBook({ accounts }: { accounts: Accounts }) {
  const t = useT();
  const { timezone } = useFormat();
  const waiting = useQuery(waitingQuery(TO_COLLECT));
  const operation = operations.find(({ name }) => name === 'BookPickup');
  const groups =
    waiting.data &&
    toCollect(
      waiting.data.filter((booking) => operation && isPossible(operation, booking)),
      dayIn(timezone),
      (moment) => dayIn(timezone, new Date(moment)),
    );
  const account = (group: { carrier: string; accountId: number }) =>
    accounts.name(group.carrier, group.accountId);
  return (
    <WaitingPanel
      operation="BookPickup"
      groups={groups}
      error={waiting.error}
      onRetry={() => void waiting.refetch()}
      icon={<Truck aria-hidden />}
      nameOf={account}
      about={(group) => (
        <>
          {t('From {sender}', { sender: senderText(group.sender) })} ·{' '}
          <PickupDayText
            accountId={group.accountId}
            cutOff={accounts.cutOff(group.accountId)}
            readyTime={(group as ToCollect).readyTime}
          />
        </>
      )}
      texts={{
        title: t('Waiting for a pickup'),
        nothing: t('Nothing is waiting. Consignments appear here once they are manifested.'),
        failed: t('The waiting consignments could not be loaded'),
        action: ({ bookings }) =>
          t(
            'Book pickup of {count} consignments',
            { count: bookings.length },
            'Book pickup of {count} consignment',
          ),
        question: (group) => ({
          title: t(
            'Book a pickup of {count} consignments with {account}?',
            { count: group.bookings.length, account: account(group) },
            'Book a pickup of {count} consignment with {account}?',
          ),
          description: t(
            'The carrier picks up at {sender}. Some carriers charge for pickups, including late cancellations.',
            { sender: senderText(group.sender) },
          ),
        }),
        name: t('Book pickup'),
        done: t('pickup booked'),
      }}
    />
  );
}

function pickupColumns(
  accounts: Accounts,
  format: ReturnType<typeof useFormat>,
): ListColumn<Pickup>[] {
  return [
    {
      id: 'number',
      header: translate('Confirmation'),
      cell: pickupName,
      csv: (pickup) => pickup.number ?? '',
      sort: 'number',
      fixed: true,
    },
    {
      id: 'status',
      header: translate('Status'),
      cell: (pickup) => <PickupState status={pickup.status} />,
      csv: (pickup) => pickup.status,
      sort: 'status',
      narrow: 'badge',
    },
    {
      id: 'day',
      header: translate('Day'),
      cell: (pickup) => <DateCell value={pickup.pickupDay} />,
      csv: (pickup) => pickup.pickupDay,
      sort: 'pickupDay',
      narrow: 'line',
    },
    {
      id: 'window',
      header: translate('Window'),
      cell: windowText,
      csv: windowText,
      narrow: 'line',
    },
    {
      id: 'carrier',
      header: translate('Carrier account'),
      cell: (pickup) => (
        <TextCell>{accounts.name(pickup.carrier, pickup.carrierAccountId)}</TextCell>
      ),
      csv: (pickup) => accounts.name(pickup.carrier, pickup.carrierAccountId),
      sort: 'carrier',
      narrow: 'line',
    },
    ...when<Pickup>(accounts.haveCutOffs, {
      id: 'cutOff',
      header: translate('Cut-off'),
      cell: (pickup) => accounts.cutOff(pickup.carrierAccountId) ?? NOTHING,
    }),
    {
      id: 'sender',
      header: translate('Sender'),
      cell: (pickup) => <TextCell>{senderText(pickup.sender)}</TextCell>,
      csv: (pickup) => senderText(pickup.sender),
    },
    {
      id: 'pieces',
      header: translate('Pieces'),
      cell: (pickup) => format.number(pickup.pieces),
      csv: (pickup) => pickup.pieces,
      sort: 'pieces',
      numeric: true,
    },
    {
      id: 'weight',
      header: translate('Weight'),
      cell: (pickup) => format.quantity(pickup.weight, 1),
      csv: (pickup) => pickup.weight.value,
      numeric: true,
    },
    {
      id: 'message',
      header: translate('Message'),
      cell: (pickup) => <TextCell>{pickup.message}</TextCell>,
      csv: (pickup) => pickup.message ?? '',
    },
  ];
}

function PickupListScreen() {
  const t = useT();
  const format = useFormat();
  const accounts = useAccounts();
  const [cancelling, setCancelling] = useState<Pickup | null>(null);
  const today = dayIn(format.timezone);
  const list = useList<Pickup>({
    id: 'bookings.pickups',
    key: pickupsKey,
    fetch: fetchPickups,
    rowKey: (pickup) => pickup.id,
    name: pickupName,
    href: (pickup) => `/bookings/pickups/${pickup.id}`,
    columns: pickupColumns(accounts, format),
    filters: [
      {
        kind: 'choice',
        id: 'status',
        label: t('Status'),
        pinned: true,
        field: 'status',
        options: PICKUP_STATES.map((status) => ({ value: status, label: t(words(status)) })),
      },
      { kind: 'days', id: 'day', label: t('Day'), pinned: true, field: 'pickupDay', dayOnly: true },
    ],
    search: { fields: ['number'], number: 'id' },
    sort: '-pickupDay',
    pageSize: 25,
    refresh: REFRESH_EVERY,
  });
  const menu = (pickup: Pickup): MenuItem[] => [
    {
      text: t('Cancel pickup…'),
      icon: <Ban aria-hidden />,
      destructive: true,
      disabled: !pickup.allowedOperations.includes('Cancel'),
      onClick: () => setCancelling(pickup),
    },
  ];
  const days = list.state.filters['day'] ?? '';
  const coming = `${today}..`;
  const question = cancelling && cancelQuestion(cancelling);
  return (
    <RecordList
      list={list}
      title={t('Pickups')}
      heading={{
        breadcrumbs: crumbs(t),
        actions: [
          {
            text: t('Manifests'),
            href: '/bookings/manifests',
            icon: <ClipboardList aria-hidden />,
            primary: true,
          },
        ],
        tabs: {
          label: t('Days'),
          value: days === '' || days === 'today' || days === coming ? days : '-',
          entries: [
            { value: '', label: t('All') },
            { value: 'today', label: t('Today') },
            { value: coming, label: t('Today and later') },
          ],
          onChange: (day) => list.set({ filters: { day } }),
        },
      }}
      menu={menu}
      texts={{
        failed: t('The pickups could not be loaded'),
        search: { label: t('Search pickups'), placeholder: t('Confirmation number') },
        filter: t('Filter pickups'),
        empty: {
          icon: <Truck />,
          title: t('No pickups yet'),
          description: t('Book a pickup for waiting consignments. It appears here.'),
        },
        none: {
          title: t('No matching pickups'),
          description: t('Try other days, or clear the filters.'),
          clear: t('Show all pickups'),
        },
      }}
    >
      <ToBook accounts={accounts} />
      <ConfirmDialog
        open={cancelling !== null}
        onOpenChange={(open) => !open && setCancelling(null)}
        title={question?.title ?? ''}
        description={question?.description}
        confirmLabel={t('Cancel pickup')}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={async () => {
          if (!cancelling) return;
          await mutate({
            call: () => cancelPickup(cancelling.id),
            notice: t('Pickup {name} cancelled', { name: pickupName(cancelling) }),
          });
        }}
      />
    </RecordList>
  );
}
