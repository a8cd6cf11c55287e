// Routes of finance, with lazy screens.
import { createRoute } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { listSearch } from '../../kit/list/search.ts';
import { lazyScreens } from '../../lib/lazy-screens.ts';
import { oneId } from '../../lib/search.ts';
import { parsePay } from './pay/search.ts';
import { parseAllocation } from './payments/search.ts';
import { parseDays } from './receivables/search.ts';
import { parseRun } from './run/search.ts';

const screen = lazyScreens(() => import('./screens.ts'));

export const routes = (parent: ShellRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/invoices',
      validateSearch: listSearch,
      component: screen('InvoiceList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/invoices/run',
      validateSearch: parseRun,
      component: screen('RunPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/invoices/new',
      component: screen('AdhocPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/invoices/$id',
      component: screen('InvoicePage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/driver-invoices',
      validateSearch: listSearch,
      component: screen('AgentList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/driver-invoices/run',
      component: screen('AgentRun'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/driver-invoices/$id',
      component: screen('AgentPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/pay',
      validateSearch: parsePay,
      component: screen('PayPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/payments',
      validateSearch: listSearch,
      component: screen('PaymentList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/payments/new',
      validateSearch: parseAllocation,
      component: screen('NewPayment'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/payments/$id',
      component: screen('PaymentPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/remittances',
      validateSearch: listSearch,
      component: screen('RemittanceList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/remittances/new',
      validateSearch: parseAllocation,
      component: screen('NewRemittance'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/bank',
      validateSearch: listSearch,
      component: screen('BankStatements'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/bank/$id',
      validateSearch: listSearch,
      component: screen('BankWorkbench'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/receivables',
      validateSearch: listSearch,
      component: screen('Receivables'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/reminders',
      validateSearch: listSearch,
      component: screen('ReminderList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/reminders/due',
      validateSearch: listSearch,
      component: screen('DueToday'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/statements',
      component: screen('OwnStatement'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/statements/$customer',
      validateSearch: parseDays,
      component: screen('StatementPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/credit-notes',
      validateSearch: listSearch,
      component: screen('CreditNoteList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/credit-notes/new',
      validateSearch: oneId('invoice'),
      component: screen('RequestPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/credit-notes/$id',
      component: screen('CreditNotePage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/fees',
      validateSearch: listSearch,
      component: screen('FeeList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/fees/new',
      component: screen('NewFee'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/fees/test',
      validateSearch: oneId('booking'),
      component: screen('FeeTester'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/fees/$id',
      component: screen('FeePage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/ledger',
      validateSearch: listSearch,
      component: screen('LedgerList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/ledger/accounts',
      component: screen('LedgerAccounts'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/finance/ledger/locks',
      validateSearch: listSearch,
      component: screen('LedgerLocks'),
    }),
  ] as const;
