// Deliveries of a subscription.
import { useQuery } from '@tanstack/react-query';
import { RotateCw, Send } from 'lucide-react';
import { Badge, Button, useFormat } from '@waybill/plugin';
import { MomentCell, NOTHING } from '../../kit/list/Cells.tsx';
import type { ListColumn } from '../../kit/list/declare.ts';
import { LookAgain } from '../../kit/list/LookAgain.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useMutate } from '../../kit/mutate.ts';
import { useT } from '../../lib/i18n.ts';
import { deliveryState, failureText, path, PING, STATES } from './model.ts';
import {
  deliveriesKey,
  eventTypesQuery,
  fetchDeliveries,
  resendDelivery,
  webhooksKey,
  type Delivery,
} from './queries.ts';

const REFRESH_EVERY = 15_000;

export function useEventTitle(): (name: string) => string {
  const t = useT();
  const types = useQuery(eventTypesQuery);
  return (name) => {
    if (name === PING) return t('Test message');
    const known = types.data?.find((type) => type.name === name);
    return known ? t(known.title) : name;
  };
}

function useColumns(): ListColumn<Delivery>[] {
  const t = useT();
  const format = useFormat();
  const title = useEventTitle();
  // Rejections show status and response.
  const problem = (one: Delivery) =>
    one.failure && one.failure !== 'Status' ? t(failureText(one.failure)) : '';
  return [
    {
      id: 'created',
      header: t('Time'),
      cell: (one) => <MomentCell value={one.creationTime} />,
      csv: (one) => one.creationTime,
      sort: 'creationTime',
      fixed: true,
    },
    {
      id: 'event',
      header: t('Event'),
      cell: (one) => <span title={one.event}>{title(one.event)}</span>,
      csv: (one) => one.event,
      sort: 'event',
      fixed: true,
      narrow: 'line',
    },
    {
      id: 'state',
      header: t('Status'),
      cell: (one) => (
        <Badge tone={deliveryState(one).tone} dot>
          {t(deliveryState(one).text)}
        </Badge>
      ),
      csv: (one) => t(deliveryState(one).text),
      sort: 'state',
      fixed: true,
      narrow: 'badge',
    },
    {
      id: 'code',
      header: t('HTTP'),
      cell: (one) => one.statusCode ?? NOTHING,
      csv: (one) => one.statusCode ?? '',
      sort: 'statusCode',
      numeric: true,
      narrow: 'line',
    },
    {
      id: 'attempts',
      header: t('Attempts'),
      cell: (one) => format.number(one.attempts),
      csv: (one) => one.attempts,
      sort: 'attempts',
      numeric: true,
    },
    {
      id: 'duration',
      header: t('Duration'),
      cell: (one) =>
        typeof one.durationMs === 'number' ? t('{count} ms', { count: one.durationMs }) : NOTHING,
      csv: (one) => one.durationMs ?? '',
      numeric: true,
    },
    {
      id: 'answer',
      header: t('Answer'),
      cell: (one) =>
        problem(one) || one.answerStart ? (
          <span
            dir="auto"
            title={one.answerStart ?? one.failureText ?? undefined}
            className="max-md:line-clamp-2"
          >
            {problem(one) && <span className="text-destructive-text">{problem(one)} </span>}
            {one.answerStart}
          </span>
        ) : (
          NOTHING
        ),
      csv: (one) => [problem(one), one.answerStart].filter(Boolean).join(' '),
      narrow: 'line',
    },
    {
      id: 'next',
      header: t('Next attempt'),
      cell: (one) => (one.state === 'Waiting' ? <MomentCell value={one.nextTime} /> : NOTHING),
      csv: (one) => (one.state === 'Waiting' ? (one.nextTime ?? '') : ''),
      extra: true,
    },
  ];
}

export function useResend() {
  const t = useT();
  return useMutate({
    call: (id: number) => resendDelivery(id),
    stale: [webhooksKey],
    notice: t('Sending again'),
    failed: t('The message could not be sent again'),
  });
}

export function Deliveries({
  subscriptionId,
  mayEdit,
}: {
  subscriptionId: number;
  mayEdit: boolean;
}) {
  const t = useT();
  const format = useFormat();
  const types = useQuery(eventTypesQuery);
  const resend = useResend();
  const list = useList<Delivery>({
    id: 'webhooks.deliveries',
    key: deliveriesKey(subscriptionId),
    fetch: (query, signal) => fetchDeliveries({ ...query, subscriptionId }, signal),
    rowKey: (one) => one.id,
    name: (one) => `${one.event} ${format.dateTime(one.creationTime)}`,
    href: (one) => `${path}/${subscriptionId}/deliveries/${one.id}`,
    columns: useColumns(),
    filters: [
      {
        kind: 'choice',
        id: 'state',
        label: t('Status'),
        pinned: true,
        field: 'state',
        options: STATES.map((state) => ({
          value: state,
          label: t(deliveryState({ state, attempts: 0 }).text),
        })),
      },
      {
        kind: 'choice',
        id: 'event',
        label: t('Event'),
        field: 'event',
        open: true,
        options: [
          ...(types.data ?? []).map(({ name, title }) => ({ value: name, label: t(title) })),
          { value: PING, label: t('Test message') },
        ],
      },
      { kind: 'days', id: 'created', label: t('Time'), field: 'creationTime' },
    ],
    sort: '-creationTime',
    pageSize: 25,
    state: 'here',
    refresh: REFRESH_EVERY,
  });
  return (
    <RecordList
      list={list}
      title={t('Deliveries')}
      tools={<LookAgain isFetching={list.isFetching} onLook={list.refetch} />}
      aside={(one) =>
        mayEdit &&
        one.state !== 'Waiting' && (
          <Button
            variant="ghost"
            size="sm"
            className="h-6"
            title={t('Send again')}
            pending={resend.isPending && resend.variables === one.id}
            aria-label={t('Send again: {event}', {
              event: `${one.event} ${format.dateTime(one.creationTime)}`,
            })}
            onClick={() => resend.mutate(one.id)}
          >
            {!(resend.isPending && resend.variables === one.id) && <RotateCw aria-hidden />}
          </Button>
        )
      }
      texts={{
        failed: t('The deliveries could not be loaded'),
        filter: t('Filter deliveries'),
        empty: {
          icon: <Send />,
          title: t('Nothing sent yet'),
          description: t(
            'Messages are shown here for 30 days. Send a test to see whether the address works.',
          ),
        },
        none: { title: t('No matching deliveries'), clear: t('Show all') },
      }}
    />
  );
}
