// Photos of a stop are not lost: those still made smaller, and those of a page that ends.
import 'fake-indexeddb/auto';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cleanup, screen } from '@testing-library/react';
import { result, show, stage } from '../../../test/stage.tsx';
import { deleteDatabase, settled, transact, writeValue } from '../../lib/queue/database.ts';
import { Deliver } from './Deliver.tsx';
import { Device } from './device.ts';
import { dropOldDrafts } from './drafts.ts';
import { Fail } from './Fail.tsx';
import { DeviceContext } from './use-device.ts';

const made: ((photo: string) => void)[] = [];
vi.mock('./photo.ts', () => ({
  shrink: () => new Promise<string>((resolve) => made.push(resolve)),
}));
// jsdom cannot draw.
vi.mock('./SignatureField.tsx', () => ({ SignatureField: () => null }));

const DATABASE = 'photos-test';
let device: Device;
let jobs: unknown[];
let server: Awaited<ReturnType<typeof stage>>;

const keptDrafts = ({ database }: Device): Promise<string[]> =>
  transact(database, ['values'], 'readonly', async (store) => {
    const keys = await settled(store('values').getAllKeys());
    return keys.map(String).filter((key) => key.startsWith('draft.'));
  });

beforeEach(async () => {
  vi.stubGlobal('navigator', {
    ...navigator,
    onLine: true,
    locks: { request: (_: string, work: () => Promise<void>) => work() },
  });
  await deleteDatabase(DATABASE);
  jobs = [
    {
      id: 7,
      jobno: 'J00007',
      jobstatus: 'AtDelivery',
      items: [],
      allowedOperations: ['Deliver', 'Fail'],
    },
  ];
  server = await stage([], ({ path }) =>
    result(
      path.endsWith('/jobs')
        ? { totalCount: jobs.length, items: jobs }
        : { totalCount: 0, items: [] },
    ),
  );
  device = await Device.open({
    tenantId: 1,
    tenantName: 'T',
    userId: 1,
    name: 'Dana',
    timezone: 'Australia/Melbourne',
    database: DATABASE,
  });
  await device.refresh();
});
afterEach(async () => {
  made.length = 0;
  device.close();
  vi.unstubAllGlobals();
  await server.close();
});

it.each([
  { page: <Deliver jobId={7} />, name: 'Complete delivery' },
  { page: <Fail jobId={7} />, name: 'Report failed delivery' },
])('$name waits for photos, and keeps two that are taken at once', async ({ page, name }) => {
  const user = await show(
    <DeviceContext value={device}>
      <Suspense>{page}</Suspense>
    </DeviceContext>,
  );
  const input = await screen.findByLabelText('Take a photo');
  const finish = screen.getByRole('button', { name });
  expect(finish).toBeEnabled();
  await user.upload(input, new File(['1'], '1.jpg', { type: 'image/jpeg' }));
  await user.upload(input, new File(['2'], '2.jpg', { type: 'image/jpeg' }));
  expect(finish).toBeDisabled();
  made[1]?.('data:image/jpeg;base64,two');
  await screen.findByRole('button', { name: 'Remove photo 1' });
  expect(finish).toBeDisabled();
  made[0]?.('data:image/jpeg;base64,one');
  await screen.findByRole('button', { name: 'Remove photo 2' });
  await expect.poll(() => finish).toBeEnabled();
});

it.each([
  { page: <Deliver jobId={7} />, name: 'Complete delivery', field: 'Received by' },
  { page: <Fail jobId={7} />, name: 'Report failed delivery', field: 'Remark' },
])('$name keeps its fields when the phone ends the page', async ({ page, name, field }) => {
  const form = (
    <DeviceContext value={device}>
      <Suspense>{page}</Suspense>
    </DeviceContext>
  );
  const user = await show(form);
  await user.type(await screen.findByLabelText(field), 'Sam');
  await user.upload(
    screen.getByLabelText('Take a photo'),
    new File(['1'], '1.jpg', { type: 'image/jpeg' }),
  );
  made[0]?.('data:image/jpeg;base64,one');
  await screen.findByRole('button', { name: 'Remove photo 1' });
  cleanup();
  await show(form);
  expect(await screen.findByLabelText(field)).toHaveValue('Sam');
  expect(screen.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();
  const reason = screen.queryByRole('radio', { name: 'Other reason' });
  if (reason) await user.click(reason);
  await user.click(screen.getByRole('button', { name }));
  await expect.poll(() => device.queue.state().items.length).toBeGreaterThan(0);
  // A finished form leaves nothing for the next one.
  await expect.poll(() => keptDrafts(device)).toEqual([]);
});

it('a form of a past week is deleted', async () => {
  await writeValue(device.database, 'draft.proof.1', { at: '2026-01-01T00:00:00Z', fields: {} });
  await writeValue(device.database, 'draft.proof.2', {
    at: new Date().toISOString(),
    fields: {},
  });
  await dropOldDrafts(device.database);
  expect(await keptDrafts(device)).toEqual(['draft.proof.2']);
});

it('what is filled in stays when dispatch takes the job off the run', async () => {
  const user = await show(
    <DeviceContext value={device}>
      <Suspense>
        <Deliver jobId={7} />
      </Suspense>
    </DeviceContext>,
  );
  await user.type(await screen.findByLabelText('Received by'), 'Sam');
  jobs = [];
  await device.refresh();
  expect(await screen.findByText(/Dispatch has changed this job/)).toBeVisible();
  expect(screen.getByLabelText('Received by')).toHaveValue('Sam');
});
