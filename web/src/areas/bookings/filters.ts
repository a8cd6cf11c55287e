// Booking filters of the list and workbench.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { words } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import type { FilterOption, ListFilter } from '../../kit/list/declare.ts';
import { oneOf } from '../../lib/odata.ts';
import { customerReference } from '../../kit/pickers/customers.ts';
import { useT } from '../../lib/i18n.ts';
import { TO_MANIFEST, type DayConditions } from '../../lib/bookings/day.ts';
import type { Booking } from '../../lib/bookings/model.ts';
import { allStatuses, groups, statusesOf, type StatusGroup } from '../../lib/bookings/status.ts';
import { useCarrierName } from '../../plugins/carrier-names.ts';
import { carrierCodesQuery } from './queries.ts';

export { TO_MANIFEST, useDayConditions, type DayConditions } from '../../lib/bookings/day.ts';

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
