// Tests of background imports: progress, cancelling, leaving, connection loss.
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { screen } from '@testing-library/react';
import type { Received, Reply } from '../../../test/loopback.ts';
import { some } from '../../../test/some.ts';
import { refusal, result, show, stage } from '../../../test/stage.tsx';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/types.ts';
import { ToastArea } from '../../shell/toast.tsx';
import { storedFile, type ImportHow, type ImportedTable } from './calls.ts';
import { TableImport } from './TableImport.tsx';

const TABLE: ImportedTable = {
  total: 50_000,
  inserted: 49_990,
  updated: 10,
  refused: 0,
  validationErrors: [],
  jobId: null,
};
const JOB = {
  kind: 'customers.import-products',
  sentence: null,
  cancelAsked: false,
  creationTime: '2026-01-31T00:00:00Z',
  startedTime: null,
  endedTime: null,
};
const RUNNING = {
  ...JOB,
  state: 'running',
  done: 12_400,
  total: 50_000,
  result: { ...TABLE, inserted: 12_390, updated: 10 },
};
const DONE = { ...JOB, state: 'done', done: 50_000, total: 50_000, result: TABLE };

let close: (() => Promise<void>) | undefined;
let job = 0;
let status: Reply;
let cancelled: number[];
let statusCalls: () => Record<string, string>[];

beforeEach(async () => {
  job += 1;
  status = result(RUNNING);
  cancelled = [];
  const server = await stage([], ({ path, query, body }: Received) => {
    // Imports of earlier tests end without a word.
    if (path.endsWith('/getjob'))
      return query.get('id') === String(job) ? status : refusal(401, 'Sign in.');
    cancelled.push((JSON.parse(body) as { id: number }).id);
    return result({});
  });
  // Node's fetch cannot send a file of jsdom.
  vi.spyOn(api, 'upload').mockResolvedValue(some<Schema<'Asset'>>({ fileId: 7 }));
  statusCalls = () =>
    server.queries('/api/core/jobs/getjob').filter(({ id }) => id === String(job));
  close = server.close;
});
afterEach(() => close?.());

function Screen({ run }: { run: (fileId: number, how: ImportHow) => Promise<ImportedTable> }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <h1>A page</h1>
      {open && (
        <TableImport
          title="Import products"
          description="A file"
          table={{ name: 'products', columns: [{ id: 'code', header: 'Code' }] }}
          source={storedFile(run)}
          stale={['products']}
          onClose={() => setOpen(false)}
        />
      )}
      <ToastArea />
    </>
  );
}

async function begin(table: ImportedTable = TABLE) {
  const run = vi.fn(async (_: number, how: ImportHow) =>
    how.inBackground ? { ...table, inserted: 0, updated: 0, jobId: job } : table,
  );
  const user = await show(<Screen run={run} />);
  await user.upload(
    await screen.findByLabelText('File'),
    new File(['code'], 'products.csv', { type: 'text/csv' }),
  );
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  return { user, run };
}

test('few rows are stored at once', async () => {
  const { run } = await begin({ ...TABLE, total: 1000, inserted: 1000, updated: 0 });
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(run.mock.calls).toEqual([
    [7, { dryRun: true }],
    [7, { dryRun: false }],
  ]);
  expect(await screen.findByText('1,000 new, 0 changed')).toBeVisible();
  expect(statusCalls()).toEqual([]);
});

test('many rows show how far they are, and the dialog closes when all are stored', async () => {
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  const { run } = await begin();
  const bar = await screen.findByRole('progressbar', { name: 'Import products' });
  await vi.waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '25'));
  expect(run).toHaveBeenLastCalledWith(7, { dryRun: false, inBackground: true });
  expect(screen.getByText('12,400 of 50,000 rows')).toBeVisible();
  expect(screen.getByText('24%')).toBeVisible();
  expect(document.activeElement).toHaveTextContent('Close');
  status = result({ ...DONE, result: { ...TABLE, refused: 1 } });
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5000 });
  expect(await screen.findByText('49,990 new, 10 changed')).toBeVisible();
  expect(screen.getByText('1 row was skipped')).toBeVisible();
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['products'] });
  expect(statusCalls()[0]).toEqual({ id: String(job) });
});

test('a lost connection is told, and the import followed once the server answers again', async () => {
  await begin();
  await screen.findByText('12,400 of 50,000 rows');
  status = refusal(503, 'Out of order');
  expect(await screen.findByText(/The server does not respond/)).toBeVisible();
  expect(screen.getByText('12,400 of 50,000 rows')).toBeVisible();
  status = result({ ...RUNNING, done: 25_000 });
  expect(await screen.findByText('25,000 of 50,000 rows')).toBeVisible();
  expect(screen.queryByText(/The server does not respond/)).toBeNull();
});

test('a closed dialog leaves it running, and a notice tells the end', async () => {
  const { user } = await begin();
  await screen.findByText('12,400 of 50,000 rows');
  await user.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(cancelled).toEqual([]);
  status = result({ ...RUNNING, state: 'dead', sentence: 'The customer was deleted.' });
  expect(await screen.findByText('Import products: it stopped before its end')).toBeVisible();
  expect(screen.getByText('The customer was deleted.')).toBeVisible();
  const callCount = statusCalls().length;
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(statusCalls()).toHaveLength(callCount);
});

test('a closed dialog leaves it running, and a notice tells what was stored', async () => {
  const { user } = await begin();
  await screen.findByText('12,400 of 50,000 rows');
  await user.keyboard('{Escape}');
  status = result({ ...DONE, result: { ...TABLE, refused: 1 } });
  expect(await screen.findByText('Import products: done')).toBeVisible();
  expect(screen.getByText('49,990 new, 10 changed · 1 row was skipped')).toBeVisible();
});

test('cancelled, it says what was stored before', async () => {
  const { user } = await begin();
  await screen.findByText('12,400 of 50,000 rows');
  status = result({ ...RUNNING, state: 'cancelled' });
  await user.click(screen.getByRole('button', { name: 'Cancel import' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(cancelled).toEqual([job]);
  expect(await screen.findByText('Import cancelled')).toBeVisible();
  expect(screen.getByText('Stored before: 12,390 new, 10 changed')).toBeVisible();
});

test('a failure stays in the open dialog, from which another file is chosen', async () => {
  const { user } = await begin();
  await screen.findByText('12,400 of 50,000 rows');
  status = result({ ...RUNNING, state: 'dead', sentence: 'The customer was deleted.' });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The import stopped before its endThe customer was deleted.',
  );
  expect(screen.queryByRole('button', { name: 'Cancel import' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Choose another file' }));
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeVisible();
  expect(screen.getByText(/products\.csv/)).toBeVisible();
});
