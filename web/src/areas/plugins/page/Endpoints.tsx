// The tab of what comes in: the addresses to give to the other side, and what was sent to them.
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Inbox, RotateCw } from 'lucide-react';
import { Badge, Button, Card, CardHeader, EmptyState, ErrorNote, Pagination, Skeleton, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { sizeText } from '../../files/documents.ts';
import { deliveryState, mayRetry, type Delivery } from '../config.ts';
import { DELIVERIES_PER_PAGE, deliveriesQuery, renewDeliveries, retryDelivery } from '../config-queries.ts';
import { refusalText, type Plugin } from '../model.ts';
import { Addresses } from './Addresses.tsx';

function Row({ plugin, delivery, mayConfigure }: { plugin: Plugin; delivery: Delivery; mayConfigure: boolean }) {
  const t = useT();
  const format = useFormat();
  const state = deliveryState(delivery.state);
  const retry = useMutation({
    mutationFn: async () => {
      await retryDelivery(delivery.id);
      await renewDeliveries(plugin.id);
    },
    onSuccess: () => toast({ title: t('It is tried again') }),
    onError: (error) => toast({ title: t('It could not be tried again'), description: refusalText(error), variant: 'destructive' }),
  });
  const waits = delivery.state.toLowerCase() === 'waiting' && delivery.nextAt;
  return (
    <Tr>
      <Td className="align-top tabular-nums md:whitespace-nowrap">
        {format.dateTime(delivery.creationTime)}
        <span className="block font-mono text-xs break-all text-muted-foreground md:hidden">{delivery.path}</span>
      </Td>
      <Td className="max-w-56 min-w-28 align-top max-md:hidden">
        <span className="block font-mono break-all">
          {delivery.method} {delivery.path}
        </span>
        {delivery.eventId && (
          <span className="block truncate text-xs text-muted-foreground" title={delivery.eventId}>
            {delivery.eventId}
          </span>
        )}
        {typeof delivery.customerId === 'number' && <span className="block text-xs text-muted-foreground">{t('Customer {id}', { id: delivery.customerId })}</span>}
        {typeof delivery.bytes === 'number' && <span className="block text-xs text-muted-foreground">{sizeText(delivery.bytes, format.number)}</span>}
      </Td>
      <Td className="max-w-72 min-w-32 align-top">
        <Badge tone={state.tone} dot>
          {t(state.text)}
        </Badge>
        {waits && <span className="mt-0.5 block text-xs text-muted-foreground">{t('Next attempt {time}', { time: format.dateTime(delivery.nextAt) })}</span>}
        {delivery.lastError && <span className="mt-0.5 block text-xs break-words text-destructive-text">{delivery.lastError}</span>}
      </Td>
      <Td numeric className="align-top max-md:hidden">
        {format.number(delivery.attempts)}
      </Td>
      <Td className="w-px text-end align-top">
        {mayConfigure && mayRetry(delivery) && (
          <Button variant="outline" size="sm" pending={retry.isPending} aria-label={t('Try the delivery of {time} again', { time: format.dateTime(delivery.creationTime) })} onClick={() => retry.mutate()}>
            {!retry.isPending && <RotateCw aria-hidden />} {t('Try again')}
          </Button>
        )}
      </Td>
    </Tr>
  );
}

function Deliveries({ plugin, mayConfigure }: { plugin: Plugin; mayConfigure: boolean }) {
  const t = useT();
  const [skip, setSkip] = useState(0);
  const deliveries = useQuery(deliveriesQuery(plugin.id, skip));
  if (deliveries.isError) return <ErrorNote title={t('The deliveries could not be loaded')} error={deliveries.error} onRetry={() => void deliveries.refetch()} />;
  if (!deliveries.data) return <Skeleton className="h-24" />;
  if (deliveries.data.totalCount === 0) return <EmptyState icon={<Inbox />} title={t('Nothing has come in')} description={t('What is sent to the addresses and worked later shows here for seven days.')} />;
  return (
    <div>
      <Table label={t('Deliveries')}>
        <THead>
          <tr>
            <Th>{t('Received')}</Th>
            <Th className="max-md:hidden">{t('Address')}</Th>
            <Th>{t('State')}</Th>
            <Th numeric className="max-md:hidden">
              {t('Attempts')}
            </Th>
            <Th>
              <span className="sr-only">{t('Actions')}</span>
            </Th>
          </tr>
        </THead>
        <TBody>
          {deliveries.data.items.map((delivery) => (
            <Row key={delivery.id} plugin={plugin} delivery={delivery} mayConfigure={mayConfigure} />
          ))}
        </TBody>
      </Table>
      <Pagination skip={skip} take={DELIVERIES_PER_PAGE} total={deliveries.data.totalCount} onChange={setSkip} />
    </div>
  );
}

export function Endpoints({ plugin, mayConfigure }: { plugin: Plugin; mayConfigure: boolean }) {
  const t = useT();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card>
        <CardHeader title={t('Addresses')} description={t('What the other side has to know to reach this plugin.')} />
        <Addresses plugin={plugin} whose={{ id: plugin.id }} />
      </Card>
      <Card>
        <CardHeader
          title={t('Deliveries')}
          description={t('What came in and is worked one after the other, with pauses that grow when it fails.')}
          actions={
            <Button variant="ghost" size="sm" onClick={() => void renewDeliveries(plugin.id)}>
              <RotateCw aria-hidden /> {t('Look again')}
            </Button>
          }
        />
        <Deliveries plugin={plugin} mayConfigure={mayConfigure} />
      </Card>
    </div>
  );
}
