// /settings/webhooks: subscriptions and deliveries.
import { Link } from '@tanstack/react-router';
import { Plus, Webhook } from 'lucide-react';
import { buttonClass } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { MomentCell, TextCell } from '../../kit/list/Cells.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { target } from '../../lib/href.ts';
import { statusColumn } from '../../kit/list/status.tsx';
import { useT } from '../../lib/i18n.ts';
import { DeliveryPage } from './DeliveryPage.tsx';
import { path, subscriptionState } from './model.ts';
import { EDIT_PERMISSION, fetchSubscriptions, webhooksKey, type Subscription } from './queries.ts';
import { SubscriptionNew, SubscriptionPage } from './SubscriptionPage.tsx';

type Listed = Subscription & { id: number };

/** /settings/webhooks, …/new, …/5 and …/5/deliveries/17. */
export default function Webhooks({ rest }: { rest: string[] }) {
  const [step, part, delivery] = rest;
  if (step === undefined) return <SubscriptionList />;
  if (step === 'new') return <SubscriptionNew />;
  if (part === 'deliveries' && delivery !== undefined)
    return <DeliveryPage key={delivery} subscription={step} delivery={delivery} />;
  return <SubscriptionPage key={step} step={step} />;
}

function SubscriptionList() {
  const t = useT();
  const mayEdit = usePermissions().has(EDIT_PERMISSION);
  const list = useList<Listed>({
    id: 'webhooks.list',
    key: webhooksKey,
    fetch: fetchSubscriptions,
    rowKey: (one) => one.id,
    name: (one) => one.name ?? '',
    href: (one) => `${path}/${one.id}`,
    columns: [
      {
        id: 'name',
        header: t('Name'),
        cell: (one) => one.name,
        csv: (one) => one.name,
        sort: 'name',
        fixed: true,
      },
      statusColumn(t, subscriptionState, { id: 'state', fixed: true, dot: true }),
      {
        id: 'url',
        header: t('Address'),
        cell: (one) => (
          <TextCell
            dir="ltr"
            className="font-mono text-[13px] max-md:line-clamp-1 max-md:text-xs max-md:break-all"
          >
            {one.url}
          </TextCell>
        ),
        csv: (one) => one.url,
        sort: 'url',
        narrow: 'line',
      },
      {
        id: 'events',
        header: t('Events'),
        priority: 2,
        cell: (one) => (
          <span title={one.events?.join(', ')}>
            {t('{count} events', { count: one.events?.length ?? 0 }, '{count} event')}
          </span>
        ),
        csv: (one) => one.events?.join(' '),
      },
      {
        id: 'customer',
        header: t('Customer'),
        priority: 3,
        cell: (one) => (one.customerId ? (one.customerName ?? t('Deleted customer')) : t('All')),
        csv: (one) => one.customerName ?? '',
      },
      {
        id: 'delivered',
        header: t('Last delivered'),
        priority: 1,
        cell: (one) => <MomentCell value={one.health.lastDeliveredTime} never={t('Never')} />,
        csv: (one) => one.health.lastDeliveredTime ?? '',
      },
      {
        id: 'created',
        header: t('Created'),
        priority: 4,
        cell: (one) => <MomentCell value={one.creationTime} />,
        csv: (one) => one.creationTime,
        sort: 'creationTime',
        extra: true,
      },
    ],
    filters: [
      {
        kind: 'yesNo',
        id: 'active',
        label: t('Active'),
        pinned: true,
        field: 'isActive',
        words: [t('Active'), t('Off')],
      },
    ],
    search: { fields: ['name', 'url', 'description'] },
    sort: 'name',
  });
  const create = `${path}/new`;
  return (
    <RecordList
      list={list}
      title={t('Webhooks')}
      heading={{
        breadcrumbs: [{ text: t('Settings'), href: '/settings' }],
        description: t('Other programs receive a signed message when an event occurs.'),
        actions: mayEdit
          ? [
              {
                text: t('New webhook'),
                keyName: 'new' as const,
                href: create,
                icon: <Plus aria-hidden />,
                primary: true,
              },
            ]
          : [],
      }}
      texts={{
        failed: t('The webhooks could not be loaded'),
        search: { label: t('Search webhooks') },
        filter: t('Filter webhooks'),
        empty: {
          icon: <Webhook />,
          title: t('No webhooks yet'),
          description: t(
            'Add the address of a program that should receive customer and booking events.',
          ),
          action: mayEdit && (
            <Link {...target(create)} className={buttonClass()}>
              {t('New webhook')}
            </Link>
          ),
        },
        none: { title: t('No matching webhooks'), clear: t('Show all') },
      }}
    />
  );
}
