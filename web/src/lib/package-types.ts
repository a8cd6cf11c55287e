// Package types, common ones first.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { msg, type Translate } from './i18n.ts';

export const packageTypesQuery = queryOptions({
  queryKey: ['lookups', 'package-types'],
  queryFn: ({ signal }) =>
    api.get('/api/core/commonlookup/GetAllPackageTypes', undefined, { signal, anonymous: true }),
  staleTime: 3_600_000,
  gcTime: 3_600_000,
});

/** Types that come with the platform; those of imports keep the name they have. */
const BUILT_IN = new Set([
  msg('Carton'),
  msg('Pallet'),
  msg('Satchel'),
  msg('Skid'),
  msg('Crate'),
  msg('Drum'),
  msg('Roll'),
  msg('Envelope'),
  msg('Package'),
  msg('Parcel'),
  msg('Box'),
  msg('Bag'),
  msg('Case, skeleton'),
  msg('Case'),
  msg('Tube'),
  msg('Tray'),
  msg('Bundle'),
  msg('Coil'),
  msg('Jerrican, cylindrical'),
  msg('Pipe'),
  msg('Cage'),
  msg('Rack'),
  msg('Vehicle'),
  msg('Container'),
  msg('Unpacked'),
]);

/** The type's name in the reader's language. Its English name is what is stored. */
export const packageTypeText = (name: string, t: Translate): string =>
  BUILT_IN.has(name) ? t(name) : name;
