// Tests of canaries and pins.
import { afterEach, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import { groupPackages, type Package, type PackageState } from '../model.ts';
import { refusal, result, show, stage } from '../../../../test/stage.tsx';
import type { Canary, Pin } from '../version-queries.ts';
import { PackageOperationDialog } from '../PackageOperationDialog.tsx';
import { Versions } from './Versions.tsx';

const one = (
  id: number,
  version: string,
  state: PackageState,
  asks: Package['asks'] = [],
): Package => ({
  id,
  plugin: 'ferry',
  version,
  name: 'Ferry',
  kind: 'carrier',
  digest: 'c0ffee',
  size: 1000,
  signerName: 'Makers',
  newSigner: null,
  asks,
  state,
  uploadedBy: 'R',
  creationTime: `2026-05-0${id}T10:00:00Z`,
});
const packages = [
  one(1, '1.0.0', 'active'),
  one(2, '2.0.0', 'available', [{ code: 'host:a.example', words: 'Exchange data with a.example' }]),
];
const running: NonNullable<Canary['running']> = {
  packageId: 2,
  version: '2.0.0',
  activeVersion: '1.0.0',
  share: 10,
  by: 'Kim',
  since: '2026-05-02T10:00:00Z',
  candidate: { calls: 40, faults: 3 },
  active: { calls: 360, faults: 0 },
  failure: null,
};

let server: Awaited<ReturnType<typeof stage>>;
afterEach(() => server.close());

async function open(
  canary: Canary,
  pins: Pin[] = [],
  answers: Record<string, () => ReturnType<typeof result>> = {},
) {
  server = await stage([], ({ path }) => {
    const call = path.replace('/api/plugins/platform/', '');
    if (call === 'getcanary') return result(canary);
    if (call === 'getpins') return result(pins);
    return answers[call]?.() ?? refusal(404, 'There is nothing here.');
  });
  const [group] = groupPackages(packages);
  if (!group) throw new Error('There is a group.');
  return { group, user: await show(<Versions group={group} />) };
}

it('tries a version out with a share that the platform takes', async () => {
  const { user } = await open({ running: null, last: null }, [], { startcanary: () => result({}) });
  const share = await screen.findByRole('textbox', { name: 'Share of calls in percent' });
  expect(
    screen.getByText(
      'This version needs additional permissions. Only tenants that have approved them receive it.',
    ),
  ).toBeVisible();
  await user.clear(share);
  await user.type(share, '60');
  await user.click(screen.getByRole('button', { name: 'Start trial' }));
  await waitFor(() =>
    expect(share).toHaveAccessibleDescription('Enter a whole number from 1 to 50'),
  );
  expect(server.sent('platform/startcanary')).toEqual([]);
  await user.clear(share);
  await user.type(share, '25');
  await user.click(screen.getByRole('button', { name: 'Start trial' }));
  await waitFor(() =>
    expect(server.sent('platform/startcanary')).toEqual([{ packageId: 2, share: 25 }]),
  );
});

it('tells why a version is not tried out', async () => {
  const { user } = await open({ running: null, last: null }, [], {
    startcanary: () => refusal(400, '2.0.0 takes other settings.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Start trial' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('2.0.0 takes other settings.');
});

it('shows both versions side by side, and makes the new one active', async () => {
  const { user } = await open({ running, last: null }, [], { promotecanary: () => result({}) });
  expect(
    await screen.findByRole('row', { name: /^2\.0\.0 ?Trial with 10 % of calls 40 3 \(7\.5 %\)$/ }),
  ).toBeVisible();
  expect(screen.getByRole('row', { name: /^1\.0\.0 ?Active 360 0 \(0 %\)$/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Activate 2.0.0…' }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Activate' }),
  );
  await waitFor(() => expect(server.sent('platform/promotecanary')).toEqual([{ plugin: 'ferry' }]));
});

it('stops a trial, and says so when one has failed on this server already', async () => {
  const { user } = await open(
    { running: { ...running, failure: '3 of 40 calls failed.' }, last: null },
    [],
    { stopcanary: () => result({}) },
  );
  expect(await screen.findByText('3 of 40 calls failed.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stop trial…' }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop trial' }),
  );
  await waitFor(() => expect(server.sent('platform/stopcanary')).toEqual([{ plugin: 'ferry' }]));
});

it('tells why the last trial was rolled back', async () => {
  const last = {
    packageId: 2,
    version: '2.0.0',
    share: 10,
    begunBy: 'Kim',
    begunAt: '2026-05-02T10:00:00Z',
    how: 'rolledBack',
    by: null,
    at: '2026-05-02T11:00:00Z',
    why: '9 of 20 calls of 2.0.0 (45.0 %) failed.',
  };
  await open({ running: null, last });
  expect(
    await screen.findByText(/^2\.0\.0 was rolled back by the platform on .*11:00/),
  ).toBeVisible();
  expect(screen.getByText(last.why)).toBeVisible();
  expect(screen.getByText('All tenants use the active version.')).toBeVisible();
});

const pin: Pin = {
  tenantId: 7,
  tenantName: 'Harbour',
  packageId: 2,
  version: '2.0.0',
  isHeld: false,
  by: 'Ann',
  since: '2026-05-03T10:00:00Z',
};

it('has a tenant follow again that stays at a version', async () => {
  const { user } = await open({ running: null, last: null }, [pin], { liftpin: () => result({}) });
  await user.click(
    await screen.findByRole('button', { name: 'Move Harbour to the active version…' }),
  );
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Use active version' }),
  );
  await waitFor(() =>
    expect(server.sent('platform/liftpin')).toEqual([{ plugin: 'ferry', tenantId: 7 }]),
  );
});

it('deletes a version that tenants stay at only when that is said', async () => {
  const { group } = await open({ running: null, last: null }, [pin], {
    deletepackage: () => result({}),
  });
  const chosen = packages[1];
  if (!chosen) throw new Error('There are two.');
  const user = await show(
    <PackageOperationDialog deed={{ act: 'delete', group, one: chosen }} onClose={() => {}} />,
  );
  const dialog = await screen.findByRole('dialog');
  expect(
    await within(dialog).findByText(
      /^1 tenant is pinned to this version\. It will use the active version\./,
    ),
  ).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Delete anyway' }));
  await waitFor(() =>
    expect(server.asked('platform/deletepackage')).toEqual([{ id: '2', force: 'true' }]),
  );
});
