// Queries and changes of invoices for drivers.
import { queryOptions } from '@tanstack/react-query';
import type { ListQuery } from '../../../kit/list/declare.ts';
import { download } from '../../../lib/download.ts';
import { financeKey } from '../queries.ts';
import { ahead, type AgentOperation } from './ahead.ts';

export const agentsKey = [...financeKey, 'agents'] as const;

export const fetchAgentInvoices = (query: ListQuery, signal: AbortSignal) =>
  ahead.list(query, { signal });

export const agentInvoiceQuery = (id: number) =>
  queryOptions({
    queryKey: [...agentsKey, 'one', id],
    queryFn: async ({ signal }) => (await ahead.one(id, { signal })).agentInvoice,
  });

export interface AgentRunRequest {
  fromDate: string;
  toDate: string;
  invoiceDate: string | null;
  driverIds: number[];
  preview: boolean;
}

export const runAgentInvoices = (request: AgentRunRequest) => ahead.run(request);

export const processAgentInvoices = async (
  operation: AgentOperation,
  ids: number[],
  note: string | null = null,
) => (await ahead.process({ operation, ids, note })).results;

export const downloadAgentInvoice = (id: number) => download(ahead.path as never, { id });
