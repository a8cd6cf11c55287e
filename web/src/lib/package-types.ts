// Package types, common ones first.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

export const packageTypesQuery = queryOptions({
  queryKey: ['lookups', 'package-types'],
  queryFn: ({ signal }) =>
    api.get('/api/core/commonlookup/GetAllPackageTypes', undefined, { signal, anonymous: true }),
  staleTime: 3_600_000,
  gcTime: 3_600_000,
});
