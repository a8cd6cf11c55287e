// Announces payments by invoice.
import { getRouteApi } from '@tanstack/react-router';
import { useFormat } from '@waybill/plugin';
import { useSession } from '../../../api/session.ts';
import { leftList } from '../../../kit/list/memory.ts';
import { useGo } from '../../../lib/go.ts';
import { msg, t, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { createRemittance } from '../queries.ts';
import { AllocationForm } from './AllocationForm.tsx';

const route = getRouteApi('/shell/finance/remittances/new');
const crumbs = () => [{ text: t('Remittance advices'), href: leftList('/finance/remittances') }];

export const NewRemittance = screen(
  {
    needs: 'Pages.Finance.Payments.Create',
    title: msg('New remittance advice'),
    to: msg('create remittance advices'),
    breadcrumbs: crumbs,
  },
  Screen,
);

function Screen() {
  const t = useT();
  const format = useFormat();
  const go = useGo();
  const { customerId, isTenant } = useSession();
  const search = route.useSearch();
  const back = leftList('/finance/remittances');
  return (
    <>
      <PageHeading
        title={t('New remittance advice')}
        breadcrumbs={crumbs()}
        description={t('Lists the invoices that a payment is for, before the money arrives.')}
      />
      <AllocationForm
        kind="remittance"
        customerId={isTenant ? (search.customer ?? null) : customerId}
        amount={null}
        firstInvoice={search.invoice}
        action={t('Create remittance advice')}
        save={(values, invoicePayments) =>
          createRemittance({
            customerId: values.customerId,
            paymentDate: values.date,
            note: values.note.trim() || null,
            invoicePayments,
          })
        }
        notice={({ remittanceNumber, totalAmount }) =>
          t('{number} over {amount} created', {
            number: remittanceNumber,
            amount: format.money(totalAmount),
          })
        }
        saved={() => go(back)}
        onCancel={() => void go(back)}
      />
    </>
  );
}
