// A payment with its actions.
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { HandCoins, ReceiptText, RotateCcw, Undo2 } from 'lucide-react';
import {
  Badge,
  Card,
  CardHeader,
  DefinitionList,
  EmptyState,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
} from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { leftList } from '../../../kit/list/memory.ts';
import { CustomerName } from '../../../kit/pickers/CustomerName.tsx';
import { recordId, RecordOf, RecordPage } from '../../../kit/record.tsx';
import { dayText } from '../../../lib/days.ts';
import { msg, t as translate, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import type { HeadingAction } from '../../../shell/PageHeading.tsx';
import { detailTypes, paymentTypes, type Payment } from '../model.ts';
import { allocatePayment, paymentQuery } from '../queries.ts';
import { AllocateDialog } from './AllocateDialog.tsx';
import { RefundDialog } from './RefundDialog.tsx';
import { ReverseDialog } from './ReverseDialog.tsx';
import { paidOf } from './shares.ts';

const route = getRouteApi('/shell/finance/payments/$id');
const crumbs = () => [{ text: translate('Payments'), href: leftList('/finance/payments') }];
const link = 'rounded text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring';

export const PaymentPage = screen(
  { needs: 'Pages.Finance.Payments', title: msg('Payment'), to: msg('see payments') },
  Screen,
);

function Screen() {
  const t = useT();
  const id = recordId(route.useParams().id);
  const payment = useQuery({ ...paymentQuery(id ?? 0), enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={payment}
      title={t('Payment')}
      breadcrumbs={crumbs()}
      icon={<HandCoins />}
      missing={t('Payment not found')}
      failed={t('The payment could not be loaded')}
      to={msg('see payments')}
    >
      {(found) => <Loaded key={found.id} payment={found} />}
    </RecordOf>
  );
}

export function PaymentState({ payment }: { payment: Payment }) {
  const t = useT();
  if (payment.reversedDate !== null)
    return (
      <Badge tone="danger" dot>
        {t('Reversed')}
      </Badge>
    );
  if (payment.unallocatedAmount > 0)
    return (
      <Badge tone="warning" dot>
        {t('Unallocated')}
      </Badge>
    );
  return payment.refundedAmount === payment.paidAmount ? (
    <Badge tone="neutral" dot>
      {t('Refunded')}
    </Badge>
  ) : (
    <Badge tone="success" dot>
      {t('Allocated')}
    </Badge>
  );
}

function Loaded({ payment }: { payment: Payment }) {
  const t = useT();
  const format = useFormat();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const [open, setOpen] = useState<'allocate' | 'refund' | 'reverse' | null>(null);
  const stands = has('Pages.Finance.Remittance') && payment.reversedDate === null;
  const back = payment.paidAmount - payment.refundedAmount;
  const name = `#${payment.id}`;
  const close = () => setOpen(null);
  const actions: HeadingAction[] = [
    ...(stands && payment.unallocatedAmount > 0
      ? [
          {
            text: t('Allocate…'),
            icon: <HandCoins aria-hidden />,
            primary: true,
            onClick: () => setOpen('allocate'),
          },
        ]
      : []),
    ...(stands && back > 0
      ? [
          {
            text: t('Refund…'),
            icon: <Undo2 aria-hidden />,
            primary: true,
            onClick: () => setOpen('refund'),
          },
        ]
      : []),
    ...(has('Pages.Finance.Statements')
      ? [
          {
            text: t('Statement'),
            icon: <ReceiptText aria-hidden />,
            href: `/finance/statements/${payment.customerId}`,
          },
        ]
      : []),
    // Only a card payment can be reversed after a refund: a chargeback takes the rest.
    ...(stands &&
    (payment.refundedAmount === 0 || (payment.paymentType === 'CreditCard' && back > 0))
      ? [
          {
            text: t('Reverse…'),
            icon: <RotateCcw aria-hidden />,
            destructive: true,
            onClick: () => setOpen('reverse'),
          },
        ]
      : []),
  ];
  const overview = (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Invoices payment={payment} />
        <GoneOut payment={payment} />
      </div>
      <Facts payment={payment} isTenant={isTenant} />
    </div>
  );
  return (
    <>
      <RecordPage
        kind={t('Payment')}
        title={t('Payment {name}', { name })}
        breadcrumbs={crumbs()}
        badge={<PaymentState payment={payment} />}
        description={[
          format.money(payment.paidAmount),
          dayText(payment.paymentDate, format.language),
          t(paymentTypes[payment.paymentType]),
        ].join(' · ')}
        actions={actions}
        tabs={[{ id: 'overview', label: t('Overview'), content: overview }]}
        {...(isTenant ? { history: { entityType: 'Payment', entityId: payment.id } } : {})}
      />
      {open === 'allocate' && (
        <AllocateDialog
          title={t('Allocate payment {name}', { name })}
          description={t(
            '{amount} is unallocated. It is allocated to the oldest invoices first. Amounts you type are kept.',
            { amount: format.money(payment.unallocatedAmount) },
          )}
          customerId={payment.customerId}
          amount={payment.unallocatedAmount}
          action={t('Allocate')}
          save={(shares) => allocatePayment(payment.id, shares)}
          notice={t('Payment {name} allocated', { name })}
          onClose={close}
        />
      )}
      {open === 'refund' && <RefundDialog payment={payment} onClose={close} />}
      {open === 'reverse' && <ReverseDialog payment={payment} onClose={close} />}
    </>
  );
}

function Facts({ payment, isTenant }: { payment: Payment; isTenant: boolean }) {
  const t = useT();
  const format = useFormat();
  const seesCustomers = usePermissions().has('Pages.Customer');
  const items: { label: string; value: ReactNode }[] = [
    {
      label: t('Unallocated'),
      value: (
        <strong className="text-base font-semibold tabular-nums">
          {format.money(payment.unallocatedAmount)}
        </strong>
      ),
    },
    { label: t('Amount'), value: format.money(payment.paidAmount) },
    ...(payment.refundedAmount > 0
      ? [{ label: t('Refunded'), value: format.money(payment.refundedAmount) }]
      : []),
    ...(payment.reversedDate
      ? [{ label: t('Reversed'), value: dayText(payment.reversedDate, format.language) }]
      : []),
    ...(isTenant
      ? [
          {
            label: t('Customer'),
            value: seesCustomers ? (
              <Link
                to="/customers/$id/details"
                params={{ id: String(payment.customerId) }}
                className={link}
              >
                <CustomerName id={payment.customerId} />
              </Link>
            ) : (
              <CustomerName id={payment.customerId} />
            ),
          },
        ]
      : []),
    ...(payment.paymentReferenceNumber
      ? [{ label: t('Reference'), value: payment.paymentReferenceNumber }]
      : []),
    { label: t('Recorded'), value: format.dateTime(payment.creationTime) },
  ];
  return (
    <Card className="grid gap-3">
      <DefinitionList items={items} className="grid-cols-2" />
      {payment.note && (
        <p className="text-[13px] whitespace-pre-line text-muted-foreground">{payment.note}</p>
      )}
    </Card>
  );
}

function Invoices({ payment }: { payment: Payment }) {
  const t = useT();
  const format = useFormat();
  const shares = paidOf(payment);
  return (
    <Card>
      <CardHeader title={t('Paid invoices')} />
      {shares.length === 0 ? (
        <EmptyState
          icon={<HandCoins />}
          title={t('No paid invoices')}
          description={
            payment.unallocatedAmount > 0
              ? t('You can allocate the unallocated amount at any time.')
              : ''
          }
        />
      ) : (
        <Table label={t('Paid invoices')}>
          <THead>
            <tr>
              <Th>{t('Invoice')}</Th>
              <Th numeric>{t('Amount')}</Th>
            </tr>
          </THead>
          <TBody>
            {shares.map(({ invoiceId, invoiceNumber, amount }) => (
              <Tr key={invoiceId}>
                <Td>
                  <Link
                    to="/finance/invoices/$id"
                    params={{ id: String(invoiceId) }}
                    className={link}
                  >
                    {invoiceNumber ?? `#${invoiceId}`}
                  </Link>
                </Td>
                <Td numeric>{format.money(amount)}</Td>
              </Tr>
            ))}
          </TBody>
        </Table>
      )}
    </Card>
  );
}

function GoneOut({ payment }: { payment: Payment }) {
  const t = useT();
  const format = useFormat();
  const refunds = payment.paymentDetails.filter(
    ({ paymentDetailType }) => paymentDetailType === 'Refund',
  );
  if (refunds.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('Refunds')} />
      <Table label={t('Refunds')}>
        <THead>
          <tr>
            <Th>{t('Date')}</Th>
            <Th>{t('Movement')}</Th>
            <Th className="max-sm:hidden">{t('Reference')}</Th>
            <Th className="max-md:hidden">{t('Note')}</Th>
            <Th numeric>{t('Amount')}</Th>
          </tr>
        </THead>
        <TBody>
          {refunds.map((one) => (
            <Tr key={one.id}>
              <Td className="whitespace-nowrap">
                {one.detailDate && dayText(one.detailDate, format.language)}
              </Td>
              <Td>{t(detailTypes[one.paymentDetailType])}</Td>
              <Td className="max-sm:hidden">{one.referenceNumber}</Td>
              <Td className="whitespace-normal max-md:hidden">{one.description}</Td>
              <Td numeric>{format.money(one.amount)}</Td>
            </Tr>
          ))}
        </TBody>
      </Table>
    </Card>
  );
}
