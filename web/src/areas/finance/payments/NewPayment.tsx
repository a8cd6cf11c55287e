// Records a payment and its allocations.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ErrorNote, Skeleton, useFormat } from '@waybill/plugin';
import { leftList } from '../../../kit/list/memory.ts';
import { useGo } from '../../../lib/go.ts';
import { msg, t, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { roundTo } from '../../../lib/money.ts';
import { createPayment, invoiceQuery, openRemittancesQuery, remittanceQuery } from '../queries.ts';
import { AllocationForm } from './AllocationForm.tsx';

const route = getRouteApi('/shell/finance/payments/new');
const crumbs = () => [{ text: t('Payments'), href: leftList('/finance/payments') }];

export const NewPayment = screen(
  {
    needs: 'Pages.Finance.Remittance',
    title: msg('Record payment'),
    to: msg('record payments'),
    breadcrumbs: crumbs,
  },
  Screen,
);

function Screen() {
  const t = useT();
  const format = useFormat();
  const go = useGo();
  const search = route.useSearch();
  const remittance = useQuery({
    ...remittanceQuery(search.remittance ?? ''),
    enabled: search.remittance !== undefined,
  });
  const invoice = useQuery({
    ...invoiceQuery(search.invoice ?? 0),
    enabled: search.invoice !== undefined,
  });
  const isWaiting =
    (search.remittance !== undefined && remittance.isPending) ||
    (search.invoice !== undefined && invoice.isPending);
  const advice = remittance.data ?? null;
  const rest =
    advice &&
    roundTo(
      advice.invoiceRemittances.reduce((sum, line) => sum + line.amount - line.paidAmount, 0),
      4,
    );
  const back =
    search.invoice === undefined
      ? leftList('/finance/payments')
      : `/finance/invoices/${search.invoice}`;
  return (
    <>
      <PageHeading
        title={t('Record payment')}
        breadcrumbs={crumbs()}
        {...(advice
          ? {
              description: t('For remittance advice {number}', {
                number: advice.remittanceNumber,
              }),
            }
          : {})}
      />
      {search.remittance !== undefined &&
        (remittance.isLoadingError || remittance.data === null) && (
          <ErrorNote
            className="mb-3"
            title={t('The remittance advice could not be loaded')}
            {...(remittance.error
              ? { error: remittance.error }
              : { message: t('No remittance advice has this number.') })}
          />
        )}
      {isWaiting ? (
        <Skeleton className="h-64" />
      ) : (
        <AllocationForm
          key={advice?.remittanceNumber ?? ''}
          kind="payment"
          customerId={advice?.customerId ?? invoice.data?.customerId ?? search.customer ?? null}
          amount={rest ?? invoice.data?.outstandingAmount ?? null}
          firstInvoice={search.invoice}
          remittance={advice}
          action={t('Record payment')}
          save={(values, shares) =>
            createPayment({
              customerId: values.customerId,
              paymentDate: values.date,
              paidAmount: values.amount ?? 0,
              paymentType: values.type,
              paymentReferenceNumber: values.reference.trim() || null,
              note: values.note.trim() || null,
              remittanceNumber: advice?.remittanceNumber ?? null,
              allocatedInvoicePayments: shares,
            })
          }
          notice={(payment) =>
            t('Payment over {amount} recorded', { amount: format.money(payment.paidAmount) })
          }
          saved={() => go(back)}
          onCancel={() => void go(back)}
        >
          {(customerId) =>
            advice || customerId === null ? null : <Waiting customerId={customerId} />
          }
        </AllocationForm>
      )}
    </>
  );
}

/** Remittance advices to base the payment on. */
function Waiting({ customerId }: { customerId: number }) {
  const t = useT();
  const format = useFormat();
  const { data } = useQuery(openRemittancesQuery(customerId));
  if (!data || data.length === 0) return null;
  return (
    <p role="note" className="rounded-lg bg-info-soft px-3 py-2 text-[13px] text-info-text">
      {t('Remittance advice from this customer:')}{' '}
      {data.map(({ remittanceNumber, totalAmount }) => (
        <Link
          key={remittanceNumber}
          to="/finance/payments/new"
          search={{ remittance: remittanceNumber }}
          className="me-3 rounded font-medium underline focus-visible:outline-2 focus-visible:outline-ring"
        >
          {remittanceNumber} ({format.money(totalAmount)})
        </Link>
      ))}
    </p>
  );
}
