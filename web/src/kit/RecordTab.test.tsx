// Tests of tabs made from a descriptor: columns, required fields, request, rights.
import { afterEach, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import { result, show, stage } from '../../test/stage.tsx';
import { CostCenterRequest } from '../api/resources/customers.gen.ts';
import type { Schema } from '../api/types.ts';
import type { RecordStates } from './record-states.tsx';
import { RecordTab } from './RecordTab.tsx';

const stored: Schema<'CostCenter'> = {
  id: 4,
  rowVersion: 7,
  customerId: 2,
  code: 'OPS',
  name: 'Operations',
  isDefault: true,
  isActive: false,
};

let close: (() => Promise<void>) | undefined;
afterEach(async () => close?.());

async function open(
  permissions: string[],
  row: Schema<'CostCenter'> & { status?: string; allowedOperations?: string[] } = stored,
  states?: RecordStates<string>,
) {
  const saved: object[] = [];
  const server = await stage(permissions, () => result({}));
  close = server.close;
  const user = await show(
    <RecordTab
      id="test.costCenters"
      resource={CostCenterRequest}
      calls={{
        key: ['test', 'costCenters'],
        stale: ['test'],
        fetch: async () => ({ items: [row], totalCount: 1 }),
        save: async (request) => saved.push(request),
        remove: async () => null,
      }}
      columns={['code', 'name', 'isDefault', states ? 'status' : 'isActive']}
      {...(states ? { states } : {})}
      icon={null}
      texts={{
        title: 'Cost centres',
        description: '',
        add: 'New cost centre',
        failed: '',
        filter: 'Filter',
        empty: ['', ''],
        none: '',
        afterwards: '',
      }}
      fields={{ code: {}, name: {}, isActive: { hint: 'In use' } }}
    />,
  );
  await screen.findByText('OPS');
  return { user, saved };
}

it('shows columns by the kind of their fields', async () => {
  await open([]);
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(
    expect.arrayContaining(['Code', 'Name', 'Default', 'Status']),
  );
  expect(screen.getByText('Inactive')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'New cost centre' })).toBeNull();
});

it('sends a new record as the API describes it', async () => {
  const { user, saved } = await open(['Pages.CostCenter.Edit']);
  await user.click(screen.getByRole('button', { name: 'New cost centre' }));
  const code = await screen.findByRole('textbox', { name: 'Code' });
  expect(code).toHaveAttribute('maxlength', '32');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(code).toHaveAccessibleDescription(/Enter a code/));
  await user.type(code, ' NEW ');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Sales');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(saved).toEqual([{ code: 'NEW', name: 'Sales', isActive: true }]));
});

it('keeps members that its dialog does not show', async () => {
  const { user, saved } = await open(['Pages.CostCenter.Edit']);
  await user.click(screen.getByRole('button', { name: /Actions for Operations|Operations/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Plant');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(saved).toEqual([
      { id: 4, rowVersion: 7, code: 'OPS', name: 'Plant', isActive: false, isDefault: true },
    ]),
  );
});

it('offers Edit and Delete as far as the state of a record allows them', async () => {
  const row = { ...stored, allowedOperations: ['Edit', 'Lodge'] };
  const { user } = await open(['Pages.CostCenter.Edit'], row);
  await user.click(screen.getByRole('button', { name: /Actions for Operations|Operations/ }));
  expect(await screen.findByRole('menuitem', { name: /Edit/ })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: /Delete/ })).toBeNull();
});

it('asks before an operation that the state of a record allows, and shows a rejection', async () => {
  const processed: unknown[] = [];
  const operation = (name: string) => ({
    name,
    label: name,
    title: `${name} {name}?`,
    question: '',
    notice: `{name}: ${name} done`,
    icon: null,
  });
  const states: RecordStates<string> = {
    statuses: { Open: { text: 'Not lodged', tone: 'neutral' } },
    operations: [operation('Lodge'), operation('Decline')],
    needs: 'Pages.Claim.Process',
    process: async (name, ids) => {
      processed.push([name, ids]);
      return [{ success: processed.length > 1, message: 'The carrier is closed' }];
    },
  };
  const row = { ...stored, status: 'Open', allowedOperations: ['Lodge'] };
  const { user } = await open(['Pages.Claim.Process'], row, states);
  expect(screen.getByText('Not lodged')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /Actions for Operations|Operations/ }));
  expect(screen.queryByRole('menuitem', { name: 'Decline…' })).toBeNull();
  await user.click(await screen.findByRole('menuitem', { name: 'Lodge…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Lodge Operations?' });
  await user.click(within(dialog).getByRole('button', { name: 'Lodge' }));
  expect(await within(dialog).findByText('The carrier is closed')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Lodge' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(processed).toEqual([
    ['Lodge', [4]],
    ['Lodge', [4]],
  ]);
});

it('offers no operations without their permission', async () => {
  const states: RecordStates<string> = {
    statuses: {},
    operations: [
      { name: 'Lodge', label: 'Lodge', title: '', question: '', notice: '', icon: null },
    ],
    needs: 'Pages.Claim.Process',
    process: async () => [],
  };
  await open([], { ...stored, status: 'Open', allowedOperations: ['Lodge'] }, states);
  expect(screen.queryByRole('button', { name: /Actions for Operations|Operations/ })).toBeNull();
});
