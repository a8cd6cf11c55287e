// A fee's customer overrides.
import { useState } from 'react';
import { Pencil, Plus, Users } from 'lucide-react';
import { Button, Card, CardHeader, Field, useFormat, writeNumber } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { FlagField, NumberField, TextField } from '../../../kit/form-fields.tsx';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { DateCell, NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import { localPage, localSearch, localSorting } from '../../../kit/list/local.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { CustomerFeeRequest } from '../../../api/resources/finance.gen.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { FormCustomerPicker } from '../../../kit/pickers/CustomerPicker.tsx';
import { dayIn } from '../../../lib/days.ts';
import { statusColumn } from '../../../kit/list/status.tsx';
import { useResourceForm } from '../../../kit/resource/form.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { queryClient } from '../../../api/query-client.ts';
import {
  holdsOn,
  newTier,
  ratesOf,
  ratesText,
  tierProblems,
  tiersOf,
  type CustomerFee,
  type Fee,
} from './model.ts';
import { feeQuery, feesKey, saveCustomerFee } from './queries.ts';
import { Tiers } from './Tiers.tsx';

export function CustomerFees({ fee }: { fee: Fee }) {
  const t = useT();
  const format = useFormat();
  const today = dayIn(format.timezone);
  const [editing, setEditing] = useState<CustomerFee | 'new' | null>(null);
  const rates = (one: CustomerFee) =>
    ratesText(
      { ...one, calcMethod: fee.calcMethod },
      format.money,
      (value) => t('{percent} %', { percent: format.number(value, 4) }),
      t,
    );
  const list = useList<CustomerFee>({
    id: 'finance.customer-fees',
    key: [...feesKey, 'customers', fee.id],
    fetch: async (query) =>
      localPage((await queryClient.fetchQuery(feeQuery(fee.id))).customers, query, {
        text: (one) => one.customerName,
        fields: { customerName: (one) => one.customerName },
      }),
    rowKey: ({ id }) => id,
    name: ({ customerName }) => customerName,
    columns: [
      {
        id: 'customer',
        header: t('Customer'),
        cell: (one) => one.customerName,
        csv: (one) => one.customerName,
        sort: 'customerName',
        fixed: true,
      },
      statusColumn(
        t,
        (one) =>
          holdsOn(one, today)
            ? { text: msg('In effect'), tone: 'success' }
            : { text: msg('Not in effect'), tone: 'neutral' },
        { id: 'state', dot: true },
      ),
      {
        id: 'rates',
        header: t('Rates'),
        cell: (one) => <TextCell>{rates(one) || NOTHING}</TextCell>,
        csv: rates,
        narrow: 'line',
      },
      {
        id: 'from',
        header: t('First day'),
        cell: (one) => <DateCell value={one.effectiveDate} />,
        csv: (one) => one.effectiveDate,
      },
      {
        id: 'to',
        header: t('Last day'),
        cell: (one) => <DateCell value={one.expireDate} />,
        csv: (one) => one.expireDate,
      },
    ],
    search: localSearch,
    sorting: localSorting,
    sort: 'customerName',
    pageSize: 25,
    state: 'here',
  });
  const button = (
    <Button size="sm" onClick={() => setEditing('new')}>
      <Plus aria-hidden /> {t('Add customer')}
    </Button>
  );
  return (
    <Card className="max-w-4xl">
      <CardHeader
        title={t('Customers with their own terms')}
        description={t(
          'These terms replace the fee’s own. Turn them off to stop charging the customer the fee.',
        )}
        actions={list.total > 0 ? button : null}
      />
      <RecordList
        list={list}
        title={t('Customers with their own terms')}
        menu={(one) => [
          {
            text: t('Edit'),
            keyName: 'edit' as const,
            icon: <Pencil aria-hidden />,
            onClick: () => setEditing(one),
          },
        ]}
        texts={{
          failed: t('The customers could not be loaded'),
          search: { label: t('Search customers') },
          empty: {
            icon: <Users />,
            title: t('No customer has its own terms'),
            description: t('All are charged by the rates of the fee.'),
            action: button,
          },
          none: { title: t('No matching customers'), clear: t('Show all') },
        }}
      />
      {editing && (
        <TermsDialog
          fee={fee}
          own={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  );
}

function TermsDialog({
  fee,
  own,
  onClose,
}: {
  fee: Fee;
  own: CustomerFee | null;
  onClose: () => void;
}) {
  const t = useT();
  const { currency } = useFormat();
  const form = useResourceForm(CustomerFeeRequest, {
    record: own,
    fields: ['minimum', 'isAccumulated', 'isActive', 'effectiveDate', 'expireDate'],
    initial: { isAccumulated: fee.isAccumulated },
    own: {
      values: (one: CustomerFee | null) => ({
        customerId: one?.customerId ?? null,
        customerGuid: null as string | null,
        minimum: one && one.minimum !== 0 ? writeNumber(one.minimum) : '',
        feeRates: one
          ? tiersOf(one.feeRates)
          : fee.feeRates.length > 0
            ? tiersOf(fee.feeRates)
            : [newTier()],
      }),
      toWire: ({ customerId, feeRates }) => ({
        feeId: fee.id,
        customerId: customerId ?? 0,
        feeRates: ratesOf(feeRates),
      }),
    },
    rules: { customerId: { needed: t('Choose a customer') }, minimum: { number: { min: 0 } } },
    name: () => fee.name,
    check: (values) => ({
      ...tierProblems(values.feeRates, t),
      ...(values.effectiveDate && values.expireDate && values.expireDate < values.effectiveDate
        ? { expireDate: t('The last day must not be before the first') }
        : {}),
    }),
    members: (member) => member.replace(/^customerFee\./, ''),
    save: saveCustomerFee,
    stale: [feesKey],
    notice: () => t('Terms saved'),
    saved: onClose,
  });
  const error = form.form.getFieldState('customerId', form.form.formState).error?.message;
  return (
    <FormDialog
      of={form}
      size="lg"
      title={
        own
          ? t('{fee} for {customer}', { fee: fee.name, customer: own.customerName })
          : t('{fee} for a customer', { fee: fee.name })
      }
      action={own ? t('Save') : t('Add')}
      onClose={onClose}
    >
      {!own && (
        <Field label={t('Customer')} error={error}>
          <FormCustomerPicker names={{ id: 'customerId', guid: 'customerGuid' }} />
        </Field>
      )}
      {fee.calcMethod !== 'Override' && (
        <div className="grid items-end gap-3 sm:grid-cols-2">
          <NumberField name="minimum" label={t('Minimum before tax')} unit={currency} optional />
          <FlagField name="isAccumulated" label={t('Each part in its own tier')} className="pb-2" />
        </div>
      )}
      <OwnTiers fee={fee} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="effectiveDate" type="date" label={t('First day')} optional />
        <TextField name="expireDate" type="date" label={t('Last day')} optional />
      </div>
      <FlagField
        name="isActive"
        label={t('Charged')}
        hint={t('Switched off, this customer is not charged the fee.')}
      />
    </FormDialog>
  );
}

function OwnTiers({ fee }: { fee: Fee }) {
  const isAccumulated = Boolean(useWatch({ name: 'isAccumulated' }));
  return (
    <Tiers
      method={fee.calcMethod}
      type={fee.feeType}
      isAccumulated={isAccumulated && fee.calcMethod !== 'Override'}
    />
  );
}
