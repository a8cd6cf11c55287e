// Tests of the reconciliation workbench.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useQuery } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import type { Received } from '../../../../test/loopback.ts';
import { some } from '../../../../test/some.ts';
import { result, show, stage } from '../../../../test/stage.tsx';
import { queryClient } from '../../../api/query-client.ts';
import type { Line, LineStatus, Reconciliation } from '../model.ts';
import { viewKey, viewQuery } from '../queries.ts';
import { Work } from './Workbench.tsx';

const SUMS = {
  count: 4,
  carrierQuotedAmount: 80,
  carrierInvoicedAmount: 95,
  carrierInvoicedTax: 9.5,
  customerQuotedAmount: 120,
  absorbedAmount: 0,
  rechargeAmount: 0,
  approvedAmount: 0,
};
const VIEW = some<Reconciliation>({
  id: 7,
  fileName: 'november.csv',
  carrier: 'own-fleet',
  status: 'AwaitingApproval',
  fileGuid: 'f',
  invalidBookingFileGuid: null,
  totals: SUMS,
  statuses: [{ status: 'Overcharged', ...SUMS }],
  lineErrors: [],
});

/** As the server allows them. */
const ALLOWED: Partial<Record<LineStatus, Line['allowedOperations']>> = {
  Overcharged: ['Approve', 'Absorb', 'Recharge', 'Reject', 'Hold', 'PreAuthorise'],
  Held: ['Approve', 'Absorb', 'Recharge', 'Reject', 'Release', 'Close'],
};

function lineOf(id: number, status: LineStatus): Line {
  return some<Line>({
    id,
    status,
    allowedOperations: ALLOWED[status] ?? [],
    rowVersion: 1,
    consignmentId: `ABC${id}`,
    fileLine: id,
    bookingId: 100 + id,
    customerId: 4,
    companyName: 'Bluegum',
    holds: status === 'Held' ? ['SellUnderCost'] : [],
    note: null,
    declaredWeight: 10,
    chargedWeight: 12,
    declaredVolume: 0.1,
    chargedVolume: null,
    carrierQuotedAmount: 20,
    carrierInvoicedAmount: 25,
    differenceAmount: 5,
    absorbedAmount: 0,
    rechargeAmount: 0,
    approvedAmount: null,
    decidedUserName: null,
    decidedTime: null,
    bookingReconciliationServices: [],
  });
}

interface Sent {
  ids: number[];
  operation: string;
  note: string | null;
}

let lines: Line[];
let sent: Sent[];
/** Fake rejections by line. */
let refused: Record<number, string>;
/** Fake concurrent user. */
let who: string;
let close: () => Promise<void>;

function answer({ path, query, body }: Received) {
  if (path.endsWith('/GetReconciliationBookings')) {
    const ids = /id in \(([\d,]+)\)/
      .exec(query.get('filter') ?? '')?.[1]
      ?.split(',')
      .map(Number);
    const items = ids ? lines.filter(({ id }) => ids.includes(id)) : lines;
    return result({ items, totalCount: items.length });
  }
  if (path.endsWith('/ProcessReconciliationBookings')) {
    const request = JSON.parse(body) as Sent;
    sent.push(request);
    lines = lines.map((line) =>
      request.ids.includes(line.id) && !refused[line.id]
        ? {
            ...line,
            status: request.operation === 'Hold' ? 'Held' : 'Absorbed',
            allowedOperations: (request.operation === 'Hold' && ALLOWED.Held) || [],
            decidedUserName: who,
            decidedTime: '2026-01-31T00:00:00Z',
            rowVersion: 2,
          }
        : line,
    );
    return result({
      reconciliation: VIEW,
      items: request.ids.map((id) => ({
        id,
        success: !refused[id],
        status: 'Absorbed',
        rowVersion: 2,
        error: refused[id] ? { message: refused[id] } : null,
      })),
    });
  }
  if (path.endsWith('/RequoteReconciliationBookings'))
    return result({ items: (JSON.parse(body) as Sent).ids.map((id) => ({ id, success: true })) });
  if (path.endsWith('/GetReconciliationForApproval'))
    return result({ ...VIEW, fileName: 'requoted.csv' });
  return result({ items: [], totalCount: 0 });
}

beforeEach(async () => {
  lines = [
    lineOf(1, 'Overcharged'),
    lineOf(2, 'Approved'),
    lineOf(3, 'Overcharged'),
    lineOf(4, 'Held'),
  ];
  sent = [];
  refused = {};
  who = 'R';
  close = (await stage(['Pages.Booking.Reconcile'], answer)).close;
});
afterEach(() => close());

/** A decision cannot be taken back: Enter confirms it, here without a note. */
async function confirm(user: Awaited<ReturnType<typeof show>>): Promise<void> {
  await vi.waitFor(async () => expect(await screen.findByLabelText(/^Note/)).toHaveFocus());
  await user.keyboard('{Enter}');
}

const rowOf = (id: number) => screen.findByRole('row', { name: new RegExp(`ABC${id}`) });

test('a key decides the line at hand, and the cursor goes to the next one that waits', async () => {
  const user = await show(<Work of={VIEW} />);
  await rowOf(1);
  await user.keyboard('jb');
  await confirm(user);
  await vi.waitFor(async () => expect(await rowOf(3)).toHaveFocus(), 10_000);
  expect(sent).toEqual([{ id: 7, ids: [1], operation: 'Absorb', amount: null, note: null }]);
  expect(within(await rowOf(1)).getByText('Absorbed')).toBeVisible();
  expect(screen.getByText('ABC1: absorbed')).toBeVisible();
});

test('a held line asks for a note first, and Escape goes back to it', async () => {
  const user = await show(<Work of={VIEW} />);
  (await rowOf(4)).focus();
  await user.keyboard('b');
  const note = await screen.findByLabelText('Note');
  expect(note).toHaveFocus();
  await user.keyboard('{Enter}');
  expect((await screen.findAllByText('Enter the reason for accepting it')).length).toBeGreaterThan(
    0,
  );
  await user.keyboard('{Escape}');
  await vi.waitFor(async () => expect(await rowOf(4)).toHaveFocus());
  expect(sent).toEqual([]);
  await user.keyboard('b');
  await user.type(await screen.findByLabelText('Note'), 'Agreed{Enter}');
  await vi.waitFor(() => expect(sent).toMatchObject([{ ids: [4], note: 'Agreed' }]));
});

test('ticked lines are decided together; those it cannot be done with are left out', async () => {
  const user = await show(<Work of={VIEW} />);
  await rowOf(1);
  await user.keyboard('jxjxjx');
  expect(screen.getByRole('toolbar', { name: 'Review the 3 selected lines' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Hold 2 of 3' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Override 0 of 3' })).toBeDisabled();
  await user.keyboard('h');
  await vi.waitFor(() => expect(sent).toMatchObject([{ ids: [1, 3], operation: 'Hold' }]));
  expect(await screen.findByText('2 lines held')).toBeVisible();
  await vi.waitFor(async () => expect(await rowOf(4)).toHaveFocus());
  expect(await rowOf(1)).toHaveAttribute('aria-selected', 'false');
});

test('what was refused is told in its row, and the cursor stays', async () => {
  refused = { 1: 'is Absorbed: Recharge is not possible then' };
  const user = await show(<Work of={VIEW} />);
  await rowOf(1);
  await user.keyboard('jc');
  await confirm(user);
  expect(
    await within(await rowOf(1)).findByText('is Absorbed: Recharge is not possible then'),
  ).toBeVisible();
  expect(await rowOf(1)).toHaveFocus();
});

test('somebody else who decided the same meanwhile is told', async () => {
  who = 'Kim';
  const user = await show(<Work of={VIEW} />);
  await rowOf(1);
  await user.keyboard('jb');
  await confirm(user);
  expect(await within(await rowOf(1)).findByText('Already decided by Kim')).toBeVisible();
});

test('requoting shows the new totals at once', async () => {
  queryClient.setQueryData(viewKey(7), VIEW);
  function Page() {
    return <Work of={useQuery(viewQuery(7)).data ?? VIEW} />;
  }
  const user = await show(<Page />);
  await rowOf(1);
  await user.keyboard('jq');
  expect(await screen.findByText('requoted.csv')).toBeVisible();
  expect(screen.queryByText('november.csv')).toBeNull();
});
