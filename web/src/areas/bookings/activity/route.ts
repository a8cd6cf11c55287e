// A booking's route: both ends, by the positions of their addresses, and located scans.
import { useMemo } from 'react';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/types.ts';
import type { Stop } from '../../../kit/map/RouteMap.tsx';
import type { Address, BookingDetail } from '../../../lib/bookings/model.ts';
import { isPlaced, placedOf, positionQuery, positionsKey } from '../../../lib/positions.ts';
import { activityOf, detailOf } from './activity.ts';

type Location = Schema<'Location'>;

export interface PlaceQuery {
  countryCode: string;
  suburb: string;
  postCode: string;
  /** Disambiguates names without a postcode. */
  states: readonly string[];
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Picks the best match; undefined if no candidate has coordinates. */
export function bestMatch(
  found: readonly Location[],
  { suburb, postCode, states }: PlaceQuery,
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

const locationQuery = (sought: PlaceQuery) =>
  queryOptions({
    queryKey: ['locations', sought],
    queryFn: async ({ signal }) =>
      bestMatch(
        await api.get(
          '/api/core/commonlookup/getlocations',
          { countryCode: sought.countryCode || 'AU', search: sought.postCode || sought.suburb },
          { signal },
        ),
        sought,
      ),
    staleTime: 3_600_000,
  });

const ofAddress = (address: Address): PlaceQuery => ({
  countryCode: address.countryCode,
  suburb: address.suburb,
  postCode: address.postCode,
  states: [address.stateCode ?? ''],
});

/** Splits "Parramatta NSW 2150"; missing parts come from the sender or the receiver. */
export function soughtBy(
  text: string,
  { fromAddress: from, toAddress: to }: Pick<BookingDetail, 'fromAddress' | 'toAddress'>,
): PlaceQuery {
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
  sought: PlaceQuery;
  /** Both ends. */
  address?: Address;
}

interface Spot {
  name: string;
  latitude: number;
  longitude: number;
}

const spotOf = (place: Location | null): Spot | null =>
  place && { ...place, name: `${place.suburb} ${place.state}` };

/** The position that is kept for an address, otherwise the middle of its suburb. */
const spotQuery = ({ sought, address }: Point) =>
  queryOptions({
    queryKey: [...positionsKey, 'route', sought, address ? placedOf(address) : null],
    queryFn: async () => {
      const placed = address && placedOf(address);
      const kept =
        placed && isPlaced(placed) ? await queryClient.fetchQuery(positionQuery(placed)) : null;
      if (address && kept && kept.latitude !== null && kept.longitude !== null)
        return {
          name: [address.suburb, address.stateCode || address.state].filter(Boolean).join(' '),
          latitude: kept.latitude,
          longitude: kept.longitude,
        };
      return spotOf(await queryClient.fetchQuery(locationQuery(sought)));
    },
    staleTime: 60_000,
  });

/** Sender, scans in order, receiver. */
export function pointsOf(booking: BookingDetail): Point[] {
  const { fromAddress: from, toAddress: to } = booking;
  const scans = activityOf({ trackingDetails: booking.trackingDetails ?? [] })
    .flatMap((entry) =>
      entry.kind === 'scan' ? detailOf(entry.scan, 'location').trim() || [] : [],
    )
    .toReversed();
  const places = scans.filter((name, at) => at === 0 || !same(name, scans[at - 1] ?? ''));
  return [
    { key: 'from', kind: 'from' as const, sought: ofAddress(from), address: from },
    ...places.map((place, at) => ({
      key: `scan-${at}`,
      kind: 'scan' as const,
      sought: soughtBy(place, booking),
    })),
    { key: 'to', kind: 'to' as const, sought: ofAddress(to), address: to },
  ].filter(({ sought }) => sought.suburb.length > 1 || sought.postCode);
}

export function useRoute(booking: BookingDetail) {
  const points = useMemo(() => pointsOf(booking), [booking]);
  const found = useQueries({
    queries: points.map(spotQuery),
    combine: (results) => ({
      isPending: results.some((result) => result.isPending),
      error: results.find((result) => result.isLoadingError)?.error ?? null,
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
                ...place,
                reached: kind !== 'to' || isDelivered,
              },
            ]
          : [];
      }),
    [points, found.places, isDelivered],
  );
  const unknown = points.flatMap(({ sought }, at) =>
    found.places[at] || found.isPending
      ? []
      : [[sought.suburb, sought.postCode].filter(Boolean).join(' ')],
  );
  return { ...found, stops, unknown };
}
