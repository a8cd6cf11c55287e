// Finance helpers: customers and posted invoices.
import { expect, type Page } from './harness.ts';
import { call } from './people.ts';

interface Posted {
  id: number;
  invoiceNumber: string;
  amount: number;
}

export async function customerOf(page: Page, companyName: string): Promise<number> {
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName, paymentTerms: '14 days', email: 'accounts@invoiced.test' } },
  );
  return customer.id;
}

/** Posts an ad hoc invoice, one line an amount. */
export async function posted(
  page: Page,
  customerId: number,
  nets: readonly number[],
  more: Record<string, unknown> = {},
): Promise<Posted> {
  const lines = nets.map((amount, at) => ({
    invoiceDetailType: 'Freight',
    description: `Freight ${at + 1}`,
    taxExclusiveAmount: amount,
  }));
  const { invoice } = await call<{ invoice: { id: number; amount: number } }>(
    page,
    'POST',
    '/api/finance/invoice/GenerateAdhocInvoice',
    { customerId, adhocInvoice: { invoiceLines: lines, ...more } },
  );
  let invoiceNumber = '';
  for (const operation of ['Close', 'Approve', 'Post']) {
    const results = await call<{ success: boolean; invoiceNumber: string }[]>(
      page,
      'POST',
      '/api/finance/invoice/processinvoices',
      { operation, ids: [invoice.id] },
    );
    expect(results[0]?.success, operation).toBe(true);
    invoiceNumber = results[0]?.invoiceNumber ?? '';
  }
  return { id: invoice.id, invoiceNumber, amount: invoice.amount };
}

export const statusOf = async (page: Page, id: number) =>
  (
    await call<{ invoice: { status: string; outstandingAmount: number } }>(
      page,
      'GET',
      `/api/finance/invoice/getinvoiceforedit?id=${id}`,
    )
  ).invoice;
