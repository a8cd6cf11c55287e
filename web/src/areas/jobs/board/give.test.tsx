// Moves of jobs between drivers that fail half-way.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render, screen } from '@testing-library/react';
import { loopback } from '../../../../test/loopback.ts';
import { some } from '../../../../test/some.ts';
import { result } from '../../../../test/stage.tsx';
import { queryClient } from '../../../api/query-client.ts';
import { endSession, refreshSession } from '../../../api/session.ts';
import type { Driver } from '../../../lib/drivers.ts';
import { ToastArea } from '../../../shell/toast.tsx';
import type { Job } from '../model.ts';
import { giveTo } from './give.ts';

const JOB = some<Job>({ id: 7, jobno: 'J00007', driverid: 1 });
const TO = some<Driver>({ id: 2, name: 'Mia' });

let server: Awaited<ReturnType<typeof loopback>>;
let allocated: number[];
/** Drivers whose allocation fails. */
let failing: number[];

beforeEach(async () => {
  [allocated, failing] = [[], []];
  server = await loopback(({ path, body }) => {
    if (path === '/api/auth/session')
      return { json: { user: { id: 1, name: 'R' }, accessToken: 't', permissions: [] } };
    if (path.startsWith('/api/auth')) return { json: {} };
    if (path.endsWith('un-allocate-jobs')) return result([{ jobId: 7, success: true }]);
    const { allocation } = JSON.parse(body) as { allocation: { agentId: number } };
    if (failing.includes(allocation.agentId)) return { status: 500, json: {} };
    allocated.push(allocation.agentId);
    return result([{ jobId: 7, success: true }]);
  });
  await refreshSession();
});
afterEach(async () => {
  endSession();
  queryClient.clear();
  await server.close();
});

test('a job whose move fails goes back to its driver', async () => {
  render(<ToastArea />);
  failing = [2];
  expect(await giveTo(TO, [JOB])).toEqual([]);
  expect(allocated).toEqual([1]);
  expect(await screen.findByText('The jobs could not be allocated')).toBeVisible();
  expect(screen.queryByText(/Check who drives/)).toBeNull();
});

test('a job that cannot go back is named', async () => {
  render(<ToastArea />);
  failing = [1, 2];
  await giveTo(TO, [JOB]);
  expect(await screen.findByText('Check who drives J00007')).toBeVisible();
});
