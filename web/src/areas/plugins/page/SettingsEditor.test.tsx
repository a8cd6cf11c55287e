// Tests of plugin settings.
import { afterEach, expect, it } from 'vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Reply } from '../../../../test/loopback.ts';
import type { SettingsAnswer } from '../config.ts';
import { SettingsEditor, type SettingsOf } from './SettingsEditor.tsx';
import { refusal, result, show, stage } from '../../../../test/stage.tsx';

const schema = {
  type: 'object',
  required: ['depot', 'apiKey'],
  properties: {
    depot: {
      type: 'string',
      title: 'Depot',
      description: 'Where parcels are handed in',
      minLength: 2,
    },
    days: { type: 'integer', title: 'Days', minimum: 1, maximum: 30, default: 3 },
    share: { type: 'number', title: 'Share' },
    live: { type: 'boolean', title: 'Live' },
    mode: {
      title: 'Mode',
      oneOf: [
        { const: 'fast', title: 'Fast' },
        { const: 'cheap', title: 'Cheap' },
      ],
    },
    url: { type: 'string', title: 'Address', format: 'uri' },
    mail: { type: 'string', title: 'Mail', format: 'email' },
    since: { type: 'string', title: 'Since', format: 'date' },
    hosts: { type: 'array', title: 'Hosts', items: { type: 'string' } },
    zones: { type: 'array', title: 'Zones', items: { enum: ['North', 'South'] } },
    table: { type: 'array', title: 'Table', items: { type: 'object' } },
    apiKey: { type: 'string', title: 'API key', writeOnly: true },
    sender: {
      type: 'object',
      title: 'Sender',
      properties: { town: { type: 'string', title: 'Town' } },
    },
  },
};

const answer = (more: Partial<SettingsAnswer> = {}): SettingsAnswer => ({
  schema,
  settings: { depot: 'Ulm', days: 5 },
  secretsSet: ['apiKey'],
  version: '1.0.0',
  storeKey: null,
  callbackUrls: [],
  rowVersion: 4,
  inherited: null,
  problems: [],
  ...more,
});

let server: Awaited<ReturnType<typeof stage>>;
afterEach(() => server.close());

async function open(
  stored: SettingsAnswer,
  other: (path: string, body: string) => Reply | undefined = () => undefined,
  props: Partial<SettingsOf> = {},
) {
  const state = { stored };
  server = await stage([], ({ path, body }) => {
    const special = other(path, body);
    if (special) return special;
    if (path === '/api/plugins/getsettings') return result(state.stored);
    if (path === '/api/plugins/savesettings') {
      const sent = JSON.parse(body) as Pick<SettingsAnswer, 'settings'> & {
        secrets: Record<string, string | null>;
      };
      const secretsSet = [
        ...new Set([...state.stored.secretsSet, ...Object.keys(sent.secrets)]),
      ].filter((key) => sent.secrets[key] !== null);
      state.stored = {
        ...state.stored,
        settings: sent.settings,
        secretsSet,
        rowVersion: Number(state.stored.rowVersion ?? 0) + 1,
      };
      return result(state.stored);
    }
    return refusal(404, 'There is nothing here.');
  });
  const user = await show(
    <SettingsEditor whose={{ id: 'ferry' }} name="Ferry" readOnly={false} mayTest {...props} />,
  );
  await screen.findByLabelText(/^Depot/);
  return { user, state, save: screen.queryByRole('button', { name: 'Save' }) as HTMLElement };
}

it('shows a field of the right kind for each setting, with its words, and saves all of them', async () => {
  const { user, save } = await open(answer());
  // Pastes: typing by key is slow.
  const enter = async (field: HTMLElement, text: string) => {
    await user.click(field);
    await user.paste(text);
  };
  expect(screen.getByLabelText(/^Depot/)).toHaveValue('Ulm');
  expect(screen.getByLabelText(/^Depot/)).toHaveAccessibleDescription(
    /Where parcels are handed in/,
  );
  expect(screen.getByLabelText(/^Days/)).toHaveAccessibleDescription(/From 1 to 30\. Default: 3\./);
  expect(screen.getByLabelText(/^Address/)).toHaveAttribute('type', 'url');
  expect(screen.getByLabelText(/^Since/)).toHaveAttribute('type', 'date');
  expect(save).toBeDisabled();
  await user.clear(screen.getByLabelText(/^Days/));
  await enter(screen.getByLabelText(/^Days/), '7');
  await enter(screen.getByLabelText(/^Share/), '0.5');
  await user.click(screen.getByLabelText(/^Live/));
  await user.selectOptions(screen.getByLabelText(/^Mode/), 'Cheap');
  await enter(screen.getByLabelText(/^Address/), 'https://api.ferry.example/v1');
  await enter(screen.getByLabelText(/^Mail/), 'ops@ferry.example');
  fireEvent.change(screen.getByLabelText(/^Since/), { target: { value: '2026-05-01' } });
  await enter(screen.getByLabelText(/^Hosts/), 'a.example\nb.example');
  await user.click(within(screen.getByRole('group', { name: 'Zones' })).getByLabelText('South'));
  await enter(screen.getByLabelText(/^Table/), '[{"to": 5}]');
  await enter(
    within(screen.getByRole('region', { name: 'Sender' })).getByLabelText(/^Town/),
    'Neu-Ulm',
  );
  await user.click(save);
  await waitFor(() => expect(server.sent('savesettings')).toHaveLength(1));
  expect(server.sent('savesettings')[0]).toEqual({
    id: 'ferry',
    rowVersion: 4,
    secrets: {},
    settings: {
      depot: 'Ulm',
      days: 7,
      share: 0.5,
      live: true,
      mode: 'cheap',
      url: 'https://api.ferry.example/v1',
      mail: 'ops@ferry.example',
      since: '2026-05-01',
      hosts: ['a.example', 'b.example'],
      zones: ['South'],
      table: [{ to: 5 }],
      sender: { town: 'Neu-Ulm' },
    },
  });
  await waitFor(() => expect(save).toBeDisabled());
  expect(screen.queryByText('Unsaved changes')).toBeNull();
});

it('says whether a secret is set, and replaces or clears it without ever showing it', async () => {
  const { user, save } = await open(answer({ schema: { ...schema, required: [] } }));
  const secret = () => screen.getByRole('group', { name: /^API key/ });
  expect(within(secret()).getByText('Set')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear: API key' }));
  expect(within(secret()).getByText('Will be removed when you save')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep: API key' }));
  expect(save).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Replace: API key' }));
  const field = screen.getByLabelText(/^API key/);
  expect(field).toHaveAttribute('type', 'password');
  expect(field).toHaveValue('');
  await user.type(field, 'n3w');
  await user.click(save);
  await waitFor(() =>
    expect(server.sent('savesettings')[0]).toMatchObject({ secrets: { apiKey: 'n3w' } }),
  );
  await waitFor(() => expect(within(secret()).getByText('Set')).toBeVisible());
  expect(document.body).not.toHaveTextContent('n3w');
  await user.click(screen.getByRole('button', { name: 'Clear: API key' }));
  await user.click(save);
  await waitFor(() =>
    expect(server.sent('savesettings')[1]).toMatchObject({ secrets: { apiKey: null } }),
  );
  await waitFor(() => expect(within(secret()).getByText('Not set')).toBeVisible());
});

it('sends nothing that is wrong, and says it on the field and above the form', async () => {
  const { user, save } = await open(answer({ settings: { depot: 'Ulm' }, secretsSet: [] }));
  await user.clear(screen.getByLabelText(/^Days/));
  await user.type(screen.getByLabelText(/^Days/), '31');
  await user.clear(screen.getByLabelText(/^Depot/));
  await user.click(save);
  const summary = await screen.findByRole('alert');
  expect(within(summary).getByRole('button', { name: 'Days: Must be at most 30' })).toBeVisible();
  expect(screen.getByLabelText(/^Days/)).toHaveAccessibleDescription(/Must be at most 30/);
  expect(screen.getByLabelText(/^Depot/)).toBeInvalid();
  expect(screen.getByRole('group', { name: /^API key/ })).toHaveAccessibleDescription(/Required/);
  expect(server.sent('savesettings')).toEqual([]);
  await user.type(screen.getByLabelText(/^Depot/), 'Bonn');
  expect(screen.getByLabelText(/^Depot/)).not.toBeInvalid();
});

it("puts the server's refusals on their fields, and tells those without one", async () => {
  const { user, save } = await open(answer(), (path) =>
    path.endsWith('/savesettings')
      ? refusal(400, 'The settings are not valid.', [
          { message: 'is not a depot of ours', members: ['settings.depot'] },
          { message: 'Entry two is no host name', members: ['settings.hosts[1]'] },
          { message: 'The plugin refuses the mixture', members: ['settings.elsewhere'] },
        ])
      : undefined,
  );
  await user.type(screen.getByLabelText(/^Depot/), 'x');
  await user.click(save);
  await waitFor(() =>
    expect(screen.getByLabelText(/^Depot/)).toHaveAccessibleDescription(/is not a depot of ours/),
  );
  expect(screen.getByLabelText(/^Hosts/)).toHaveAccessibleDescription(/Entry two is no host name/);
  expect(within(screen.getByRole('alert')).getByText('Depot is not a depot of ours')).toBeVisible();
  expect(
    within(screen.getByRole('alert')).getByText('The plugin refuses the mixture'),
  ).toBeVisible();
  expect(screen.getByLabelText(/^Depot/)).toHaveValue('Ulmx');
});

it('keeps what was typed when somebody else has saved meanwhile, and sends it over their version', async () => {
  const { user, save, state } = await open(answer(), (path, body) =>
    path.endsWith('/savesettings') && (JSON.parse(body) as { rowVersion: number }).rowVersion === 4
      ? refusal(409, 'Someone else has changed this.')
      : undefined,
  );
  await user.type(screen.getByLabelText(/^Depot/), ' West');
  state.stored = answer({ settings: { depot: 'Kiel', days: 9 }, rowVersion: 5 });
  await user.click(save);
  const note = await screen.findByRole('alert');
  expect(note).toHaveTextContent('Their changes were loaded: Days.');
  expect(
    within(screen.getByRole('group', { name: 'Depot' })).getByLabelText(/Kiel/),
  ).not.toBeChecked();
  await waitFor(() => expect(screen.getByLabelText(/^Days/)).toHaveValue('9'));
  expect(screen.getByLabelText(/^Depot/)).toHaveValue('Ulm West');
  await user.click(save);
  await waitFor(() =>
    expect(server.sent('savesettings')[1]).toMatchObject({
      rowVersion: 5,
      settings: { depot: 'Ulm West', days: 9 },
    }),
  );
});

it('tries what is typed before it is saved, and tells what the other side says', async () => {
  let ok = false;
  const { user } = await open(answer(), (path) =>
    path.endsWith('/testsettings')
      ? result({ ok, message: ok ? 'Welcome' : 'The key is not known' })
      : undefined,
  );
  const test = screen.getByRole('button', { name: 'Test the connection' });
  await user.type(screen.getByLabelText(/^Depot/), 'x');
  await user.click(test);
  expect(await screen.findByText('The key is not known')).toBeVisible();
  expect(server.sent('testsettings')).toEqual([
    { id: 'ferry', settings: expect.objectContaining({ depot: 'Ulmx' }), secrets: {} },
  ]);
  ok = true;
  await user.click(test);
  expect(await screen.findByText('Welcome')).toBeVisible();
  expect(screen.queryByText('The key is not known')).toBeNull();
  expect(server.sent('savesettings')).toEqual([]);
});

it('discards what was typed', async () => {
  const { user, save } = await open(answer());
  await user.type(screen.getByLabelText(/^Depot/), 'x');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.getByLabelText(/^Depot/)).toHaveValue('Ulm');
  expect(save).toBeDisabled();
});

it('lets the defaults be saved before anything is stored', async () => {
  const { save } = await open(
    answer({ settings: {}, secretsSet: [], rowVersion: null, version: null }),
  );
  expect(screen.getByLabelText(/^Days/)).toHaveValue('3');
  expect(save).toBeEnabled();
});

it('lets nothing be changed without the permission', async () => {
  await open(answer(), undefined, { readOnly: true });
  expect(screen.getByLabelText(/^Depot/)).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Test the connection' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Replace: API key' })).toBeNull();
});

it("shows what a customer has from the organisation, and sends only the customer's own", async () => {
  const { user, save } = await open(
    answer({
      settings: { live: false },
      secretsSet: [],
      rowVersion: 2,
      inherited: {
        settings: { depot: 'Ulm', live: true, mode: 'fast', sender: { town: 'Ulm' } },
        secretsSet: ['apiKey'],
      },
    }),
    undefined,
    { whose: { id: 'ferry', customerId: 7 } },
  );
  expect(server.asked('getsettings')[0]).toEqual({ id: 'ferry', customerId: '7' });
  expect(screen.getByLabelText(/^Depot/)).toHaveAttribute('placeholder', 'Organisation: Ulm');
  expect(screen.getByLabelText(/^Days/)).toHaveAttribute('placeholder', 'Organisation: 3');
  expect(screen.getByLabelText(/^Town/)).toHaveAttribute('placeholder', 'Organisation: Ulm');
  expect(screen.getByLabelText(/^Share/)).toHaveAttribute('placeholder', 'Not set');
  expect(screen.getByLabelText(/^Live/)).toHaveDisplayValue('No');
  expect(screen.getByLabelText(/^Mode/)).toHaveDisplayValue('Organisation: Fast');
  expect(
    within(screen.getByRole('group', { name: /^API key/ })).getByText('From the organisation'),
  ).toBeVisible();
  await user.type(screen.getByLabelText(/^Depot/), 'Kiel');
  await user.selectOptions(screen.getByLabelText(/^Live/), 'Organisation: Yes');
  await user.click(save);
  await waitFor(() =>
    expect(server.sent('savesettings')[0]).toEqual({
      id: 'ferry',
      customerId: 7,
      rowVersion: 2,
      settings: { depot: 'Kiel' },
      secrets: {},
    }),
  );
});

it('marks what no longer fits a new version of the plugin', async () => {
  await open(answer({ problems: [{ message: 'must be 4 or less', members: ['settings.days'] }] }));
  expect(screen.getByText('Some saved settings are not valid for this version')).toBeVisible();
  expect(screen.getByLabelText(/^Days/)).toHaveAccessibleDescription(/must be 4 or less/);
});
