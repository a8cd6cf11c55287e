// Positions of addresses: found by the host, corrected by hand, kept for the address.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Schema } from '../api/types.ts';

export type Position = Schema<'PlacePosition'>;

/** An address as its position is kept. */
export interface PlacedAddress {
  addressline1: string | null;
  addressline2: string | null;
  addressline3: string | null;
  postcode: string;
  suburb: string;
  statecode: string | null;
  countrycode: string;
}

export const positionsKey = ['positions'] as const;

/** True if the host keeps positions for it: it needs a suburb with its postcode. */
export const isPlaced = ({ suburb, postcode }: PlacedAddress): boolean =>
  suburb.trim() !== '' && postcode.trim() !== '';

export const positionQuery = (address: PlacedAddress) =>
  queryOptions({
    queryKey: [...positionsKey, address],
    queryFn: async ({ signal }) =>
      (await api.get('/api/route/position', { ...address }, { signal })).position,
    staleTime: 60_000,
  });

/** Keeps a position that a person set; `confirm` accepts a doubtful one. */
export const savePosition = async (
  address: PlacedAddress,
  position: { latitude: number; longitude: number },
  confirm: boolean,
): Promise<Position> =>
  (await api.put('/api/route/position', { position: { ...address, ...position, confirm } }))
    .position;

/** Forgets what a person set: the host looks for the address again. */
export const forgetPosition = (address: PlacedAddress) =>
  api.del('/api/route/position', { ...address });

type BookingAddress = Pick<
  Schema<'Address'>,
  | 'addressLine1'
  | 'addressLine2'
  | 'addressLine3'
  | 'postCode'
  | 'suburb'
  | 'stateCode'
  | 'state'
  | 'countryCode'
>;

/** A booking's address, as its position is kept. */
export const placedOf = (address: BookingAddress): PlacedAddress => ({
  addressline1: address.addressLine1 ?? null,
  addressline2: address.addressLine2 ?? null,
  addressline3: address.addressLine3 ?? null,
  postcode: address.postCode,
  suburb: address.suburb,
  statecode: address.stateCode || address.state || null,
  countrycode: address.countryCode,
});

/** A job's address, as its position is kept. */
export const placedOfJob = (address: PlacedAddress): PlacedAddress => ({
  addressline1: address.addressline1,
  addressline2: address.addressline2,
  addressline3: address.addressline3,
  postcode: address.postcode,
  suburb: address.suburb,
  statecode: address.statecode,
  countrycode: address.countrycode,
});
