// Calls that the API document does not describe yet.
import { api, type Page } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';

export type AgentOperation = 'Close' | 'Approve' | 'Pay' | 'Void';

export interface AgentInvoice {
  id: number;
  invoiceNumber: string | null;
  driverId: number;
  status: 'Open' | 'Closed' | 'Approved' | 'Paid' | 'Void';
  invoiceDate: string;
  periodStart: string;
  periodEnd: string;
  paidDate: string | null;
  currency: string;
  taxExclusiveAmount: number;
  tax: number;
  amount: number;
  supplier: {
    code: string;
    name: string;
    companyName: string | null;
    email: string | null;
    address: Schema<'Address'> | null;
    abn: string | null;
    isGstRegistered: boolean;
  };
  lines: {
    jobId: number;
    referenceNo: string;
    day: string;
    description: string;
    service: string;
    taxExclusiveAmount: number;
    tax: number;
    amount: number;
  }[];
  notes: string | null;
  creationTime: string;
  allowedOperations: AgentOperation[];
}

export interface AgentRunInvoice {
  id: number | null;
  driverId: number;
  driverName: string;
  periodStart: string;
  periodEnd: string;
  charges: number;
  taxExclusiveAmount: number;
  tax: number;
  amount: number;
  error: { message: string } | null;
}

export interface AgentRun {
  isPreview: boolean;
  currency: string;
  invoices: AgentRunInvoice[];
  totalInvoices: number;
  totalAmount: number;
}

interface Call {
  get: (path: string, query: object, options: object) => Promise<unknown>;
  post: (path: string, body: object) => Promise<unknown>;
}
const call = api as unknown as Call;
const PATH = '/api/finance/agentinvoice';

export const ahead = {
  list: (query: object, options: object) =>
    call.get(`${PATH}/getagentinvoices`, query, options) as Promise<Page<AgentInvoice>>,
  one: (id: number, options: object) =>
    call.get(`${PATH}/getagentinvoiceforedit`, { id }, options) as Promise<{
      agentInvoice: AgentInvoice;
    }>,
  run: (request: object) => call.post(`${PATH}/runagentinvoices`, request) as Promise<AgentRun>,
  process: (request: object) =>
    call.post(`${PATH}/processagentinvoices`, request) as Promise<{
      results: {
        id: number;
        success: boolean;
        invoiceNumber: string | null;
        error: { message: string } | null;
      }[];
    }>,
  path: `${PATH}/downloadagentinvoice`,
};
