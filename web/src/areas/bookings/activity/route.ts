// Where a booking's way leads on a map: its two ends, and the scans whose places are known.
import { useMemo } from 'react';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';
import type { Stop } from '../../../kit/map/RouteMap.tsx';
import type { Address, BookingDetail } from '../../../lib/bookings/model.ts';
import { activityOf, detailOf } from './activity.ts';

type Location = Schema<'Location'>;

/** What a place is looked up by. */
export interface Sought {
  countryCode: string;
  suburb: string;
  postCode: string;
  /** Which of the places of that name, where no post code says it. */
  states: readonly string[];
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** The place that is meant among those found; nothing where none has coordinates. */
export function meant(
  found: readonly Location[],
  { suburb, postCode, states }: Sought,
): Location | null {
  const located = found.filter(({ latitude, longitude }) => latitude !== 0 || longitude !== 0);
  const named = located.filter((place) => same(place.suburb, suburb));
  return (
    named.find((place) => place.postCode === postCode) ??
    states.flatMap((state) => named.find((place) => same(place.state, state)) ?? [])[0] ??
    (postCode ? located.find((place) => place.postCode === postCode) : named[0]) ??
    null
  );
}

const locationQuery = (sought: Sought) =>
  queryOptions({
    queryKey: ['locations', sought],
    queryFn: async ({ signal }) =>
      meant(
        await api.get(
          '/api/core/commonlookup/getlocations',
          { countryCode: sought.countryCode || 'AU', search: sought.postCode || sought.suburb },
          { signal },
        ),
        sought,
      ),
    staleTime: 3_600_000,
  });

const ofAddress = (address: Address): Sought => ({
  countryCode: address.countryCode,
  suburb: address.suburb,
  postCode: address.postCode,
  states: [address.stateCode ?? ''],
});

/** "Parramatta NSW 2150" apart; what a scan does not say is the sender's or the receiver's. */
export function soughtBy(
  text: string,
  { fromAddress: from, toAddress: to }: Pick<BookingDetail, 'fromAddress' | 'toAddress'>,
): Sought {
  const [, suburb = text, state = '', postCode = ''] =
    /^(.*?)(?:[ ,]+([A-Z]{2,3}))?(?:[ ,]+(\d{3,6}))?$/.exec(text.trim()) ?? [];
  return {
    countryCode: to.countryCode,
    suburb: suburb.trim(),
    postCode,
    states: state ? [state] : [to.stateCode ?? '', from.stateCode ?? ''],
  };
}

interface Point {
  key: string;
  kind: Stop['kind'];
  sought: Sought;
}

/** From the sender over the places of the scans, in the order in which they happened, to the receiver. */
export function pointsOf(booking: BookingDetail): Point[] {
  const { fromAddress: from, toAddress: to } = booking;
  const scans = activityOf({ trackingDetails: booking.trackingDetails ?? [] })
    .flatMap((entry) =>
      entry.kind === 'scan' ? detailOf(entry.scan, 'location').trim() || [] : [],
    )
    .toReversed();
  const places = scans.filter((name, at) => at === 0 || !same(name, scans[at - 1] ?? ''));
  return [
    { key: 'from', kind: 'from' as const, sought: ofAddress(from) },
    ...places.map((place, at) => ({
      key: `scan-${at}`,
      kind: 'scan' as const,
      sought: soughtBy(place, booking),
    })),
    { key: 'to', kind: 'to' as const, sought: ofAddress(to) },
  ].filter(({ sought }) => sought.suburb.length > 1 || sought.postCode);
}

export function useRoute(booking: BookingDetail) {
  const points = useMemo(() => pointsOf(booking), [booking]);
  const found = useQueries({
    queries: points.map(({ sought }) => locationQuery(sought)),
    combine: (results) => ({
      isPending: results.some((result) => result.isPending),
      error: results.find((result) => result.error)?.error ?? null,
      retry: () => results.forEach((result) => result.error && void result.refetch()),
      places: results.map((result) => result.data ?? null),
    }),
  });
  const isDelivered = booking.bookingStatus === 'Delivered';
  const stops = useMemo(
    () =>
      points.flatMap(({ key, kind }, at): Stop[] => {
        const place = found.places[at];
        return place
          ? [
              {
                key,
                kind,
                name: `${place.suburb} ${place.state}`,
                latitude: place.latitude,
                longitude: place.longitude,
                reached: kind !== 'to' || isDelivered,
              },
            ]
          : [];
      }),
    [points, found.places, isDelivered],
  );
  /** What has no coordinates, by name. */
  const unknown = points.flatMap(({ sought }, at) =>
    found.places[at] || found.isPending
      ? []
      : [[sought.suburb, sought.postCode].filter(Boolean).join(' ')],
  );
  return { ...found, stops, unknown };
}
