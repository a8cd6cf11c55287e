// Webhook queries; keys begin with 'webhooks'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ListQuery } from '../../kit/list/declare.ts';

const subscriptions = '/api/webhooks/subscription';
const deliveries = '/api/webhooks/delivery';

export type Subscription = Schema<'WebhookSubscriptionView'>;
export type EventType = Schema<'WebhookEventType'>;
export type Delivery = Schema<'WebhookDelivery'>;
export type DeliveryView = Schema<'WebhookDeliveryView'>;

export const EDIT_PERMISSION = 'Pages.Administration.Webhooks.Edit';
export const webhooksKey = ['webhooks'] as const;
export const deliveriesKey = (subscriptionId: number) =>
  [...webhooksKey, 'deliveries', subscriptionId] as const;

export const fetchSubscriptions = (query: ListQuery, signal: AbortSignal) =>
  api.get(`${subscriptions}/getsubscriptions`, query, { signal });

export const subscriptionQuery = (id: number) =>
  queryOptions({
    queryKey: [...webhooksKey, 'one', id],
    queryFn: async ({ signal }) =>
      (await api.get(`${subscriptions}/getsubscriptionforedit`, { id }, { signal })).subscription,
  });

export const eventTypesQuery = queryOptions({
  queryKey: [...webhooksKey, 'types'],
  queryFn: async ({ signal }) =>
    (await api.get(`${subscriptions}/geteventtypes`, undefined, { signal })).eventTypes,
  staleTime: 300_000,
});

export const saveSubscription = (subscription: Schema<'SaveWebhookSubscription'>['subscription']) =>
  api.post(`${subscriptions}/createorupdatesubscription`, { subscription });
export const deleteSubscription = (id: number) =>
  api.del(`${subscriptions}/deletesubscription`, { id });
export const rotateSecret = (id: number, endsNow: boolean) =>
  api.post(`${subscriptions}/rotatesecret`, { id, endsNow });
export const sendTest = (id: number) => api.post(`${subscriptions}/sendtest`, { id });

export const fetchDeliveries = (
  query: ListQuery & { subscriptionId: number },
  signal: AbortSignal,
) => api.get(`${deliveries}/getdeliveries`, query, { signal });

/** While an attempt runs. */
const POLL_INTERVAL = 1500;

export const deliveryQuery = (id: number) =>
  queryOptions({
    queryKey: [...webhooksKey, 'delivery', id],
    queryFn: ({ signal }) => api.get(`${deliveries}/getdelivery`, { id }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'Waiting' && isDue(state.data.nextTime) ? POLL_INTERVAL : false,
  });

/** True if an attempt is running or due. */
const isDue = (time: string | null | undefined) =>
  !time || new Date(time).getTime() < Date.now() + 60_000;

export const resendDelivery = (id: number) => api.post(`${deliveries}/resenddelivery`, { id });
