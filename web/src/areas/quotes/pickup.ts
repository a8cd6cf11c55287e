// Pickup days by carrier account.
import { queryOptions, useQueries } from '@tanstack/react-query';
import { useFormat } from '@waybill/plugin';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/types.ts';
import { CLOSES } from './draft.ts';
import type { QuoteDraft } from './model.ts';
import { arrivalDay, workingDay } from './prices/rank.ts';

export type PickupDay = Schema<'PickupDay'>;

/** Hours such as `08:30`. */
export interface Hours {
  openingTime: string | null;
  closingTime: string | null;
}

export interface WantedPickup {
  readyTime?: string;
  closingTime?: string;
}

const OPENS = '09:00';

/** Typed local times; the account completes them. */
export function wantedPickup(
  draft: Pick<QuoteDraft, 'pickupDate' | 'pickupReadyTime' | 'businessClosingTime'>,
  today: string,
  hours: Hours | null,
): WantedPickup {
  const day = draft.pickupDate || today;
  const closing = draft.businessClosingTime || hours?.closingTime?.slice(0, 5) || '';
  const isLater = draft.pickupDate > today;
  // Today's goods are ready now.
  const ready =
    draft.pickupReadyTime || (isLater ? (hours?.openingTime?.slice(0, 5) ?? OPENS) : '');
  return {
    ...(ready ? { readyTime: `${day}T${ready}` } : {}),
    ...(closing ? { closingTime: `${day}T${closing}` } : {}),
  };
}

const pickupQuery = (carrierAccountId: number, request: WantedPickup) =>
  queryOptions({
    queryKey: ['quotes', 'pickup', carrierAccountId, request],
    queryFn: ({ signal }) =>
      api.get('/api/booking/pickup/getpickupday', { carrierAccountId, ...request }, { signal }),
    staleTime: 60_000,
    retry: false,
  });

/** Pickups by account; missing while loading. */
export function usePickups(
  accounts: readonly number[],
  pickup: WantedPickup,
): ReadonlyMap<number, PickupDay> {
  const answers = useQueries({ queries: accounts.map((account) => pickupQuery(account, pickup)) });
  return new Map(
    accounts.flatMap((account, at) =>
      answers[at]?.data ? [[account, answers[at].data] as const] : [],
    ),
  );
}

/** A cut-off may have passed. */
export const pickupNow = (account: number, pickup: WantedPickup): Promise<PickupDay> =>
  queryClient.fetchQuery({ ...pickupQuery(account, pickup), staleTime: 0 });

/** The next working day not ended at `now`, a local time; guests can't ask accounts. */
export function firstPickupDay(now: string, holidays: readonly string[]): string {
  const today = now.slice(0, 10);
  return workingDay(now.slice(11) < CLOSES ? today : arrivalDay(today, 1, holidays), holidays);
}

/** Today by the tenant's clock. */
export function useToday(): string {
  return useFormat().toLocalInput(new Date()).slice(0, 10);
}
