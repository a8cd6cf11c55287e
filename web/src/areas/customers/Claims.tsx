// Customer tab: freight claims, and staff's operations on them.
import { FileWarning, HandCoins, RotateCcw, Send, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useFormat } from '@waybill/plugin';
import { api } from '../../api/client.ts';
import { ClaimRequest } from '../../api/resources/customers.gen.ts';
import type { Schema } from '../../api/types.ts';
import { AreaField } from '../../kit/form-fields.tsx';
import { MomentCell } from '../../kit/list/Cells.tsx';
import type { ListQuery } from '../../kit/list/declare.ts';
import type { Status } from '../../kit/list/status.tsx';
import type { RecordOperation, RecordStates } from '../../kit/record-states.tsx';
import { RecordTab } from '../../kit/RecordTab.tsx';
import { msg, useT } from '../../lib/i18n.ts';
import { customersKey } from './queries.ts';

type OperationName = Exclude<Schema<'ClaimOperation'>, 'Edit' | 'Delete'>;

const path = '/api/customer/claim';
const stale = [...customersKey, 'claims'] as const;

const callsOf = (customerId: number) => ({
  key: [...stale, customerId],
  stale,
  fetch: (query: ListQuery, signal: AbortSignal) =>
    api.get(`${path}/getclaims`, { ...query, customerId }, { signal }),
  newest: async ({ id }: { id: number }) =>
    (await api.get(`${path}/getclaimforedit`, { id })).claim,
  save: (claim: Schema<'ClaimRequest'>) =>
    api.post(`${path}/createorupdateclaim`, { customerId, claim }),
  remove: (id: number) => api.del(`${path}/deleteclaim`, { id }),
});

const REASONS: Readonly<Record<Schema<'ClaimReason'>, string>> = {
  Loss: msg('Loss'),
  Damage: msg('Damage'),
  Delay: msg('Delay'),
  Other: msg('Other'),
};

const STATUSES: Readonly<Record<Schema<'ClaimStatus'>, Status>> = {
  Open: { text: msg('Open'), tone: 'neutral' },
  Lodged: { text: msg('Lodged'), tone: 'progress' },
  Accepted: { text: msg('Accepted'), tone: 'info' },
  Declined: { text: msg('Declined'), tone: 'danger' },
  Paid: { text: msg('Paid'), tone: 'success' },
};

const OPERATIONS: readonly RecordOperation<OperationName>[] = [
  {
    name: 'Lodge',
    label: msg('Lodge'),
    title: msg('Lodge claim {name}?'),
    question: msg('Once lodged with the carrier, a claim can no longer be changed or deleted.'),
    notice: msg('Claim {name} lodged'),
    icon: <Send aria-hidden />,
    keyName: 'send',
  },
  {
    name: 'Accept',
    label: msg('Accept'),
    title: msg('Accept claim {name}?'),
    question: msg('Record that the carrier accepted it. This cannot be undone.'),
    notice: msg('Claim {name} accepted'),
    icon: <ThumbsUp aria-hidden />,
    keyName: 'approve',
  },
  {
    name: 'Decline',
    label: msg('Decline'),
    title: msg('Decline claim {name}?'),
    question: msg('Record that the carrier declined it. A declined claim can be reopened.'),
    notice: msg('Claim {name} declined'),
    icon: <ThumbsDown aria-hidden />,
  },
  {
    name: 'Pay',
    label: msg('Mark as paid'),
    title: msg('Mark claim {name} as paid?'),
    question: msg('Record that the customer was paid. This cannot be undone.'),
    notice: msg('Claim {name} paid'),
    icon: <HandCoins aria-hidden />,
  },
  {
    name: 'Reopen',
    label: msg('Reopen'),
    title: msg('Reopen claim {name}?'),
    question: msg('It can then be changed and lodged again.'),
    notice: msg('Claim {name} reopened'),
    icon: <RotateCcw aria-hidden />,
  },
];

const STATES: RecordStates<OperationName> = {
  statuses: STATUSES,
  operations: OPERATIONS,
  needs: 'Pages.Claim.Process',
  process: (operation, ids) => api.post(`${path}/processclaims`, { operation, ids }),
};

export default function Claims({ customerId }: { customerId: number }) {
  const t = useT();
  const format = useFormat();
  return (
    <RecordTab
      id="customers.claims"
      resource={ClaimRequest}
      calls={callsOf(customerId)}
      name={({ consignment }) => consignment}
      columns={[
        'consignment',
        'reason',
        'amount',
        'status',
        {
          id: 'created',
          header: t('Created'),
          cell: ({ creationTime }) => <MomentCell value={creationTime} />,
          csv: ({ creationTime }) => creationTime,
          sort: 'creationTime',
          priority: 1,
        },
      ]}
      overrides={{
        reason: {
          cell: ({ reason }) => t(REASONS[reason]),
          csv: ({ reason }) => t(REASONS[reason]),
          narrow: 'line',
        },
        amount: { cell: ({ amount }) => format.money(amount), narrow: 'line' },
      }}
      search={['consignment', 'description']}
      sort="-creationTime"
      icon={<FileWarning />}
      texts={{
        title: t('Claims'),
        description: t('Claims for lost, damaged or delayed goods.'),
        add: t('New claim'),
        failed: t('The claims could not be loaded'),
        search: t('Search claims'),
        filter: t('Filter claims'),
        empty: [t('No claims yet'), t('Add a claim when goods are lost, damaged or delayed.')],
        none: t('No matching claims'),
        afterwards: t('This cannot be undone.'),
      }}
      fields={{
        consignment: { hint: t('The number on the label'), isCode: true },
        reason: {
          options: Object.fromEntries(
            Object.entries(REASONS).map(([value, text]) => [value, t(text)]),
          ),
        },
        amount: { unit: format.currency },
        description: <AreaField name="description" label={t('Description')} rows={3} />,
      }}
      states={STATES}
    />
  );
}
