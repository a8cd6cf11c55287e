// A subscription with its deliveries.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Send, Trash2, TriangleAlert, Webhook } from 'lucide-react';
import { Badge, ConfirmDialog, useFormat } from '@waybill/plugin';
import { queryClient } from '../../api/query-client.ts';
import { usePermissions } from '../../api/session.ts';
import { recordId, RecordOf, RecordPage } from '../../kit/record.tsx';
import { mutate, useMutate } from '../../kit/mutate.ts';
import { msg, t as translate, useT } from '../../lib/i18n.ts';
import { NotPermitted } from '../../shell/screen.tsx';
import { SectionHeading } from '../../shell/SectionHeading.tsx';
import { useGo } from '../../lib/go.ts';
import { Deliveries } from './Deliveries.tsx';
import { path, pauseText, subscriptionState } from './model.ts';
import {
  deleteSubscription,
  EDIT_PERMISSION,
  sendTest,
  subscriptionQuery,
  webhooksKey,
  type Subscription,
} from './queries.ts';
import { RotateDialog, SecretDialog } from './SecretDialog.tsx';
import { SubscriptionForm } from './SubscriptionForm.tsx';

const crumbs = () => [{ text: translate('Webhooks'), href: path }];

export function SubscriptionNew() {
  const t = useT();
  const go = useGo();
  const mayEdit = usePermissions().has(EDIT_PERMISSION);
  const [created, setMade] = useState<{ id: number; secret: string } | null>(null);
  return (
    <>
      <SectionHeading title={t('New webhook')} breadcrumbs={crumbs()} />
      {mayEdit ? (
        <SubscriptionForm
          subscription={null}
          mayEdit
          onSaved={({ subscription, secret }) =>
            setMade({ id: subscription.id ?? 0, secret: secret ?? '' })
          }
          onCancel={() => void go(path)}
        />
      ) : (
        <NotPermitted to={msg('create webhooks')} />
      )}
      <SecretDialog
        secret={created?.secret ?? null}
        previousUntil={null}
        onClose={() => void go(`${path}/${created?.id ?? ''}`, { ignoreBlocker: true })}
      />
    </>
  );
}

export function SubscriptionPage({ step }: { step: string }) {
  const t = useT();
  const id = recordId(step);
  const found = useQuery({ ...subscriptionQuery(id ?? 0), enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={found}
      inSettings
      title={t('Webhook')}
      breadcrumbs={crumbs()}
      icon={<Webhook />}
      missing={t('Webhook not found')}
      failed={t('The webhook could not be loaded')}
      to={msg('see webhooks')}
    >
      {(subscription) => <Loaded id={id ?? 0} subscription={subscription} />}
    </RecordOf>
  );
}

function Loaded({ id, subscription }: { id: number; subscription: Subscription }) {
  const t = useT();
  const go = useGo();
  const mayEdit = usePermissions().has(EDIT_PERMISSION);
  const [openDialog, setAsked] = useState<'delete' | 'rotate' | null>(null);
  const name = subscription.name ?? '';
  const state = subscriptionState(subscription);
  const test = useMutate({
    call: () => sendTest(id),
    after: ({ deliveryId }) => go(`${path}/${id}/deliveries/${deliveryId}`),
    failed: t('The test message could not be sent'),
  });
  const actions = [
    {
      text: t('Send test'),
      icon: <Send aria-hidden />,
      primary: true,
      state: test.isPending ? ('pending' as const) : ('idle' as const),
      onClick: () => test.mutate(),
    },
    { text: t('New secret…'), icon: <KeyRound aria-hidden />, onClick: () => setAsked('rotate') },
    { separator: true },
    {
      text: t('Delete…'),
      icon: <Trash2 aria-hidden />,
      destructive: true,
      onClick: () => setAsked('delete'),
    },
  ];
  return (
    <>
      <RecordPage
        inSettings
        kind={t('Webhook')}
        title={name}
        breadcrumbs={crumbs()}
        badge={
          <Badge tone={state.tone} dot>
            {t(state.text)}
          </Badge>
        }
        actions={mayEdit ? actions : []}
        banner={<Notice subscription={subscription} />}
        tabs={[
          {
            id: 'deliveries',
            label: t('Deliveries'),
            content: <Deliveries subscriptionId={id} mayEdit={mayEdit} />,
          },
          {
            id: 'details',
            label: t('Details'),
            content: <SubscriptionForm subscription={subscription} mayEdit={mayEdit} />,
          },
        ]}
        history={{ entityType: 'WebhookSubscription', entityId: id }}
      />
      {openDialog === 'rotate' && (
        <RotateDialog id={id} name={name} onClose={() => setAsked(null)} />
      )}
      <ConfirmDialog
        open={openDialog === 'delete'}
        onOpenChange={(open) => !open && setAsked(null)}
        title={t('Delete {name}?', { name })}
        description={t(
          'Its address receives no more messages, and its deliveries are removed. This cannot be undone.',
        )}
        confirmLabel={t('Delete')}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={async () => {
          await mutate({
            call: () => deleteSubscription(id),
            notice: t('{name} deleted', { name }),
            after: () => go(path, { ignoreBlocker: true }),
          });
          queryClient.removeQueries({ queryKey: subscriptionQuery(id).queryKey });
          await queryClient.invalidateQueries({ queryKey: webhooksKey });
        }}
      />
    </>
  );
}

/** States that send nothing, fail, or sign with two secrets. */
function Notice({ subscription }: { subscription: Subscription }) {
  const t = useT();
  const format = useFormat();
  const { isActive, pauseReason, pausedTime, health, previousSecretUntil } = subscription;
  const isFailing = isActive && health.failures > 0 && health.failingSince;
  const overlaps = previousSecretUntil && new Date(previousSecretUntil) > new Date();
  return (
    <div className="grid gap-2 not-empty:mb-4">
      {!isActive && pauseReason && (
        <p className="flex gap-2.5 rounded-lg bg-danger-soft px-3 py-2.5 text-sm text-danger-text">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            <strong className="font-semibold">
              {t('Paused since {time}.', { time: pausedTime ? format.dateTime(pausedTime) : '' })}
            </strong>{' '}
            {t(pauseText(pauseReason))}{' '}
            {t('Turn it on under Details once the address works again.')}
          </span>
        </p>
      )}
      {isFailing && (
        <p className="flex gap-2.5 rounded-lg bg-warning-soft px-3 py-2.5 text-sm text-warning-text">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t(
            '{count} attempts have failed since {time}. After three days without success it is paused.',
            { count: health.failures, time: format.dateTime(isFailing) },
            '{count} attempt has failed since {time}. After three days without success it is paused.',
          )}
        </p>
      )}
      {overlaps && (
        <p className="rounded-lg bg-info-soft px-3 py-2.5 text-sm text-info-text">
          {t('Messages are signed with the previous secret as well until {time}.', {
            time: format.dateTime(previousSecretUntil),
          })}
        </p>
      )}
    </div>
  );
}
