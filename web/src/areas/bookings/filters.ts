// Booking filters of the list and workbench.
import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useFormat, words } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { addDays } from '../../kit/list/days.ts';
import type { FilterOption, ListFilter } from '../../kit/list/declare.ts';
import { allOf, oneOf } from '../../kit/list/odata.ts';
import { customerReference } from '../../kit/pickers/customers.ts';
import { useT } from '../../lib/i18n.ts';
import { operationRules } from '../../lib/bookings/operation-rules.gen.ts';
import type { Booking } from '../../lib/bookings/model.ts';
import { allStatuses, groups, statusesOf, type StatusGroup } from '../../lib/bookings/status.ts';
import { useCarrierName } from '../../plugins/carrier-names.ts';
import { carrierCodesQuery } from './queries.ts';

/** Bookings due and on no manifest; not a status group. */
export const TO_MANIFEST = 'toManifest';

/** Statuses before the carrier has the goods. */
const AWAITING_PICKUP = [
  'Booked',
  'Manifesting',
  'Manifested',
  'PickupBooked',
  'AtPickup',
  'FailedPickup',
];

export interface DayConditions {
  /** The day, and its first instant. */
  today: string;
  since: string;
  toManifest: string;
  pickupsToday: string;
}

/** Conditions in the tenant's calendar. */
export function dayConditions(
  today: string,
  startOfToday: string,
  startOfTomorrow: string,
): DayConditions {
  return {
    today,
    since: startOfToday,
    toManifest: allOf([
      oneOf('bookingStatus', operationRules.Manifest.statuses),
      `pickupReadyTime eq null or pickupReadyTime lt ${startOfTomorrow}`,
    ]),
    pickupsToday: allOf([
      oneOf('bookingStatus', AWAITING_PICKUP),
      `pickupReadyTime ge ${startOfToday} and pickupReadyTime lt ${startOfTomorrow}`,
    ]),
  };
}

export function useDayConditions(): DayConditions {
  const format = useFormat();
  const today = format.toLocalInput(new Date()).slice(0, 10);
  return useMemo(() => {
    const start = (day: string) => format.fromLocalInput(`${day}T00:00`) ?? `${day}T00:00:00Z`;
    return dayConditions(today, start(today), start(addDays(today, 1)));
  }, [format, today]);
}

/** Filters for every viewer. */
export function useCommonFilters(isTenant: boolean): ListFilter[] {
  const t = useT();
  return [
    {
      kind: 'choice',
      id: 'status',
      label: t('Status'),
      pinned: true,
      field: 'bookingStatus',
      clears: ['group'],
      options: allStatuses.map((status) => ({ value: status, label: t(words(status)) })),
    },
    {
      kind: 'choice',
      id: 'carrier',
      label: t('Carrier'),
      pinned: true,
      field: 'carrier',
      open: true,
      options: [],
    },
    ...(isTenant
      ? [
          {
            kind: 'reference' as const,
            id: 'customer',
            label: t('Customer'),
            pinned: true,
            field: 'customer/id',
            placeholder: t('Search customers…'),
            ...customerReference,
          },
        ]
      : []),
    {
      kind: 'days',
      id: 'created',
      label: t('Created'),
      pinned: true,
      field: 'creationTime',
      edges: ['from', 'to'],
    },
    { kind: 'days', id: 'eta', label: t('ETA'), field: 'eta' },
    { kind: 'text', id: 'reference', label: t('Reference'), field: 'reference' },
    { kind: 'text', id: 'manifest', label: t('Manifest'), field: 'manifestId' },
    { kind: 'text', id: 'suburb', label: t('Delivery suburb'), field: 'toAddress/suburb' },
  ];
}

export function useTableFilters(isTenant: boolean, { toManifest }: DayConditions): ListFilter[] {
  const t = useT();
  const common = useCommonFilters(isTenant);
  const options = [
    ...groups.map(({ key, label }) => ({ value: key as string, label: t(label) })),
    { value: TO_MANIFEST, label: t('Not manifested today') },
  ];
  return [
    {
      kind: 'choice',
      id: 'group',
      label: t('Status groups'),
      hidden: true,
      single: true,
      clears: ['status'],
      options,
      odata: (group) =>
        group === TO_MANIFEST
          ? toManifest
          : oneOf('bookingStatus', statusesOf(group as StatusGroup)),
    },
    ...common,
  ];
}

/** All carriers if permitted, else those loaded. */
export function useCarrierOptions(
  rows: readonly Booking[] | undefined,
  chosen: string | undefined,
): FilterOption[] {
  const carriers = useQuery({
    ...carrierCodesQuery,
    enabled: usePermissions().has('Pages.Carrier'),
  });
  const name = useCarrierName();
  const [seenIds] = useState(() => new Set<string>());
  for (const { carrier } of rows ?? []) if (carrier) seenIds.add(carrier);
  const codes = [
    ...new Set([...(carriers.data ?? []), ...seenIds, ...(chosen?.split(',') ?? [])]),
  ].sort();
  return codes.map((value) => ({ value, label: name(value) }));
}
