// A period that is changed while its preview is being made.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type * as Router from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import type { Reply } from '../../../../test/loopback.ts';
import { refusal, result, show, stage } from '../../../../test/stage.tsx';
import { AgentRun } from '../agents/AgentRun.tsx';
import { RunPage } from './RunPage.tsx';

// The stage has one route for all pages.
vi.mock('@tanstack/react-router', async (original) => {
  const router = await original<typeof Router>();
  return {
    ...router,
    getRouteApi: () => ({
      useSearch: () => router.useSearch({ strict: false }),
      useNavigate: router.useNavigate,
    }),
  };
});

const RUN = { isPreview: true, currency: 'AUD', totalInvoices: 2, totalAmount: 30 };

async function open(page: typeof RunPage, call: string, answer: unknown) {
  let arrive: (reply: Reply) => void = () => undefined;
  const sent: Record<string, unknown>[] = [];
  const server = await stage(['Pages.Finance.Invoices.Create'], ({ path, body }) => {
    if (path.endsWith(`/${call}`)) {
      sent.push(JSON.parse(body) as Record<string, unknown>);
      return new Promise<Reply>((resolve) => (arrive = resolve));
    }
    if (path.endsWith('/getinvoicerun'))
      return result({ ...RUN, runId: 9, isCompleted: true, failure: null, invoices: [] });
    return refusal(404, 'There is no such call.');
  });
  const Page = page;
  const user = await show(<Page />);
  const from = await screen.findByLabelText('From');
  const to = screen.getByLabelText('To');
  const change = (field: HTMLElement, day: string) =>
    fireEvent.change(field, { target: { value: day } });
  change(from, '2026-01-01');
  change(to, '2026-01-31');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  change(to, '2026-02-28');
  arrive(result(answer));
  return { server, sent };
}

test('the preview of driver invoices for an earlier period is not offered', async () => {
  const invoice = { driverId: 1, driverName: 'D', id: null, charges: 1, amount: 15, error: null };
  const days = { periodStart: '2026-01-01', periodEnd: '2026-01-31' };
  const amounts = { taxExclusiveAmount: 14, tax: 1 };
  const { server, sent } = await open(AgentRun, 'runagentinvoices', {
    ...RUN,
    invoices: [{ ...invoice, ...days, ...amounts }],
  });
  expect(await screen.findByRole('button', { name: 'Preview again' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: /^Create/ })).toBeNull();
  expect(sent[0]).toMatchObject({ fromDate: '2026-01-01', toDate: '2026-01-31' });
  await server.close();
});

test('the preview of invoices for an earlier period is not offered', async () => {
  const { server } = await open(RunPage, 'runinvoices', { runId: 9 });
  expect(await screen.findByRole('button', { name: 'Preview again' })).toBeEnabled();
  expect(screen.queryByText('Nothing to invoice')).toBeNull();
  await server.close();
});
