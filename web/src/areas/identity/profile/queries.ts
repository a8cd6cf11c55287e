// The calls of one's own account: profile, picture, second step, sessions. Their keys begin with 'profile'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';

export interface Profile {
  id: number;
  userName: string;
  name: string;
  surname: string;
  emailAddress: string;
  isEmailConfirmed: boolean;
  phoneNumber: string | null;
  /** Null: the organisation's. */
  timezone: string | null;
  language: string | null;
  image: string | null;
  hasPassword: boolean;
  isTwoFactorEnabled: boolean;
  rowVersion: number | string;
}

export const profileKey = ['profile'] as const;

const fetchProfile = (signal?: AbortSignal) => api.get<Profile>('/api/core/profile/getprofile', undefined, signal ? { signal } : {});

export const profileQuery = queryOptions({ queryKey: [...profileKey, 'own'], queryFn: ({ signal }) => fetchProfile(signal) });

/** The profile as it stands at this moment, for a save. */
export const freshProfile = () => queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });

export interface ProfileChange {
  name: string;
  surname: string;
  emailAddress: string;
  /** Empty when there is none. */
  phoneNumber: string;
  timezone: string | null;
  language: string | null;
  rowVersion: number | string;
  /** Needed when the e-mail address changes. */
  currentPassword?: string;
}

export async function saveProfile(change: ProfileChange): Promise<Profile> {
  const saved = await api.put<Profile>('/api/core/profile/updateprofile', change);
  queryClient.setQueryData(profileQuery.queryKey, saved);
  return saved;
}

export function uploadPicture(file: Blob, fileName: string) {
  const form = new FormData();
  form.append('file', file, fileName);
  return api.upload<{ image: string }>('/api/core/profile/uploadprofilepicture', form);
}

export const deletePicture = () => api.del<unknown>('/api/core/profile/deleteprofilepicture');

export interface TwoFactor {
  isEnabled: boolean;
  isAuthenticatorEnabled: boolean;
  isEmailEnabled: boolean;
  recoveryCodesLeft: number;
  rememberedBrowsers: number;
  /** What the tenant asks for and allows. */
  isRequired: boolean;
  isAvailable: boolean;
  canUseAuthenticator: boolean;
  canUseEmail: boolean;
  canRememberBrowser: boolean;
}

export const twoFactorQuery = queryOptions({
  queryKey: [...profileKey, 'two-factor'],
  queryFn: ({ signal }) => api.get<TwoFactor>('/api/core/profile/gettwofactor', undefined, { signal }),
});

export type FactorProvider = 'Authenticator' | 'Email';

export interface Enrolment {
  secret: string | null;
  uri: string | null;
  /** A data: address of a picture. */
  qrCode: string | null;
}

export const startTwoFactor = (provider: FactorProvider) => api.post<Enrolment>('/api/core/profile/starttwofactor', { provider });
export const confirmTwoFactor = (code: string) => api.post<{ recoveryCodes: string[] }>('/api/core/profile/confirmtwofactor', { code });
export const newRecoveryCodes = (code: string) => api.post<{ recoveryCodes: string[] }>('/api/core/profile/newrecoverycodes', { code });
export const mailTwoFactorCode = () => api.post<unknown>('/api/core/profile/sendtwofactorcode');
export const disableTwoFactor = (password: string) => api.post<unknown>('/api/core/profile/disabletwofactor', { password });
export const forgetBrowsers = () => api.del<unknown>('/api/core/profile/forgetbrowsers');

export const twoFactorChanged = () => queryClient.invalidateQueries({ queryKey: profileKey });

export interface OwnSession {
  id: number;
  creationTime: string;
  lastUsedTime: string | null;
  expires: string;
  address: string | null;
  userAgent: string | null;
  isCurrent: boolean;
  impersonatorName: string | null;
}

export const sessionsQuery = queryOptions({
  queryKey: [...profileKey, 'sessions'],
  queryFn: ({ signal }) => api.get<{ items: OwnSession[]; totalCount: number }>('/api/core/profile/getsessions', undefined, { signal }),
});

export const endOneSession = (id: number) => api.del<unknown>('/api/core/profile/deletesession', { id });
export const endOtherSessions = () => api.del<{ ended: number }>('/api/core/profile/deleteothersessions');
