// Tests of recordings and consent.
import { afterEach, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import type { Reply } from '../../../../test/loopback.ts';
import type { Plugin } from '../model.ts';
import type { Recording, RecordingSwitch } from '../recordings.ts';
import { PluginPage } from './PluginPage.tsx';
import { refusal, result, show, stage } from '../../../../test/stage.tsx';

const ALL = ['Pages.Plugins', 'Pages.Plugins.Enable'];
const ferry: Plugin = {
  id: 'ferry',
  name: 'Ferry',
  version: '1.2.0',
  kind: 'carrier',
  description: '',
  isBundled: true,
  isEnabled: true,
  isPinned: false,
  asks: [],
  missingConsents: [],
  waiting: null,
};
const recording: Recording = {
  id: 9,
  version: '1.2.0',
  call: 'rates',
  account: 'ACC-1',
  fault: 'panic',
  message: 'ferry failed in rates: it panicked',
  isWhole: true,
  bytes: 2048,
  creationTime: '2026-03-02T01:00:00Z',
};

let server: Awaited<ReturnType<typeof stage>>;
afterEach(() => server.close());

async function open(answers: Record<string, (body: string) => Reply>, permissions = ALL) {
  server = await stage(permissions, ({ path, body }) => {
    const call = path.replace('/api/plugins/', '');
    if (call === 'getplugins') return result([ferry]);
    if (call === 'getpluginlog') return result({ totalCount: 0, items: [] });
    return answers[call]?.(body) ?? refusal(404, 'There is nothing here.');
  });
  return show(<PluginPage id="ferry" tab="log" />);
}

const none = () => result({ totalCount: 0, items: [] });
const some = (items: Recording[]) => () => result({ totalCount: items.length, items });
const off = (): Reply => result({ until: null, switchedBy: null });

it('says what a recording holds before it is switched on, and until when it lasts', async () => {
  let state: RecordingSwitch = { until: null, switchedBy: null };
  const flip = (body: string) => {
    const { isOn } = JSON.parse(body) as { isOn: boolean };
    state = isOn
      ? { until: '2026-03-02T02:00:00Z', switchedBy: 'rowan' }
      : { until: null, switchedBy: null };
    return result({});
  };
  const user = await open({
    getrecordings: none,
    getrecordingswitch: () => result(state),
    recordfaults: flip,
  });
  expect(await screen.findByText('No calls recorded.')).toBeVisible();
  const toggle = await screen.findByRole('switch', { name: /Record failed calls/ });
  expect(toggle).not.toBeChecked();
  await user.click(toggle);
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('contain customer data');
  expect(server.sent('recordfaults')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Record for an hour' }));
  await waitFor(() => expect(server.sent('recordfaults')).toEqual([{ id: 'ferry', isOn: true }]));
  expect(await screen.findByText(/turned on by rowan/)).toBeVisible();
  await waitFor(() => expect(toggle).toBeChecked());
  await user.click(toggle);
  await waitFor(() =>
    expect(server.sent('recordfaults').at(-1)).toEqual({ id: 'ferry', isOn: false }),
  );
  await waitFor(() => expect(toggle).not.toBeChecked());
});

it('lists what was recorded, and deletes it after a question', async () => {
  let items = [
    recording,
    { ...recording, id: 10, isWhole: false, fault: 'memory', creationTime: '2026-03-02T00:00:00Z' },
  ];
  const user = await open({
    getrecordings: () => some(items)(),
    getrecordingswitch: off,
    deleterecording: () => {
      items = items.slice(1);
      return result({});
    },
  });
  expect(await screen.findByText('panic')).toBeVisible();
  expect(screen.getByText(/Share them only with people who are allowed/)).toBeVisible();
  expect(screen.getByText(/replayed in part/)).toBeVisible();
  await user.click(
    screen.getAllByRole('button', { name: /^Delete recording from/ })[0] as HTMLElement,
  );
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(server.asked('deleterecording')).toEqual([{ id: '9' }]));
  await waitFor(() => expect(screen.queryByText('panic')).toBeNull());
});

it('tells when a file cannot be had', async () => {
  const user = await open({
    getrecordings: some([recording]),
    getrecordingswitch: off,
    downloadrecording: () => refusal(404, 'The recording was not found.'),
  });
  await user.click(await screen.findByRole('button', { name: /^Download the recording of/ }));
  await waitFor(() => expect(server.asked('downloadrecording')).toEqual([{ id: '9' }]));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Download the recording of/ })).toBeEnabled(),
  );
});

it('lets those only look who may not switch plugins', async () => {
  await open({ getrecordings: some([recording]), getrecordingswitch: off }, ['Pages.Plugins']);
  expect(await screen.findByRole('button', { name: /^Download the recording of/ })).toBeEnabled();
  expect(screen.queryByRole('button', { name: /^Delete recording from/ })).toBeNull();
  expect(await screen.findByRole('switch', { name: /Record failed calls/ })).toBeDisabled();
});
