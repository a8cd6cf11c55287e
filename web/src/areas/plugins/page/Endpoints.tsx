// Endpoints tab: URLs and deliveries.
import { Inbox, RotateCw } from 'lucide-react';
import { Badge, Button, Card, CardHeader, useFormat } from '@waybill/plugin';
import { MomentCell } from '../../../kit/list/Cells.tsx';
import type { ListColumn } from '../../../kit/list/declare.ts';
import { LookAgain } from '../../../kit/list/LookAgain.tsx';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useMutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { sizeText } from '../../../lib/size.ts';
import { deliveryState, mayRetry, type Delivery } from '../config.ts';
import {
  deliveriesKey,
  fetchDeliveries,
  renewDeliveries,
  retryDelivery,
} from '../config-queries.ts';
import { refusalText, type Plugin } from '../model.ts';
import { Addresses } from './Addresses.tsx';

function Retry({ plugin, delivery }: { plugin: Plugin; delivery: Delivery }) {
  const t = useT();
  const format = useFormat();
  const retry = useMutate({
    call: async () => {
      await retryDelivery(delivery.id);
      await renewDeliveries(plugin.id);
    },
    notice: t('Retrying'),
    failed: t('Could not retry'),
    explain: refusalText,
  });
  return (
    <Button
      variant="outline"
      size="sm"
      className="h-6"
      pending={retry.isPending}
      aria-label={t('Retry delivery from {time}', { time: format.dateTime(delivery.creationTime) })}
      onClick={() => retry.mutate()}
    >
      {!retry.isPending && <RotateCw aria-hidden />} {t('Try again')}
    </Button>
  );
}

function useColumns(): ListColumn<Delivery>[] {
  const t = useT();
  const format = useFormat();
  const next = ({ state, nextAt }: Delivery) =>
    state.toLowerCase() === 'waiting' && nextAt
      ? t('Next attempt {time}', { time: format.dateTime(nextAt) })
      : '';
  return [
    {
      id: 'received',
      header: t('Received'),
      cell: (delivery) => <MomentCell value={delivery.creationTime} />,
      csv: (delivery) => delivery.creationTime,
      sort: 'creationTime',
      fixed: true,
    },
    {
      id: 'state',
      header: t('Status'),
      cell: (delivery) => (
        <Badge tone={deliveryState(delivery.state).tone} dot>
          {t(deliveryState(delivery.state).text)}
        </Badge>
      ),
      csv: (delivery) => t(deliveryState(delivery.state).text),
      sort: 'state',
      fixed: true,
      narrow: 'badge',
    },
    {
      id: 'address',
      header: t('Address'),
      cell: (delivery) => (
        <span className="font-mono">{`${delivery.method} ${delivery.path}`}</span>
      ),
      csv: (delivery) => `${delivery.method} ${delivery.path}`,
      narrow: 'line',
    },
    {
      id: 'error',
      header: t('Error details'),
      cell: (delivery) =>
        delivery.lastError ? (
          <span className="text-destructive-text">{delivery.lastError}</span>
        ) : (
          next(delivery) || '–'
        ),
      csv: (delivery) => delivery.lastError,
      fixed: true,
      narrow: 'line',
      wrap: true,
    },
    {
      id: 'attempts',
      header: t('Attempts'),
      cell: (delivery) => format.number(delivery.attempts),
      csv: (delivery) => delivery.attempts,
      numeric: true,
    },
    {
      id: 'customer',
      header: t('Customer'),
      cell: (delivery) =>
        typeof delivery.customerId === 'number'
          ? t('Customer {id}', { id: delivery.customerId })
          : '–',
    },
    {
      id: 'size',
      header: t('Size'),
      cell: (delivery) =>
        typeof delivery.bytes === 'number' ? sizeText(delivery.bytes, format.number) : '–',
      numeric: true,
    },
    {
      id: 'event',
      header: t('Event'),
      cell: (delivery) => delivery.eventId || '–',
      csv: (delivery) => delivery.eventId,
    },
  ];
}

function Deliveries({ plugin, mayConfigure }: { plugin: Plugin; mayConfigure: boolean }) {
  const t = useT();
  const list = useList<Delivery>({
    id: 'plugins.deliveries',
    key: deliveriesKey(plugin.id),
    fetch: (query, signal) => fetchDeliveries({ ...query, id: plugin.id }, signal),
    rowKey: (delivery) => delivery.id,
    name: (delivery) => delivery.path,
    columns: useColumns(),
    sort: '-creationTime',
    pageSize: 25,
    state: 'here',
  });
  return (
    <RecordList
      list={list}
      title={t('Deliveries')}
      tools={<LookAgain isFetching={list.isFetching} onLook={list.refetch} />}
      aside={(delivery) =>
        mayConfigure && mayRetry(delivery) && <Retry plugin={plugin} delivery={delivery} />
      }
      texts={{
        failed: t('The deliveries could not be loaded'),
        empty: {
          icon: <Inbox />,
          title: t('No incoming calls'),
          description: t('Incoming calls are shown here for seven days.'),
        },
        none: { title: t('No incoming calls'), clear: t('Show all') },
      }}
    />
  );
}

export function Endpoints({ plugin, mayConfigure }: { plugin: Plugin; mayConfigure: boolean }) {
  const t = useT();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card>
        <CardHeader
          title={t('Addresses')}
          description={t('URLs for other systems to reach this plugin.')}
        />
        <Addresses plugin={plugin} whose={{ id: plugin.id }} />
      </Card>
      <Card>
        <CardHeader
          title={t('Deliveries')}
          description={t(
            'Incoming calls are processed one at a time and retried with increasing delays.',
          )}
        />
        <Deliveries plugin={plugin} mayConfigure={mayConfigure} />
      </Card>
    </div>
  );
}
