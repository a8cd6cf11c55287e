// A photo that is still made smaller when the driver finishes is not lost.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { screen } from '@testing-library/react';
import { result, show, stage } from '../../../test/stage.tsx';
import { deleteDatabase } from '../../lib/queue/database.ts';
import { Deliver } from './Deliver.tsx';
import { Device } from './device.ts';
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
let server: Awaited<ReturnType<typeof stage>>;

beforeEach(async () => {
  vi.stubGlobal('navigator', {
    ...navigator,
    onLine: true,
    locks: { request: (_: string, work: () => Promise<void>) => work() },
  });
  await deleteDatabase(DATABASE);
  const jobs = [
    {
      id: 7,
      jobno: 'J00007',
      jobstatus: 'AtDelivery',
      items: [],
      allowedOperations: ['Deliver', 'Fail'],
    },
  ];
  server = await stage([], ({ path }) =>
    result(path.endsWith('/jobs') ? { totalCount: 1, items: jobs } : { totalCount: 0, items: [] }),
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
  const user = await show(<DeviceContext value={device}>{page}</DeviceContext>);
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
