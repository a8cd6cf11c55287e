// A delivery: payload and attempts.
import { useQuery } from '@tanstack/react-query';
import { RotateCw, Send } from 'lucide-react';
import { Badge, Card, CardHeader, DefinitionList, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { recordId, RecordOf, RecordPage } from '../../kit/record.tsx';
import { msg, useT } from '../../lib/i18n.ts';
import { useEventTitle, useResend } from './Deliveries.tsx';
import { JsonText } from './JsonText.tsx';
import { deliveryState, failureText, path } from './model.ts';
import { deliveryQuery, EDIT_PERMISSION, type DeliveryView } from './queries.ts';

type Attempt = DeliveryView['history'][number];

export function DeliveryPage({
  subscription,
  delivery,
}: {
  subscription: string;
  delivery: string;
}) {
  const t = useT();
  const id = recordId(delivery);
  const found = useQuery({ ...deliveryQuery(id ?? 0), enabled: id !== null });
  const crumbs = [
    { text: t('Webhooks'), href: path },
    { text: found.data?.subscriptionName ?? t('Webhook'), href: `${path}/${subscription}` },
  ];
  return (
    <RecordOf
      id={id}
      query={found}
      inSettings
      title={t('Delivery')}
      breadcrumbs={crumbs}
      icon={<Send />}
      missing={t('Delivery not found')}
      failed={t('The delivery could not be loaded')}
      to={msg('see webhooks')}
    >
      {(one) => <Loaded delivery={one} crumbs={crumbs} />}
    </RecordOf>
  );
}

function Loaded({
  delivery,
  crumbs,
}: {
  delivery: DeliveryView;
  crumbs: { text: string; href: string }[];
}) {
  const t = useT();
  const format = useFormat();
  const title = useEventTitle();
  const mayEdit = usePermissions().has(EDIT_PERMISSION);
  const resend = useResend();
  const state = deliveryState(delivery);
  const next =
    delivery.state === 'Waiting' && delivery.nextTime ? format.dateTime(delivery.nextTime) : null;
  return (
    <RecordPage
      inSettings
      kind={t('Delivery')}
      title={title(delivery.event)}
      breadcrumbs={crumbs}
      badge={
        <Badge tone={state.tone} dot>
          {t(state.text)}
        </Badge>
      }
      actions={
        mayEdit
          ? [
              {
                text: t('Send again'),
                icon: <RotateCw aria-hidden />,
                primary: true,
                state: resend.isPending ? 'pending' : 'idle',
                onClick: () => resend.mutate(delivery.id),
              },
            ]
          : []
      }
      tabs={[
        {
          id: 'delivery',
          label: t('Delivery'),
          content: (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <Card>
                <DefinitionList
                  className="grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))]"
                  items={[
                    { label: t('Event'), value: <Code>{delivery.event}</Code> },
                    { label: t('Time'), value: format.dateTime(delivery.creationTime) },
                    { label: t('Attempts'), value: format.number(delivery.attempts) },
                    ...(next ? [{ label: t('Next attempt'), value: next }] : []),
                    { label: t('Event ID'), value: <Code>{delivery.eventId}</Code> },
                    { label: t('Delivery ID'), value: <Code>{delivery.guid}</Code> },
                  ]}
                />
              </Card>
              <Card>
                <CardHeader title={t('Attempts')} description={t('Newest first.')} />
                <Attempts delivery={delivery} />
              </Card>
              <Card>
                <CardHeader
                  title={t('Message')}
                  description={t('As it is sent and signed, here with line breaks.')}
                />
                <JsonText label={t('Message')} text={delivery.body} />
              </Card>
            </div>
          ),
        },
      ]}
    />
  );
}

const Code = ({ children }: { children: string }) => (
  <span dir="ltr" className="font-mono text-[13px] break-all">
    {children}
  </span>
);

function Attempts({ delivery }: { delivery: DeliveryView }) {
  const t = useT();
  if (delivery.history.length === 0)
    return (
      <p className="text-[13px] text-muted-foreground">
        {delivery.failure ? t(failureText(delivery.failure)) : t('Not tried yet.')}
      </p>
    );
  return (
    <ol className="grid gap-4">
      {delivery.history.toReversed().map((attempt) => (
        <AttemptItem key={attempt.number} attempt={attempt} />
      ))}
    </ol>
  );
}

function AttemptItem({ attempt }: { attempt: Attempt }) {
  const t = useT();
  const format = useFormat();
  const {
    number,
    begunTime,
    durationMs,
    statusCode,
    failure,
    failureText: failureMessage,
    answer,
  } = attempt;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 border-s-2 border-border ps-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-medium">{t('Attempt {number}', { number })}</span>
        <Badge tone={failure ? 'danger' : 'success'}>
          {statusCode ?? (failure ? t(failureText(failure)) : t('Delivered'))}
        </Badge>
        <span className="text-[13px] text-muted-foreground">
          {format.dateTime(begunTime)} · {t('{count} ms', { count: durationMs })}
        </span>
      </p>
      {failure && failure !== 'Status' && failureMessage && (
        <p dir="ltr" className="text-[13px] break-words text-destructive-text">
          {failureMessage}
        </p>
      )}
      {answer && <JsonText label={t('Response to attempt {number}', { number })} text={answer} />}
    </li>
  );
}
