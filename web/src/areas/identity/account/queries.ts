// The calls of the account: getting back in, confirming an address, registering. Guests make them.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { fetchProviders, type Provider } from '../../../api/auth.ts';
import type { PasswordRules } from './password-rules.ts';

const asGuest = { anonymous: true } as const;

export const passwordRulesQuery = queryOptions({
  queryKey: ['tenant', 'password-rules'],
  queryFn: ({ signal }) => api.get<PasswordRules>('/api/core/account/getpasswordcomplexity', undefined, { ...asGuest, signal }),
  staleTime: 60_000,
});

/** What the browser posts to the session service for a token is no way to sign in that one could choose. */
const chosen = (provider: Provider) => provider.id !== 'credentials' && provider.id !== 'impersonation';

export const outsideProvidersQuery = queryOptions({
  queryKey: ['tenant', 'sign-in-providers'],
  queryFn: async () => Object.values((await fetchProviders()) ?? {}).filter(chosen),
  staleTime: 60_000,
});

export const sendResetCode = (emailAddress: string) => api.post<unknown>('/api/core/account/sendpasswordresetcode', { emailAddress }, undefined, asGuest);

export const sendActivationLink = (emailAddress: string) => api.post<unknown>('/api/core/account/sendemailactivationlink', { emailAddress }, undefined, asGuest);

export interface MayLogIn {
  canLogin: boolean;
  userName: string;
}

export const resetPassword = (userId: number, resetCode: string, password: string) =>
  api.post<MayLogIn>('/api/core/account/resetpassword', { userId, resetCode, password, returnUrl: null, singleSignIn: false }, undefined, asGuest);

/** With a reset code the user has no password yet and chooses one now. */
export const activateEmail = (userId: number, confirmationCode: string) =>
  api.post<MayLogIn & { resetCode?: string | null }>('/api/core/account/activateemail', { userId, confirmationCode }, undefined, asGuest);

export interface Registration {
  email: string;
  password: string;
  isBusiness: boolean;
  companyName: string | null;
  contactName: string;
  customerSource: string | null;
  contact: string | null;
  address: { addressLine1: string; addressLine2: string | null; suburb: string; postCode: string; state: string; countryCode: string } | null;
}

export const register = (registerSchema: Registration) => api.post<{ canLogin: boolean }>('/api/customer/customer/createCustomerRegister', { registerSchema }, undefined, asGuest);

export const changePassword = (currentPassword: string, newPassword: string) => api.post<unknown>('/api/core/profile/changepassword', { currentPassword, newPassword });

export interface UserToEnter {
  id: number;
  name: string;
  surname: string;
  userName: string;
  emailAddress: string;
  customerName?: string | null;
  roles: { roleId: number; displayName: string }[];
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Active users whose name, user name or e-mail address holds the text. */
export function findUsers(text: string, signal?: AbortSignal) {
  const part = quoted(text.toLowerCase());
  const fits = ['fullName', 'userName', 'emailAddress'].map((field) => `contains(tolower(${field}),${part})`).join(' or ');
  return api.get<{ totalCount: number; items: UserToEnter[] }>('/api/core/user/getusers', { filter: `isActive eq true and (${fits})`, sorting: 'name, surname', maxResultCount: 8, skipCount: 0 }, signal ? { signal } : {});
}
