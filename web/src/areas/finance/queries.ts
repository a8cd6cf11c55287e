// Finance queries; keys begin with 'finance'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { oneOf, quoted } from '../../lib/odata.ts';
import { download } from '../../lib/download.ts';
import { PAYABLE, type Operation, type Remittance } from './model.ts';

const INVOICE = '/api/finance/invoice';
const PAYMENT = '/api/finance/payment';
/** Maximum invoices per call. */
const MAX_IDS = 1000;
/** Maximum invoices per payment. */
export const MAX_SHARES = 500;
const POLL_INTERVAL_MS = 700;

export const financeKey = ['finance'] as const;
export const invoicesKey = [...financeKey, 'invoices'] as const;
export const paymentsKey = [...financeKey, 'payments'] as const;
export const remittancesKey = [...financeKey, 'remittances'] as const;
/** Bookings show invoice numbers. */
export const STALE = [financeKey, ['bookings']] as const;

export const fetchInvoices = (query: ListQuery, signal?: AbortSignal) =>
  api.get(`${INVOICE}/getinvoices`, query, signal ? { signal } : {});
export const invoiceQuery = (id: number) =>
  queryOptions({
    queryKey: [...invoicesKey, 'one', id],
    queryFn: async ({ signal }) =>
      (await api.get(`${INVOICE}/getinvoiceforedit`, { id }, { signal })).invoice,
  });

export const invoiceCountQuery = (filter: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'count', filter],
    queryFn: async ({ signal }) =>
      (
        await fetchInvoices(
          { ...(filter ? { filter } : {}), maxResultCount: 1, skipCount: 0 },
          signal,
        )
      ).totalCount,
  });

export async function processInvoices(
  operation: Operation,
  ids: readonly number[],
  more: { note?: string | null; invoiceNumber?: string | null } = {},
) {
  const results: Schema<'ProcessedInvoice'>[] = [];
  for (let at = 0; at < ids.length; at += MAX_IDS) {
    const answer = await api.post(`${INVOICE}/processinvoices`, {
      operation,
      ids: ids.slice(at, at + MAX_IDS),
      ...more,
    });
    results.push(...answer);
  }
  return results;
}

export const sendInvoice = (id: number, emailAddress: string | null) =>
  api.post(`${INVOICE}/sendinvoice`, { id, emailAddress });
export type InvoiceFormat = 'pdf' | 'csv' | 'ubl';
export const downloadInvoice = (id: number, format: InvoiceFormat) =>
  download(`${INVOICE}/downloadinvoice`, { id, format });
export const generateAdhoc = async (
  customerId: number,
  adhocInvoice: Schema<'AdhocInvoiceRequest'>,
) => (await api.post(`${INVOICE}/GenerateAdhocInvoice`, { customerId, adhocInvoice })).invoice;

export const beginRun = (request: Schema<'InvoiceRunRequest'>) =>
  api.post(`${INVOICE}/runinvoices`, request);
export const undoRun = (runId: number) => api.post(`${INVOICE}/undoinvoicerun`, { runId });
/** A run, polled while under way. */
export const runQuery = (runId: number) =>
  queryOptions({
    queryKey: [...financeKey, 'run', runId],
    queryFn: ({ signal }) => api.get(`${INVOICE}/getinvoicerun`, { runId }, { signal }),
    refetchInterval: ({ state }) => (state.data?.isCompleted === false ? POLL_INTERVAL_MS : false),
  });

export const fetchPayments = (query: ListQuery, signal?: AbortSignal) =>
  api.get(`${PAYMENT}/getpayments`, query, signal ? { signal } : {});
export const paymentQuery = (id: number) =>
  queryOptions({
    queryKey: [...paymentsKey, 'one', id],
    queryFn: async ({ signal }) =>
      (await fetchPayments({ filter: `id eq ${id}`, maxResultCount: 1, skipCount: 0 }, signal))
        .items[0] ?? null,
  });
export const allocatePayment = (
  paymentId: number,
  allocatedInvoicePayments: Schema<'InvoiceShare'>[],
) => api.post(`${PAYMENT}/allocatepayment`, { paymentId, allocatedInvoicePayments });
export const refundPayment = (refund: Schema<'RefundPayment'>) =>
  api.post(`${PAYMENT}/refundpayment`, refund);
export const reversePayment = (reversal: Schema<'ReversePayment'>) =>
  api.post(`${PAYMENT}/reversepayment`, reversal);
export const createPayment = async (payment: Schema<'CreatePayment'>) =>
  (await api.post(`${PAYMENT}/createpayment`, payment)).payment;

export const fetchRemittances = (query: ListQuery, signal?: AbortSignal) =>
  api.get(`${PAYMENT}/GetRemittanceAdvices`, query, signal ? { signal } : {});
export const remittanceQuery = (remittanceNumber: string) =>
  queryOptions({
    queryKey: [...remittancesKey, 'one', remittanceNumber],
    queryFn: async ({ signal }): Promise<Remittance | null> =>
      (
        await fetchRemittances(
          {
            filter: `remittanceNumber eq ${quoted(remittanceNumber)}`,
            maxResultCount: 1,
            skipCount: 0,
          },
          signal,
        )
      ).items[0] ?? null,
    staleTime: 0,
  });
export const createRemittance = (remittance: Schema<'CreateRemittance'>) =>
  api.post(`${PAYMENT}/createremittanceadvice`, remittance);
export const deleteRemittance = (remittanceNumber: string) =>
  api.del(`${PAYMENT}/deleteremittanceadvice`, { remittanceNumber });

/** Outstanding invoices, oldest first. */
export const outstandingQuery = (customerId: number | null) =>
  queryOptions({
    queryKey: [...invoicesKey, 'outstanding', customerId],
    queryFn: ({ signal }) =>
      api.get(
        `${INVOICE}/getinvoices`,
        {
          ...(customerId === null ? {} : { customerId }),
          filter: `${oneOf('status', PAYABLE)} and outstandingAmount gt 0`,
          sorting: 'dueDate, invoiceDate, id',
          maxResultCount: MAX_SHARES,
          skipCount: 0,
        },
        { signal },
      ),
    staleTime: 0,
  });

export const openRemittancesQuery = (customerId: number) =>
  queryOptions({
    queryKey: [...remittancesKey, 'open', customerId],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          `${PAYMENT}/GetRemittanceAdvices`,
          {
            customerId,
            filter: oneOf('status', ['Pending', 'PartiallyPaid']),
            sorting: 'paymentDate, id',
            maxResultCount: 5,
            skipCount: 0,
          },
          { signal },
        )
      ).items,
  });
