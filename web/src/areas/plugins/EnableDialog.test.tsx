// Tests of consent to plugins.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HostProvider, type HostApi } from '@waybill/plugin';
import { loopback } from '../../../test/loopback.ts';
import { queryClient } from '../../api/query-client.ts';
import { endSession, refreshSession } from '../../api/session.ts';
import { EnableDialog } from './EnableDialog.tsx';
import type { Plugin } from './model.ts';
import { pluginsQuery } from './queries.ts';

const keep = {
  code: 'capability:key-value',
  words: 'Store up to 10 MiB of plugin data for your company',
};
const peer = { code: 'host:api.ferry.example', words: 'Exchange data with api.ferry.example' };
let plugin: Plugin;
let server: Awaited<ReturnType<typeof loopback>>;

beforeEach(async () => {
  queryClient.clear();
  plugin = {
    id: 'ferry',
    name: 'Ferry',
    version: '1.0.0',
    kind: 'carrier',
    description: '',
    isBundled: false,
    isEnabled: false,
    isPinned: false,
    asks: [keep],
    missingConsents: [keep.code],
    waiting: null,
  };
  server = await loopback((request) => {
    if (request.path === '/api/auth/session')
      return { json: { user: { id: 1, name: 'R' }, accessToken: 't', permissions: [] } };
    if (request.path.startsWith('/api/auth')) return { json: {} };
    if (request.path === '/api/plugins/getplugins')
      return { json: { result: [plugin], success: true, error: null, __abp: true } };
    const sent = JSON.parse(request.body) as { asks: string[] };
    const same = sent.asks.join() === plugin.asks.map(({ code }) => code).join();
    return same
      ? { json: { result: {}, success: true, error: null, __abp: true } }
      : {
          status: 400,
          json: {
            result: null,
            success: false,
            error: {
              code: 711,
              message: "The plugin's permissions have changed since you saw them.",
              details: null,
            },
            __abp: true,
          },
        };
  });
  await refreshSession();
});
afterEach(async () => {
  endSession();
  await server.close();
});

function Screen({ onClose }: { onClose: () => void }) {
  const shown = useQuery(pluginsQuery).data?.[0];
  return shown && <EnableDialog plugin={shown} onClose={onClose} />;
}

async function show() {
  const onClose = vi.fn();
  const host = {
    tenant: { id: 1, name: 'T', currency: 'AUD', timezone: 'UTC' },
  } as unknown as HostApi;
  await act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <HostProvider value={host}>
          <Screen onClose={onClose} />
        </HostProvider>
      </QueryClientProvider>,
    );
  });
  return {
    onClose,
    user: userEvent.setup(),
    enable: await screen.findByRole('button', { name: 'Enable' }),
  };
}

const sent = () =>
  server.received
    .filter(({ path }) => path === '/api/plugins/enableplugin')
    .map(({ body }) => JSON.parse(body) as unknown);

it('waits for the agreement, then sends what was shown', async () => {
  const { onClose, user, enable } = await show();
  expect(screen.getByText(keep.words)).toBeVisible();
  expect(enable).toBeDisabled();
  await user.click(enable);
  expect(sent()).toEqual([]);
  await user.click(screen.getByRole('checkbox'));
  await user.click(enable);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent()).toEqual([{ id: 'ferry', asks: [keep.code] }]);
});

it('shows a list that has changed meanwhile, and asks anew', async () => {
  const { onClose, user, enable } = await show();
  await user.click(screen.getByRole('checkbox'));
  plugin = { ...plugin, asks: [keep, peer] };
  await user.click(enable);
  expect(await screen.findByRole('alert')).toHaveTextContent('The permissions have changed');
  expect(await screen.findByText(peer.words)).toBeVisible();
  expect(screen.getByRole('checkbox')).not.toBeChecked();
  expect(screen.getByRole('button', { name: 'Enable' })).toBeDisabled();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Enable' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent().at(-1)).toEqual({ id: 'ferry', asks: [keep.code, peer.code] });
});

it('takes an agreement back when the list changes under it', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('checkbox'));
  plugin = { ...plugin, asks: [keep, peer] };
  await act(() => queryClient.invalidateQueries({ queryKey: ['plugins'] }));
  expect(await screen.findByText(peer.words)).toBeVisible();
  expect(screen.getByRole('checkbox')).not.toBeChecked();
});

it('needs no agreement for what came with the program', async () => {
  plugin = { ...plugin, isBundled: true, asks: [], missingConsents: [] };
  const { onClose, user, enable } = await show();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  await user.click(enable);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent()).toEqual([{ id: 'ferry', asks: [] }]);
});
