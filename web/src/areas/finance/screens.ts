// Lazy screens of finance.
import type { ComponentType } from 'react';

const as = (component: ComponentType) => ({ default: component });

export const screens = {
  InvoiceList: async () => as((await import('./invoices/InvoiceList.tsx')).InvoiceList),
  RunPage: async () => as((await import('./run/RunPage.tsx')).RunPage),
  AdhocPage: async () => as((await import('./adhoc/AdhocPage.tsx')).AdhocPage),
  InvoicePage: async () => as((await import('./invoices/InvoicePage.tsx')).InvoicePage),
  PayPage: async () => as((await import('./pay/PayPage.tsx')).PayPage),
  PaymentList: async () => as((await import('./payments/PaymentList.tsx')).PaymentList),
  PaymentPage: async () => as((await import('./payments/PaymentPage.tsx')).PaymentPage),
  NewPayment: async () => as((await import('./payments/NewPayment.tsx')).NewPayment),
  RemittanceList: async () => as((await import('./payments/RemittanceList.tsx')).RemittanceList),
  NewRemittance: async () => as((await import('./payments/NewRemittance.tsx')).NewRemittance),
  BankStatements: async () => as((await import('./bank/BankStatements.tsx')).BankStatements),
  BankWorkbench: async () => as((await import('./bank/Workbench.tsx')).BankWorkbench),
  Receivables: async () => as((await import('./receivables/Receivables.tsx')).Receivables),
  ReminderList: async () => as((await import('./reminders/ReminderList.tsx')).ReminderList),
  DueToday: async () => as((await import('./reminders/DueToday.tsx')).DueToday),
  OwnStatement: async () => as((await import('./statements/OwnStatement.tsx')).OwnStatement),
  StatementPage: async () => as((await import('./statements/StatementPage.tsx')).StatementPage),
  CreditNoteList: async () => as((await import('./credit/CreditNoteList.tsx')).CreditNoteList),
  RequestPage: async () => as((await import('./credit/RequestPage.tsx')).RequestPage),
  CreditNotePage: async () => as((await import('./credit/CreditNotePage.tsx')).CreditNotePage),
  FeeList: async () => as((await import('./fees/FeeList.tsx')).FeeList),
  NewFee: async () => as((await import('./fees/FeePage.tsx')).NewFee),
  FeeTester: async () => as((await import('./fees/FeeTester.tsx')).FeeTester),
  FeePage: async () => as((await import('./fees/FeePage.tsx')).FeePage),
  AgentList: async () => as((await import('./agents/AgentList.tsx')).AgentList),
  AgentPage: async () => as((await import('./agents/AgentPage.tsx')).AgentPage),
  AgentRun: async () => as((await import('./agents/AgentRun.tsx')).AgentRun),
  LedgerList: async () => as((await import('./ledger/LedgerList.tsx')).LedgerList),
  LedgerAccounts: async () => as((await import('./ledger/Accounts.tsx')).LedgerAccounts),
  LedgerLocks: async () => as((await import('./ledger/Locks.tsx')).LedgerLocks),
};

export type Screen = keyof typeof screens;
