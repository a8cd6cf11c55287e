// Driver queries and mutations; keys begin with 'drivers'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { RowOf, Schema } from '../../api/types.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { openFile } from '../../lib/download.ts';
import { driversKey } from '../../lib/drivers.ts';

export { driversKey, fetchDrivers, type Driver } from '../../lib/drivers.ts';

const vehiclesKey = [...driversKey, 'vehicles'] as const;

export type Vehicle = Schema<'Vehicle'>;
export type Answer = RowOf<'/api/compliance/pre-start-check/driver-pre-start-answers'>;

export const driverQuery = (id: number) =>
  queryOptions({
    queryKey: [...driversKey, 'detail', id],
    queryFn: async ({ signal }) =>
      (await api.get('/api/drivers/driver/driver', { id }, { signal })).driver,
  });

export const saveDriver = async (driver: Schema<'Driver'>) =>
  (await api.post('/api/drivers/driver/driver', { driver })).driver;

export const changeDriver = async (driver: Schema<'Driver'>) =>
  (await api.put('/api/drivers/driver/driver', { driver })).driver;

export const setAvailable = (driverId: number, available: boolean) =>
  available
    ? api.put(`/api/drivers/driver/available-for-work`, { driverId })
    : api.del(`/api/drivers/driver/available-for-work`, { driverId });

export const inviteDriver = (email: string) =>
  api.post('/api/drivers/driver/invite-driver', { invitation: { email } });

export const vehicleCalls = (driverId: number) => ({
  key: [...vehiclesKey, driverId],
  stale: driversKey,
  fetch: (query: ListQuery, signal: AbortSignal) =>
    api.get('/api/drivers/vehicle/vehicles', { ...query, driverId }, { signal }),
  newest: async ({ id }: { id: number }) =>
    (await api.get('/api/drivers/vehicle/vehicle', { id })).vehicle,
  save: (vehicle: Schema<'VehicleRequest'>) =>
    api.post('/api/drivers/vehicle/vehicle', { vehicle: { ...vehicle, driverid: driverId } }),
  remove: (id: number) => api.del('/api/drivers/vehicle/vehicle', { id }),
});

export type DriverDocument = Schema<'DriverDocument'>;

export const documentCalls = (driverId: number) => ({
  key: [...driversKey, 'documents', driverId],
  stale: driversKey,
  fetch: (query: ListQuery, signal: AbortSignal) =>
    api.get('/api/drivers/driver/documents', { ...query, driverId }, { signal }),
  newest: async ({ id }: { id: number }) =>
    (await api.get('/api/drivers/driver/document', { id })).document,
  save: (document: Schema<'DriverDocumentRequest'>) =>
    api.post('/api/drivers/driver/document', { document: { ...document, driverid: driverId } }),
  remove: (id: number) => api.del('/api/drivers/driver/document', { id }),
});

export const openDocumentFile = (id: number) =>
  openFile('/api/drivers/driver/document-file', { id });

export const fetchAnswers = (query: ListQuery, signal: AbortSignal) =>
  api.get('/api/compliance/pre-start-check/driver-pre-start-answers', query, { signal });
