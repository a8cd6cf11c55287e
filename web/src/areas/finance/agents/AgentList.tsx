// List of invoices for drivers.
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, Ban, CalendarRange, HandCoins, Lock, Mail, ReceiptText } from 'lucide-react';
import { buttonClass, errorMessage, remark, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { useTenant } from '../../../api/tenant.tsx';
import { MailState } from '../../../kit/emails/MailState.tsx';
import { mailStates } from '../../../kit/emails/model.ts';
import type { BulkAction, RowAnswer } from '../../../kit/list/BulkBar.tsx';
import { DateCell, TextCell } from '../../../kit/list/Cells.tsx';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { statusColumn } from '../../../kit/list/status.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { driverReference } from '../../../lib/drivers.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import {
  agentName,
  agentStatuses,
  canBeSent,
  supplierName,
  type AgentInvoice,
  type AgentOperation,
} from './model.ts';
import {
  agentsKey,
  fetchAgentInvoices,
  processAgentInvoices,
  sendAgentInvoice,
} from './queries.ts';

export const AgentList = screen(
  {
    needs: 'Pages.Finance.Invoices.Create',
    title: msg('Driver invoices'),
    to: msg('see driver invoices'),
  },
  Screen,
);

function useBulk(): BulkAction<AgentInvoice>[] {
  const t = useT();
  const queryClient = useQueryClient();
  const { hasMailServer } = useTenant();
  const send = async (rows: readonly AgentInvoice[]) => {
    const answers: RowAnswer[] = [];
    for (const { id } of rows) {
      try {
        await sendAgentInvoice(id, null);
        answers.push({ key: id, ok: true });
      } catch (error) {
        answers.push({ key: id, ok: false, message: errorMessage(error) });
      }
    }
    void queryClient.invalidateQueries({ queryKey: agentsKey });
    return { rows: answers };
  };
  const process = (operation: AgentOperation) => async (rows: readonly AgentInvoice[]) => {
    const results = await processAgentInvoices(
      operation,
      rows.map(({ id }) => id),
    );
    void queryClient.invalidateQueries({ queryKey: agentsKey });
    return {
      rows: results.map((result) => ({
        key: result.id,
        ok: result.success,
        message: remark(result),
      })),
    };
  };
  const can = (operation: AgentOperation) => (invoice: AgentInvoice) =>
    invoice.allowedOperations.includes(operation);
  return [
    {
      id: 'close',
      name: t('Close'),
      done: t('closed'),
      keyName: 'close',
      icon: <Lock aria-hidden />,
      label: (able, all) => t('Close {able} of {all}…', { able, all }),
      able: can('Close'),
      ask: ({ length: count }) => ({
        title: t('Close {count} invoices?', { count }, 'Close {count} invoice?'),
        description: t('They get their numbers, and their lines can no longer be changed.'),
        confirm: t('Close {count} invoices', { count }, 'Close {count} invoice'),
      }),
      run: process('Close'),
    },
    {
      id: 'approve',
      name: t('Approve'),
      done: t('approved'),
      keyName: 'approve',
      icon: <BadgeCheck aria-hidden />,
      label: (able, all) => t('Approve {able} of {all}…', { able, all }),
      able: can('Approve'),
      ask: ({ length: count }) => ({
        title: t('Approve {count} invoices?', { count }, 'Approve {count} invoice?'),
        description: t('Approved invoices can be paid.'),
        confirm: t('Approve {count} invoices', { count }, 'Approve {count} invoice'),
      }),
      run: process('Approve'),
    },
    {
      id: 'send',
      name: t('Send by email'),
      done: t('queued'),
      keyName: 'send',
      icon: <Mail aria-hidden />,
      label: (able, all) => t('Send {able} of {all}…', { able, all }),
      able: canBeSent,
      ask: ({ length: count }) => ({
        title: t('Send {count} invoices?', { count }, 'Send {count} invoice?'),
        description: hasMailServer
          ? t('Each goes to its driver’s address, as a PDF.')
          : t('There is no mail server, so emails are not sent.'),
        confirm: t('Send {count} invoices', { count }, 'Send {count} invoice'),
      }),
      run: send,
    },
    {
      id: 'pay',
      name: t('Mark as paid'),
      done: t('marked as paid'),
      icon: <HandCoins aria-hidden />,
      label: (able, all) => t('Mark {able} of {all} as paid…', { able, all }),
      able: can('Pay'),
      ask: ({ length: count }) => ({
        title: t('Mark {count} invoices as paid?', { count }, 'Mark {count} invoice as paid?'),
        description: t('Records that the drivers were paid today. This cannot be undone.'),
        confirm: t('Mark as paid'),
      }),
      run: process('Pay'),
    },
    {
      id: 'void',
      name: t('Void'),
      done: t('voided'),
      icon: <Ban aria-hidden />,
      label: (able, all) => t('Void {able} of {all}…', { able, all }),
      able: can('Void'),
      ask: ({ length: count }) => ({
        title: t('Void {count} invoices?', { count }, 'Void {count} invoice?'),
        description: t('Their charges can be invoiced again. This cannot be undone.'),
        confirm: t('Void {count} invoices', { count }, 'Void {count} invoice'),
        destructive: true,
      }),
      run: process('Void'),
    },
  ];
}

function Screen() {
  const t = useT();
  const format = useFormat();
  const seesDrivers = usePermissions().has('Pages.Driver');
  const list = useList<AgentInvoice>({
    id: 'finance.agents',
    key: agentsKey,
    fetch: fetchAgentInvoices,
    rowKey: ({ id }) => id,
    name: agentName,
    href: ({ id }) => `/finance/driver-invoices/${id}`,
    columns: [
      {
        id: 'number',
        header: t('Invoice'),
        cell: agentName,
        csv: agentName,
        sort: 'invoiceNumber',
        fixed: true,
      },
      statusColumn<AgentInvoice>(t, ({ status }) => agentStatuses[status], {
        dot: true,
        sort: 'status',
        fixed: true,
      }),
      {
        id: 'driver',
        header: t('Driver'),
        cell: (invoice) => <TextCell>{supplierName(invoice)}</TextCell>,
        csv: supplierName,
        narrow: 'line',
      },
      {
        id: 'from',
        header: t('First day'),
        priority: 3,
        cell: ({ periodStart }) => <DateCell value={periodStart} />,
        csv: ({ periodStart }) => periodStart,
        sort: 'periodStart',
      },
      {
        id: 'to',
        header: t('Last day'),
        priority: 3,
        cell: ({ periodEnd }) => <DateCell value={periodEnd} />,
        csv: ({ periodEnd }) => periodEnd,
        sort: 'periodEnd',
      },
      {
        id: 'date',
        header: t('Date'),
        priority: 2,
        cell: ({ invoiceDate }) => <DateCell value={invoiceDate} />,
        csv: ({ invoiceDate }) => invoiceDate,
        sort: 'invoiceDate',
        narrow: 'line',
      },
      {
        id: 'net',
        header: t('Before tax'),
        priority: 4,
        cell: ({ taxExclusiveAmount, currency }) => format.money(taxExclusiveAmount, currency),
        csv: ({ taxExclusiveAmount }) => taxExclusiveAmount,
        sort: 'taxExclusiveAmount',
        numeric: true,
      },
      {
        id: 'amount',
        header: t('Total'),
        cell: ({ amount, currency }) => format.money(amount, currency),
        csv: ({ amount }) => amount,
        sort: 'amount',
        numeric: true,
        narrow: 'line',
      },
      {
        id: 'sent',
        header: t('Email status'),
        priority: 4,
        cell: ({ mailState }) => <MailState state={mailState} />,
        csv: ({ mailState }) => mailState && t(mailStates[mailState].text),
        sort: 'mailState',
      },
      {
        id: 'paid',
        header: t('Paid on'),
        cell: ({ paidDate }) => <DateCell value={paidDate} />,
        csv: ({ paidDate }) => paidDate,
        sort: 'paidDate',
        extra: true,
      },
    ],
    filters: [
      {
        kind: 'choice',
        id: 'status',
        label: t('Status'),
        pinned: true,
        field: 'status',
        options: Object.entries(agentStatuses).map(([value, { text }]) => ({
          value,
          label: t(text),
        })),
      },
      ...(seesDrivers
        ? [
            {
              kind: 'reference' as const,
              id: 'driver',
              label: t('Driver'),
              pinned: true,
              field: 'driverId',
              placeholder: t('Search drivers…'),
              ...driverReference,
            },
          ]
        : []),
      { kind: 'days', id: 'date', label: t('Date'), field: 'invoiceDate', dayOnly: true },
    ],
    search: { fields: ['invoiceNumber'], number: 'id' },
    sort: '-invoiceDate',
  });
  const bulk = useBulk();
  return (
    <RecordList
      list={list}
      title={t('Driver invoices')}
      heading={{
        breadcrumbs: [{ text: t('Finance'), href: '/finance/invoices' }],
        actions: [
          {
            text: t('Run driver invoices'),
            keyName: 'new',
            href: '/finance/driver-invoices/run',
            icon: <CalendarRange aria-hidden />,
            primary: true,
          },
        ],
      }}
      bulk={bulk}
      texts={{
        failed: t('The driver invoices could not be loaded'),
        search: { label: t('Search driver invoices'), placeholder: t('Invoice number') },
        filter: t('Filter driver invoices'),
        selected: (count) => t('{count} invoices selected', { count }, '{count} invoice selected'),
        withSelected: t('Actions for the selected invoices'),
        empty: {
          icon: <ReceiptText />,
          title: t('No driver invoices yet'),
          description: t(
            'They pay owner drivers and contractors for what they earned with delivered jobs.',
          ),
          action: (
            <Link to="/finance/driver-invoices/run" className={buttonClass()}>
              {t('Run driver invoices')}
            </Link>
          ),
        },
        none: { title: t('No matching invoices'), clear: t('Show all') },
      }}
    />
  );
}
