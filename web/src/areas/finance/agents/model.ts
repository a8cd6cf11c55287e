// Invoices that the tenant writes for what drivers earned.
import type { Tone } from '@waybill/plugin';
import type { Schema } from '../../../api/types.ts';
import { msg } from '../../../lib/i18n.ts';

export type AgentInvoice = Schema<'AgentInvoice'>;
export type AgentOperation = Schema<'AgentInvoiceOperation'>;
export type AgentRunInvoice = Schema<'AgentRunInvoice'>;
export type AgentRunResult = Schema<'AgentInvoiceRunResult'>;

export const agentStatuses: Readonly<Record<AgentInvoice['status'], { text: string; tone: Tone }>> =
  {
    Open: { text: msg('Open'), tone: 'neutral' },
    Closed: { text: msg('Closed'), tone: 'info' },
    Approved: { text: msg('Approved'), tone: 'info' },
    Paid: { text: msg('Paid'), tone: 'success' },
    Void: { text: msg('Voided'), tone: 'neutral' },
  };

/** English, with the invoice's name as placeholder. */
export const AGENT_WORDS: Readonly<
  Record<AgentOperation, { title: string; description: string; action: string; done: string }>
> = {
  Close: {
    title: msg('Close {name}?'),
    description: msg('It gets its number, and its lines can no longer be changed.'),
    action: msg('Close invoice'),
    done: msg('{name} closed'),
  },
  Approve: {
    title: msg('Approve {name}?'),
    description: msg('It can be paid then. It can still be voided.'),
    action: msg('Approve'),
    done: msg('{name} approved'),
  },
  Pay: {
    title: msg('Mark {name} as paid?'),
    description: msg('Records that the driver was paid today. This cannot be undone.'),
    action: msg('Mark as paid'),
    done: msg('{name} marked as paid'),
  },
  Void: {
    title: msg('Void {name}?'),
    description: msg('Its charges can be invoiced again. This cannot be undone.'),
    action: msg('Void'),
    done: msg('{name} voided'),
  },
};

/** Drafts and void invoices are not sent. */
export const canBeSent = ({ status }: Pick<AgentInvoice, 'status'>): boolean =>
  status === 'Closed' || status === 'Approved' || status === 'Paid';

export const agentName = ({ invoiceNumber, id }: Pick<AgentInvoice, 'invoiceNumber' | 'id'>) =>
  invoiceNumber ?? `#${id}`;

export const supplierName = ({ supplier }: Pick<AgentInvoice, 'supplier'>): string =>
  supplier.companyName?.trim() || supplier.name;

/** "51 824 753 556" */
export const abnText = (abn: string | null): string =>
  (abn ?? '').replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4');
