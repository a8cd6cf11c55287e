// Form of a subscription.
import { useQuery } from '@tanstack/react-query';
import { Card, CardHeader, ErrorNote, Field, Skeleton } from '@waybill/plugin';
import { Controller } from '@waybill/plugin/forms';
import { WebhookSubscription } from '../../api/resources/webhooks.gen.ts';
import { queryClient } from '../../api/query-client.ts';
import { usePermissions } from '../../api/session.ts';
import { FlagField } from '../../kit/form-fields.tsx';
import { FormPage } from '../../kit/FormPage.tsx';
import { CustomerPicker } from '../../kit/pickers/CustomerPicker.tsx';
import { useResourceForm } from '../../kit/resource/form.ts';
import { RecordFields } from '../../kit/resource/RecordFields.tsx';
import { useT } from '../../lib/i18n.ts';
import { EventChoice } from './EventChoice.tsx';
import {
  eventTypesQuery,
  saveSubscription,
  subscriptionQuery,
  webhooksKey,
  type Subscription,
} from './queries.ts';

type Saved = Awaited<ReturnType<typeof saveSubscription>>;

export interface SubscriptionFormProps {
  /** Null creates one. */
  subscription: Subscription | null;
  mayEdit: boolean;
  onSaved?: (saved: Saved) => unknown;
  onCancel?: () => void;
}

export function SubscriptionForm({
  subscription,
  mayEdit,
  onSaved,
  onCancel,
}: SubscriptionFormProps) {
  const t = useT();
  const types = useQuery(eventTypesQuery);
  const seesCustomers = usePermissions().has('Pages.Customer');
  const form = useResourceForm(WebhookSubscription, {
    record: subscription,
    fields: ['name', 'url', 'events', 'isActive', 'description'],
    own: {
      values: (one) => ({ customerId: one?.customerId ?? null }),
      toWire: ({ customerId }) => ({ customerId }),
    },
    name: ({ name }) => name ?? '',
    check: ({ events }) => (events.length === 0 ? { events: t('Choose at least one event.') } : {}),
    members: { 'events[*]': 'events' },
    save: saveSubscription,
    stale: [webhooksKey],
    notice: (_, { name }) => (subscription ? t('{name} saved', { name }) : null),
    saved: onSaved,
    newest: ({ id }) => queryClient.fetchQuery({ ...subscriptionQuery(id), staleTime: 0 }),
    draft: subscription ? undefined : 'webhook/new',
  });
  const { errors } = form.form.formState;
  return (
    <FormPage
      of={form}
      action={subscription ? t('Save') : t('Create webhook')}
      readOnly={!mayEdit}
      className="max-w-4xl"
      {...(onCancel ? { onCancel } : {})}
    >
      <Card>
        <CardHeader
          title={t('Receiver')}
          description={t('The program that receives the events, and its address.')}
        />
        <div className="grid gap-3">
          <RecordFields
            resource={WebhookSubscription}
            fields={{
              name: { hint: t('Shown in the list of webhooks.') },
              url: {
                isCode: true,
                placeholder: 'https://',
                hint: t('Messages are sent with POST. The address must be public and use https.'),
              },
              description: {},
            }}
          />
          {seesCustomers && (
            <Controller
              control={form.form.control}
              name="customerId"
              render={({ field }) => (
                <Field
                  label={t('Only one customer')}
                  optional
                  hint={t('Leave empty to send events of all customers.')}
                  error={errors.customerId?.message}
                >
                  <CustomerPicker
                    name="customerId"
                    value={field.value}
                    disabled={!mayEdit}
                    onChange={(customer) => field.onChange(customer?.id ?? null)}
                  />
                </Field>
              )}
            />
          )}
          <FlagField
            name="isActive"
            label={t('Active')}
            hint={t('Messages are sent only while it is active.')}
          />
        </div>
      </Card>
      <Card>
        <CardHeader title={t('Events')} description={t('The events that are sent.')} />
        {types.isLoadingError ? (
          <ErrorNote
            title={t('The events could not be loaded')}
            error={types.error}
            onRetry={() => void types.refetch()}
          />
        ) : !types.data ? (
          <Skeleton className="h-48" />
        ) : (
          <Controller
            control={form.form.control}
            name="events"
            render={({ field }) => (
              <EventChoice
                types={types.data}
                names={field.value}
                onChange={field.onChange}
                readOnly={!mayEdit}
                error={errors.events?.message}
              />
            )}
          />
        )}
      </Card>
    </FormPage>
  );
}
