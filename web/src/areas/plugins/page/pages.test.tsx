// Tests of plugin pages.
import { afterEach, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import type { Reply } from '../../../../test/loopback.ts';
import type { Delivery, PluginCustomer } from '../config.ts';
import type { Plugin } from '../model.ts';
import type { Version } from '../version-queries.ts';
import Plugins from '../Plugins.tsx';
import { PluginPage } from './PluginPage.tsx';
import { refusal, result, show, stage } from '../../../../test/stage.tsx';

const ALL = ['Pages.Plugins', 'Pages.Plugins.Enable', 'Pages.Plugins.Configure'];
const keep = { code: 'capability:key-value', words: 'Store up to 10 MiB of its own data' };
const peer = { code: 'host:api.ferry.example', words: 'Exchange data with api.ferry.example' };
const hook = {
  code: 'endpoint:POST /events hmac',
  words: 'Receive POST /events signed with the secret hook',
};
const ferry: Plugin = {
  id: 'ferry',
  name: 'Ferry',
  version: '1.2.0',
  kind: 'commerce',
  description: 'Goods over water',
  isBundled: false,
  isEnabled: true,
  isPinned: false,
  asks: [keep, peer, hook],
  missingConsents: [],
  waiting: null,
};

let server: Awaited<ReturnType<typeof stage>>;
afterEach(() => server.close());

async function open(
  tab: string,
  plugin: Plugin,
  answers: Record<string, (body: string, query: URLSearchParams) => Reply>,
  permissions = ALL,
) {
  server = await stage(permissions, ({ path, body, query }) => {
    const call = path.replace('/api/plugins/', '');
    if (call === 'getplugins') return result([plugin]);
    if (call === 'getversions' && !answers.getversions) return result([]);
    return answers[call]?.(body, query) ?? refusal(404, 'There is nothing here.');
  });
  const user = await show(<PluginPage id={plugin.id} tab={tab} />);
  await screen.findByRole('heading', { name: plugin.name });
  return user;
}

it('tells what a plugin is and what was agreed to, and switches it off', async () => {
  const user = await open('', ferry, { disableplugin: () => result({}) });
  expect(screen.getByText('Goods over water')).toBeVisible();
  expect(screen.getByText(peer.words)).toBeVisible();
  expect(screen.getByText('Your organisation has approved all of these.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Disable' }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disable' }),
  );
  await waitFor(() => expect(server.sent('disableplugin')).toEqual([{ id: 'ferry' }]));
});

it('asks to agree to what an upgrade wants more, and marks it', async () => {
  const user = await open(
    '',
    { ...ferry, missingConsents: [peer.code] },
    { enableplugin: () => result({}) },
  );
  expect(screen.getByText('Waiting for your approval')).toBeVisible();
  expect(
    within(screen.getByText(peer.words).closest('li') as HTMLElement).getByText('New'),
  ).toBeVisible();
  expect(
    within(screen.getByText(keep.words).closest('li') as HTMLElement).queryByText('New'),
  ).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Review and approve' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('checkbox'));
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(server.sent('enableplugin')).toEqual([
      { id: 'ferry', asks: [keep.code, peer.code, hook.code] },
    ]),
  );
});

const versions: Version[] = [
  {
    version: '2.0.0',
    isActive: true,
    isPinned: false,
    isRevoked: false,
    asks: [],
    creationTime: '2026-05-02T10:00:00Z',
  },
  {
    version: '1.2.0',
    isActive: false,
    isPinned: false,
    isRevoked: false,
    asks: [],
    creationTime: '2026-05-01T10:00:00Z',
  },
  {
    version: '1.0.0',
    isActive: false,
    isPinned: false,
    isRevoked: true,
    asks: [],
    creationTime: '2026-04-01T10:00:00Z',
  },
];

it('stays at a version, and follows again', async () => {
  const user = await open(
    '',
    { ...ferry, version: '2.0.0' },
    { getversions: () => result(versions), setversion: () => result({}) },
  );
  const choice = await screen.findByRole('combobox', { name: 'Version' });
  expect(
    within(choice)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual([
    "Use the platform's active version (currently 2.0.0)",
    'Stay on 2.0.0',
    'Stay on 1.2.0',
  ]);
  const form = within(screen.getByRole('form', { name: 'Version of Ferry' }));
  expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.selectOptions(choice, 'Stay on 1.2.0');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.sent('setversion')).toEqual([{ id: 'ferry', version: '1.2.0' }]),
  );
});

it('follows again from a version that it stayed at', async () => {
  const user = await open(
    '',
    { ...ferry, isPinned: true },
    { getversions: () => result(versions), setversion: () => result({}) },
  );
  expect(await screen.findByText('Your organisation stays on 1.2.0.')).toBeVisible();
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Version' }),
    "Use the platform's active version (currently 2.0.0)",
  );
  await user.click(
    within(screen.getByRole('form', { name: 'Version of Ferry' })).getByRole('button', {
      name: 'Save',
    }),
  );
  await waitFor(() => expect(server.sent('setversion')).toEqual([{ id: 'ferry', version: null }]));
});

it('tells why a version cannot be had', async () => {
  const user = await open('', ferry, {
    getversions: () => result(versions),
    setversion: () => refusal(400, 'It is not loaded.'),
  });
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Version' }),
    'Stay on 1.2.0',
  );
  await user.click(
    within(screen.getByRole('form', { name: 'Version of Ferry' })).getByRole('button', {
      name: 'Save',
    }),
  );
  expect(await screen.findByText('It is not loaded.')).toBeVisible();
});

it('offers nothing to whoever may only look', async () => {
  await open('', ferry, {}, ['Pages.Plugins']);
  expect(screen.queryByRole('button', { name: 'Disable' })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Version' })).toBeNull();
});

it('says so when there is no such plugin', async () => {
  server = await stage(ALL, () => result([ferry]));
  await show(<PluginPage id="barge" tab="" />);
  expect(await screen.findByText('Plugin not found')).toBeVisible();
});

it('leads from the list to the page of each', async () => {
  server = await stage(ALL, () => result([ferry]));
  await show(<Plugins rest={[]} />);
  expect(await screen.findByRole('link', { name: 'Ferry' })).toHaveAttribute(
    'href',
    '/settings/plugins/ferry',
  );
});

it('does not try the connection of a carrier here, but leads to its accounts', async () => {
  await open(
    'settings',
    { ...ferry, kind: 'carrier' },
    {
      getsettings: () =>
        result({
          schema: { type: 'object', properties: { a: { type: 'string' } } },
          settings: {},
          secretsSet: [],
        }),
    },
  );
  await screen.findByLabelText(/^A/);
  expect(screen.queryByRole('button', { name: 'Test the connection' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to accounts' })).toHaveAttribute('href', '/carriers');
});

it('says so when there is nothing to set', async () => {
  await open('settings', ferry, {
    getsettings: () => result({ schema: null, settings: {}, secretsSet: [] }),
  });
  expect(await screen.findByText('No settings')).toBeVisible();
});

const customers: PluginCustomer[] = [
  {
    id: 7,
    name: 'Harbour Supplies',
    code: 'HAR',
    isEnabled: true,
    hasRow: true,
    hasSettings: true,
  },
  {
    id: 8,
    name: 'Inland Traders',
    code: 'INL',
    isEnabled: false,
    hasRow: false,
    hasSettings: false,
  },
];

it('switches a plugin on and off for a customer', async () => {
  const state = structuredClone(customers);
  const flip = (on: boolean) => (body: string) => {
    const { customerId } = JSON.parse(body) as { customerId: number };
    const found = state.find(({ id }) => id === customerId);
    if (found) found.isEnabled = on;
    return result({});
  };
  const user = await open('customers', ferry, {
    getcustomers: () => result({ totalCount: 2, items: state }),
    enableforcustomer: flip(true),
    disableforcustomer: flip(false),
  });
  const harbour = await screen.findByRole('switch', { name: 'Ferry for Harbour Supplies' });
  expect(harbour).toBeChecked();
  await user.click(harbour);
  await waitFor(() =>
    expect(server.sent('disableforcustomer')).toEqual([{ id: 'ferry', customerId: 7 }]),
  );
  await waitFor(() => expect(harbour).not.toBeChecked());
  await user.click(screen.getByRole('switch', { name: 'Ferry for Inland Traders' }));
  await waitFor(() =>
    expect(server.sent('enableforcustomer')).toEqual([{ id: 'ferry', customerId: 8 }]),
  );
});

it('takes a switch back that the server refuses', async () => {
  const user = await open('customers', ferry, {
    getcustomers: () => result({ totalCount: 2, items: customers }),
    disableforcustomer: () => refusal(400, 'Not this one.'),
  });
  const harbour = await screen.findByRole('switch', { name: 'Ferry for Harbour Supplies' });
  await user.click(harbour);
  await waitFor(() => expect(server.sent('disableforcustomer')).toHaveLength(1));
  await waitFor(() => expect(harbour).toBeEnabled());
  expect(harbour).toBeChecked();
});

it('searches customers on the server, and says when there is none', async () => {
  const user = await open('customers', ferry, {
    getcustomers: (_, query) =>
      result(
        query.get('search') ? { totalCount: 0, items: [] } : { totalCount: 2, items: customers },
      ),
  });
  await screen.findByText('Harbour Supplies');
  await user.type(screen.getByRole('searchbox', { name: 'Search customers' }), 'zeppelin');
  expect(await screen.findByText('No matching customers')).toBeVisible();
  expect(server.asked('getcustomers').at(-1)).toMatchObject({
    id: 'ferry',
    search: 'zeppelin',
    skipCount: '0',
  });
});

it("opens a customer's own settings, and asks before what was typed is lost", async () => {
  const schema = { type: 'object', properties: { depot: { type: 'string', title: 'Depot' } } };
  const user = await open('customers', ferry, {
    getcustomers: () => result({ totalCount: 2, items: customers }),
    getsettings: () =>
      result({
        schema,
        settings: {},
        secretsSet: [],
        rowVersion: null,
        inherited: { settings: { depot: 'Ulm' }, secretsSet: [] },
      }),
    savesettings: () => result({}),
  });
  await user.click(await screen.findByRole('button', { name: 'Settings of Harbour Supplies…' }));
  await user.type(await screen.findByLabelText(/^Depot/), 'Kiel');
  await user.keyboard('{Escape}');
  expect(await screen.findByText('Leave without saving?')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.sent('savesettings')).toEqual([
      { id: 'ferry', customerId: 7, settings: { depot: 'Kiel' }, secrets: {} },
    ]),
  );
});

const delivery: Delivery = {
  id: 31,
  method: 'POST',
  path: '/events',
  eventId: 'evt-9',
  bytes: 120,
  customerId: null,
  customerName: null,
  state: 'Failed',
  allowedOperations: ['Retry'],
  attempts: 10,
  nextAt: null,
  lastError: 'The shop closed the connection',
  creationTime: '2026-05-01T10:00:00Z',
};

it('gives the addresses to copy, and sends a failed delivery again', async () => {
  const state = [
    delivery,
    {
      ...delivery,
      id: 32,
      eventId: 'evt-10',
      state: 'Done',
      allowedOperations: [],
      lastError: null,
      creationTime: '2026-05-01T09:00:00Z',
    },
  ];
  const user = await open('endpoints', ferry, {
    getsettings: () =>
      result({
        schema: null,
        settings: {},
        secretsSet: [],
        storeKey: 'c0ffee',
        callbackUrls: ['/api/booking/Quote/c0ffee/rates'],
      }),
    getdeliveries: () => result({ totalCount: state.length, items: state }),
    retrydelivery: () => {
      state[0] = { ...delivery, state: 'Waiting', nextAt: '2026-05-01T12:00:00Z', lastError: null };
      return result({});
    },
  });
  expect(await screen.findByLabelText('POST /api/plugins/ferry/events')).toHaveValue(
    `${location.origin}/api/plugins/ferry/events`,
  );
  expect(screen.getByLabelText('Callback URL')).toHaveValue(
    `${location.origin}/api/booking/Quote/c0ffee/rates`,
  );
  await user.click(screen.getByRole('button', { name: 'Copy Store key' }));
  expect(await navigator.clipboard.readText()).toBe('c0ffee');
  const table = await screen.findByRole('table');
  expect(within(table).getByText('The shop closed the connection')).toBeVisible();
  const retryButtons = within(table).getAllByRole('button', { name: /^Retry delivery/ });
  expect(retryButtons).toHaveLength(1);
  await user.click(retryButtons[0] as HTMLElement);
  await waitFor(() => expect(server.sent('retrydelivery')).toEqual([{ id: 31 }]));
  expect(await within(table).findByText('Waiting')).toBeVisible();
});

it('says so when nobody calls a plugin and nothing came in', async () => {
  await open(
    'endpoints',
    { ...ferry, asks: [keep] },
    {
      getsettings: () =>
        result({
          schema: null,
          settings: {},
          secretsSet: [],
          storeKey: 'c0ffee',
          callbackUrls: [],
        }),
      getdeliveries: () => result({ totalCount: 0, items: [] }),
    },
  );
  expect(await screen.findByText('No endpoints')).toBeVisible();
  expect(await screen.findByText('No incoming calls')).toBeVisible();
});

const rates = {
  function: 'rates',
  calls: 200,
  declined: 3,
  faulted: 9,
  turnedAway: 1,
  averageMicros: 81_500,
  averageCpuMicros: 900,
  peakMemoryBytes: 3_145_728,
};

it('tells how calls went, until when its circuit breaker is open, and what holds', async () => {
  await open('health', ferry, {
    getpluginhealth: () =>
      result({
        functions: [rates],
        breaker: {
          state: 'open',
          until: '2026-05-01T10:05:00Z',
          reason: '5 of 8 calls failed in half a minute.',
        },
        problems: ['The settings could not be moved to 1.2.0.'],
      }),
    getlimits: () =>
      result([
        { name: 'memoryMib', default: 64, most: 256, value: 128, unit: 'MiB' },
        { name: 'cpuMs.rates', default: 50, most: 250, value: null, unit: 'ms' },
      ]),
  });
  expect(await screen.findByText(/^Paused until .*2026.*10:05/)).toBeVisible();
  expect(screen.getByText('5 of 8 calls failed in half a minute.')).toBeVisible();
  expect(screen.getByText('The settings could not be moved to 1.2.0.')).toBeVisible();
  expect(screen.getByText('9 (4.5 %)')).toBeVisible();
  expect(screen.getByRole('row', { name: 'rates 200 3 9 1 81.5 ms 0.9 ms 3 MiB' })).toBeVisible();
  expect(await screen.findByRole('row', { name: 'Memory per call 128 MiB' })).toBeVisible();
  expect(screen.getByRole('row', { name: 'Processor time: rates 50 ms' })).toBeVisible();
});

it('tells nothing of a plugin that was never called, and of a failure with a way to try again', async () => {
  let broken = true;
  const user = await open('health', ferry, {
    getpluginhealth: () =>
      broken
        ? refusal(500, 'Something broke.')
        : result({ functions: [], breaker: null, problems: [] }),
    getlimits: () => result([]),
  });
  expect(await screen.findByText('The health could not be loaded')).toBeVisible();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No calls since the plugin was loaded.')).toBeVisible();
});
