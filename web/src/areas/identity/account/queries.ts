// Account requests of guests.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { fetchProviders, type Provider } from '../../../api/auth.ts';
import type { Schema } from '../../../api/types.ts';

const asGuest = { anonymous: true } as const;

/** False for providers that exchange tokens. */
const chosen = (provider: Provider) =>
  provider.id !== 'credentials' && provider.id !== 'impersonation';

export const outsideProvidersQuery = queryOptions({
  queryKey: ['tenant', 'sign-in-providers'],
  queryFn: async () => Object.values((await fetchProviders()) ?? {}).filter(chosen),
  staleTime: 60_000,
});

export const sendResetCode = (emailAddress: string) =>
  api.post('/api/core/account/sendpasswordresetcode', { emailAddress }, asGuest);

export const sendActivationLink = (emailAddress: string) =>
  api.post('/api/core/account/sendemailactivationlink', { emailAddress }, asGuest);

export type MayLogIn = Schema<'CanLogin'>;

export const resetPassword = (userId: number, resetCode: string, password: string) =>
  api.post(
    '/api/core/account/resetpassword',
    { userId, resetCode, password, returnUrl: null, singleSignIn: false },
    asGuest,
  );

/** Asks for a password if a reset code is returned. */
export const activateEmail = (userId: number, confirmationCode: string) =>
  api.post('/api/core/account/activateemail', { userId, confirmationCode }, asGuest);

export type Registration = Schema<'Register'> & { email: string; password: string };

export const register = (registerSchema: Registration) =>
  api.post('/api/customer/customer/createCustomerRegister', { registerSchema }, asGuest);

export const changePassword = (currentPassword: string, newPassword: string) =>
  api.post('/api/core/profile/changepassword', { currentPassword, newPassword });

export type UserToEnter = Schema<'UserItem'>;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Active users by name, user name or email address. */
export function findUsers(text: string, signal?: AbortSignal) {
  const part = quoted(text.toLowerCase());
  const fits = ['fullName', 'userName', 'emailAddress']
    .map((field) => `contains(tolower(${field}),${part})`)
    .join(' or ');
  return api.get(
    '/api/core/user/getusers',
    {
      filter: `isActive eq true and (${fits})`,
      sorting: 'name, surname',
      maxResultCount: 8,
      skipCount: 0,
    },
    signal ? { signal } : {},
  );
}
