// Account requests; keys begin with 'profile'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/types.ts';

export type Profile = Schema<'Profile'>;
export type ProfileChange = Schema<'UpdateProfile'>;
export type TwoFactor = Schema<'TwoFactorState'>;
export type Enrolment = Schema<'TwoFactorOffer'>;
export type OwnSession = Schema<'SessionItem'>;

export const profileKey = ['profile'] as const;

const fetchProfile = (signal?: AbortSignal) =>
  api.get('/api/core/profile/getprofile', undefined, signal ? { signal } : {});

export const profileQuery = queryOptions({
  queryKey: [...profileKey, 'own'],
  queryFn: ({ signal }) => fetchProfile(signal),
});

export const freshProfile = () => queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });

export async function saveProfile(change: ProfileChange): Promise<Profile> {
  const saved = await api.put('/api/core/profile/updateprofile', change);
  queryClient.setQueryData(profileQuery.queryKey, saved);
  return saved;
}

export function uploadPicture(file: Blob, fileName: string) {
  const form = new FormData();
  form.append('file', file, fileName);
  return api.upload('/api/core/profile/uploadprofilepicture', form);
}

export const deletePicture = () => api.del('/api/core/profile/deleteprofilepicture');

export const twoFactorQuery = queryOptions({
  queryKey: [...profileKey, 'two-factor'],
  queryFn: ({ signal }) => api.get('/api/core/profile/gettwofactor', undefined, { signal }),
});

export type FactorProvider = Schema<'Provider'>;

export const startTwoFactor = (provider: FactorProvider) =>
  api.post('/api/core/profile/starttwofactor', { provider });
export const confirmTwoFactor = (code: string) =>
  api.post('/api/core/profile/confirmtwofactor', { code });
export const newRecoveryCodes = (code: string) =>
  api.post('/api/core/profile/newrecoverycodes', { code });
export const mailTwoFactorCode = () => api.post('/api/core/profile/sendtwofactorcode');
export const disableTwoFactor = (password: string) =>
  api.post('/api/core/profile/disabletwofactor', { password });
export const forgetBrowsers = () => api.del('/api/core/profile/forgetbrowsers');

export type Passkey = Schema<'PasskeyItem'>;

export const passkeysQuery = queryOptions({
  queryKey: [...profileKey, 'passkeys'],
  queryFn: ({ signal }) => api.get('/api/core/profile/getpasskeys', undefined, { signal }),
});

export const startPasskey = () => api.post('/api/core/profile/startpasskey');
export const addPasskey = (name: string, credential: unknown) =>
  api.post('/api/core/profile/addpasskey', { name, credential });
export const renamePasskey = (id: number, name: string) =>
  api.put('/api/core/profile/renamepasskey', { id, name });
export const deletePasskey = (id: number) => api.del('/api/core/profile/deletepasskey', { id });

export const twoFactorChanged = () => queryClient.invalidateQueries({ queryKey: profileKey });

export const sessionsQuery = queryOptions({
  queryKey: [...profileKey, 'sessions'],
  queryFn: ({ signal }) => api.get('/api/core/profile/getsessions', undefined, { signal }),
});

export const endOneSession = (id: number) => api.del('/api/core/profile/deletesession', { id });
export const endOtherSessions = () => api.del('/api/core/profile/deleteothersessions');
