// Tests of platform call limits.
import { afterEach, expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import type { Reply } from '../../../../test/loopback.ts';
import type { Limit } from '../config.ts';
import { refetch, refusal, result, show, stage } from '../../../../test/stage.tsx';
import { Limits } from './LimitsForm.tsx';

const limits: Limit[] = [
  { name: 'memoryMib', default: 64, most: 256, value: 128, unit: 'MiB' },
  { name: 'cpuMs.rates', default: 50, most: 250, value: null, unit: 'ms' },
  { name: 'httpCalls', default: 20, most: 20, value: null, unit: 'calls' },
];

let server: Awaited<ReturnType<typeof stage>>;
afterEach(() => server.close());

async function open(
  set: (body: string) => Reply,
  permissions: string[] = [],
  isFailing = () => false,
) {
  let stored = limits;
  server = await stage(permissions, ({ path, query, body }) => {
    if (path === '/api/plugins/platform/getlimits' && isFailing()) return refusal(409, 'Not now.');
    if (path === '/api/plugins/platform/getlimits')
      return result(
        query.get('tenantId') ? limits.map((limit) => ({ ...limit, value: null })) : stored,
      );
    if (path === '/api/core/platform/gettenants')
      return result({
        totalCount: 1,
        items: [{ id: 5, name: 'Acme', state: 'Available', hosts: [], isPlatform: false }],
      });
    if (path !== '/api/plugins/platform/setlimits') return refusal(404, 'There is nothing here.');
    const sent = JSON.parse(body) as { limits: { memoryMib?: number } };
    const reply = set(body);
    if ((reply.status ?? 200) < 400)
      stored = limits.map((limit) =>
        limit.name === 'memoryMib' ? { ...limit, value: sent.limits.memoryMib ?? null } : limit,
      );
    return reply;
  });
  const user = await show(<Limits plugin="ferry" name="Ferry" />);
  await screen.findByRole('textbox', { name: /^Memory per call/ });
  return user;
}

const memory = () => screen.getByRole('textbox', { name: /^Memory per call/ });
const cpu = () => screen.getByRole('textbox', { name: /^Processor time: rates/ });
const save = () => screen.getByRole('button', { name: 'Save' });

it('sends what is set, nested, and leaves out what is emptied', async () => {
  const user = await open(() => result({}));
  expect(memory()).toHaveValue('128');
  expect(save()).toBeDisabled();
  await user.clear(memory());
  await user.type(cpu(), '100');
  await user.click(save());
  await waitFor(() =>
    expect(server.sent('platform/setlimits')).toEqual([
      { plugin: 'ferry', limits: { cpuMs: { rates: 100 } } },
    ]),
  );
  await waitFor(() => expect(memory()).toHaveValue(''));
});

it('sends nothing above the most, and nothing that is no number', async () => {
  const user = await open(() => result({}));
  await user.clear(memory());
  await user.type(memory(), '257');
  await user.type(cpu(), '1.5');
  await user.click(save());
  expect(memory()).toHaveAccessibleDescription('Must be at most 256');
  expect(cpu()).toHaveAccessibleDescription('Enter a whole number');
  expect(server.sent('platform/setlimits')).toEqual([]);
});

it("puts the server's refusal on its field", async () => {
  const user = await open(() =>
    refusal(400, 'Not valid.', [
      { message: '0 is not allowed; 1 to 250 is expected', members: ['limits.cpuMs.rates'] },
    ]),
  );
  await user.type(cpu(), '0');
  await user.click(save());
  await waitFor(() =>
    expect(cpu()).toHaveAccessibleDescription('0 is not allowed; 1 to 250 is expected'),
  );
});

it('sets the limits of one tenant apart from those of all', async () => {
  const user = await open(() => result({}), ['Pages.Tenants']);
  await user.type(screen.getByRole('combobox'), 'Ac');
  await user.click(await screen.findByRole('option', { name: 'Acme', hidden: true }));
  await waitFor(() => expect(memory()).toHaveValue(''));
  expect(server.asked('platform/getlimits').at(-1)).toEqual({ plugin: 'ferry', tenantId: '5' });
  await user.type(memory(), '32');
  expect(screen.getByRole('combobox')).toBeDisabled();
  await user.click(save());
  await waitFor(() =>
    expect(server.sent('platform/setlimits')).toEqual([
      { plugin: 'ferry', tenantId: 5, limits: { memoryMib: 32 } },
    ]),
  );
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  await waitFor(() => expect(screen.getByRole('combobox')).toBeEnabled());
});

it('keeps what is typed if the limits cannot be loaded again', async () => {
  let isFailing = false;
  const user = await open(
    () => result({}),
    [],
    () => isFailing,
  );
  await user.type(cpu(), '75');
  isFailing = true;
  await refetch([]);
  expect(server.asked('platform/getlimits').length).toBeGreaterThan(1);
  expect(cpu()).toHaveValue('75');
});
