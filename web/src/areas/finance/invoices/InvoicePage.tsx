// An invoice with its actions.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { useFormat } from '@waybill/plugin';
import Emails from '../../../kit/emails/Emails.tsx';
import { leftList } from '../../../kit/list/memory.ts';
import { recordId, RecordOf, RecordPage } from '../../../kit/record.tsx';
import { dayText } from '../../../lib/days.ts';
import { msg, t, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { canBePaid, customerName, invoiceName, type WholeInvoice } from '../model.ts';
import { invoiceQuery, invoicesKey } from '../queries.ts';
import { InvoiceState } from '../StatusBadge.tsx';
import { Amounts, Credits, Facts, History, Payments } from './Facts.tsx';
import { InvoiceLines } from './InvoiceLines.tsx';
import { useActions } from './use-actions.tsx';

const route = getRouteApi('/shell/finance/invoices/$id');
const crumbs = () => [{ text: t('Invoices'), href: leftList('/finance/invoices') }];

export const InvoicePage = screen(
  { needs: 'Pages.Finance.Invoices', title: msg('Invoice'), to: msg('see invoices') },
  Screen,
);

function Screen() {
  const t = useT();
  const id = recordId(route.useParams().id);
  const invoice = useQuery({ ...invoiceQuery(id ?? 0), enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={invoice}
      title={t('Invoice')}
      breadcrumbs={crumbs()}
      icon={<FileText />}
      missing={t('Invoice not found')}
      failed={t('The invoice could not be loaded')}
      to={msg('see invoices')}
    >
      {(found) => <Loaded key={found.id} invoice={found} />}
    </RecordOf>
  );
}

function Loaded({ invoice }: { invoice: WholeInvoice }) {
  const t = useT();
  const format = useFormat();
  const { actions, dialogs } = useActions(invoice);
  const outstanding = t('{amount} outstanding, due {day}', {
    amount: format.money(invoice.outstandingAmount, invoice.currency),
    day: dayText(invoice.dueDate, format.language),
  });
  const overview = (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <InvoiceLines invoice={invoice} />
      <div className="grid gap-4">
        <Amounts invoice={invoice} />
        <Payments invoice={invoice} />
        <Credits invoice={invoice} />
        <Facts invoice={invoice} />
        <Emails recordType="Invoice" recordId={invoice.id} stale={[invoicesKey]} />
        <History invoice={invoice} />
      </div>
    </div>
  );
  return (
    <>
      <RecordPage
        kind={t('Invoice')}
        title={invoiceName(invoice)}
        breadcrumbs={crumbs()}
        badge={<InvoiceState invoice={invoice} />}
        description={[
          customerName(invoice.customer),
          ...(canBePaid(invoice)
            ? [outstanding]
            : [format.money(invoice.amount, invoice.currency)]),
        ].join(' · ')}
        actions={actions}
        tabs={[{ id: 'overview', label: t('Overview'), content: overview }]}
      />
      {dialogs}
    </>
  );
}
