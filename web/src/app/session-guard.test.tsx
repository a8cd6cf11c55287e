// The cache ends with the session, and the page starts anew when someone else is signed in.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { loopback } from '../../test/loopback.ts';
import { endSession, refreshSession } from '../api/session.ts';
import { useSessionGuard } from './session-guard.ts';

let server: Awaited<ReturnType<typeof loopback>>;
let session: object;
const person = (id: number) => ({
  user: { id, name: `P${id}` },
  tenantId: 1,
  accessToken: `t${id}`,
  permissions: [],
});

beforeEach(async () => {
  session = person(1);
  server = await loopback(() => ({ json: session }));
});
afterEach(async () => {
  endSession();
  await server.close();
});

test('the end of a session empties the cache but for the tenant', async () => {
  const client = new QueryClient();
  const reload = vi.fn();
  renderHook(() => useSessionGuard(client, reload));
  await act(() => refreshSession());
  client.setQueryData(['tenant', 'availability'], 1);
  client.setQueryData(['bookings', 'list'], ['secret']);
  act(() => endSession());
  expect(client.getQueryData(['bookings', 'list'])).toBeUndefined();
  expect(client.getQueryData(['tenant', 'availability'])).toBe(1);
  expect(reload).not.toHaveBeenCalled();
});

test('someone else in another tab starts the page anew; the same person does not', async () => {
  const reload = vi.fn();
  renderHook(() => useSessionGuard(new QueryClient(), reload));
  await act(() => refreshSession());
  session = { ...person(1), accessToken: 'renewed' };
  await act(() => refreshSession());
  expect(reload).not.toHaveBeenCalled();
  session = person(2);
  await act(() => refreshSession());
  expect(reload).toHaveBeenCalledOnce();
});
