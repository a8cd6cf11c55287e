// The addresses of finance; each screen is fetched when it is first shown.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { listSearch } from '../../kit/list/search.ts';
import { parseRequest } from './credit/search.ts';
import { parseTest } from './fees/search.ts';
import { parseAllocation } from './payments/search.ts';
import { parseDays } from './receivables/search.ts';
import { parseRun } from './run/search.ts';

export const routes = (parent: ShellRoute) =>
  [
    createRoute({ getParentRoute: () => parent, path: '/finance/invoices', validateSearch: listSearch, component: lazyRouteComponent(() => import('./invoices/InvoiceList.tsx'), 'InvoiceList') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/invoices/run', validateSearch: parseRun, component: lazyRouteComponent(() => import('./run/RunPage.tsx'), 'RunPage') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/invoices/new', component: lazyRouteComponent(() => import('./adhoc/AdhocPage.tsx'), 'AdhocPage') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/invoices/$id', component: lazyRouteComponent(() => import('./invoices/InvoicePage.tsx'), 'InvoicePage') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/payments', validateSearch: listSearch, component: lazyRouteComponent(() => import('./payments/PaymentList.tsx'), 'PaymentList') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/payments/new', validateSearch: parseAllocation, component: lazyRouteComponent(() => import('./payments/NewPayment.tsx'), 'NewPayment') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/remittances', validateSearch: listSearch, component: lazyRouteComponent(() => import('./payments/RemittanceList.tsx'), 'RemittanceList') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/remittances/new', validateSearch: parseAllocation, component: lazyRouteComponent(() => import('./payments/NewRemittance.tsx'), 'NewRemittance') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/bank', validateSearch: listSearch, component: lazyRouteComponent(() => import('./bank/BankStatements.tsx'), 'BankStatements') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/bank/$id', validateSearch: listSearch, component: lazyRouteComponent(() => import('./bank/Bench.tsx'), 'BankBench') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/receivables', validateSearch: listSearch, component: lazyRouteComponent(() => import('./receivables/Receivables.tsx'), 'Receivables') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/statements', component: lazyRouteComponent(() => import('./statements/OwnStatement.tsx'), 'OwnStatement') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/statements/$customer', validateSearch: parseDays, component: lazyRouteComponent(() => import('./statements/StatementPage.tsx'), 'StatementPage') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/credit-notes', validateSearch: listSearch, component: lazyRouteComponent(() => import('./credit/CreditNoteList.tsx'), 'CreditNoteList') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/credit-notes/new', validateSearch: parseRequest, component: lazyRouteComponent(() => import('./credit/RequestPage.tsx'), 'RequestPage') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/credit-notes/$id', component: lazyRouteComponent(() => import('./credit/CreditNotePage.tsx'), 'CreditNotePage') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/fees', validateSearch: listSearch, component: lazyRouteComponent(() => import('./fees/FeeList.tsx'), 'FeeList') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/fees/new', component: lazyRouteComponent(() => import('./fees/FeePage.tsx'), 'NewFee') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/fees/test', validateSearch: parseTest, component: lazyRouteComponent(() => import('./fees/FeeTester.tsx'), 'FeeTester') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/fees/$id', component: lazyRouteComponent(() => import('./fees/FeePage.tsx'), 'FeePage') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/ledger', validateSearch: listSearch, component: lazyRouteComponent(() => import('./ledger/LedgerList.tsx'), 'LedgerList') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/ledger/accounts', component: lazyRouteComponent(() => import('./ledger/Accounts.tsx'), 'LedgerAccounts') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/ledger/locks', validateSearch: listSearch, component: lazyRouteComponent(() => import('./ledger/Locks.tsx'), 'LedgerLocks') }),
  ] as const;
