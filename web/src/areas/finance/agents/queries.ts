// Queries and changes of invoices for drivers.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import { download } from '../../../lib/download.ts';
import { financeKey } from '../queries.ts';
import type { AgentOperation } from './model.ts';

export const agentsKey = [...financeKey, 'agents'] as const;

export const fetchAgentInvoices = (query: ListQuery, signal: AbortSignal) =>
  api.get('/api/finance/agentinvoice/getagentinvoices', query, { signal });

export const agentInvoiceQuery = (id: number) =>
  queryOptions({
    queryKey: [...agentsKey, 'one', id],
    queryFn: async ({ signal }) =>
      (await api.get('/api/finance/agentinvoice/getagentinvoiceforedit', { id }, { signal }))
        .agentInvoice,
  });

export const runAgentInvoices = (request: Schema<'AgentInvoiceRunRequest'>) =>
  api.post('/api/finance/agentinvoice/runagentinvoices', request);

export const processAgentInvoices = (
  operation: AgentOperation,
  ids: number[],
  note: string | null = null,
) => api.post('/api/finance/agentinvoice/processagentinvoices', { operation, ids, note });

/** Without an address to the driver's own. */
export const sendAgentInvoice = (id: number, emailAddress: string | null) =>
  api.post('/api/finance/agentinvoice/sendagentinvoice', { id, emailAddress });

export const downloadAgentInvoice = (id: number) =>
  download('/api/finance/agentinvoice/downloadagentinvoice', { id });
