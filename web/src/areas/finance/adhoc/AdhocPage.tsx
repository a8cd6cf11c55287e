// Creates an invoice without bookings.
import { useRef, type KeyboardEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Card, CardHeader, Field } from '@waybill/plugin';
import { AreaField, NumberField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormPage } from '../../../kit/FormPage.tsx';
import { leftList } from '../../../kit/list/memory.ts';
import { FormCustomerPicker } from '../../../kit/pickers/CustomerPicker.tsx';
import { useGo } from '../../../lib/go.ts';
import { msg, t, useT } from '../../../lib/i18n.ts';
import { useTaxPercent } from '../../../lib/tax.ts';
import { screen } from '../../../shell/screen.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { invoiceName } from '../model.ts';
import { generateAdhoc, invoicesKey } from '../queries.ts';
import {
  adhocProblems,
  adhocRules,
  emptyDraft,
  memberOf,
  toSent,
  type AdhocLine,
} from './draft.ts';
import { Lines } from './Lines.tsx';

const crumbs = () => [{ text: t('Invoices'), href: leftList('/finance/invoices') }];

export const AdhocPage = screen(
  {
    needs: 'Pages.Finance.Invoices.Create',
    title: msg('New invoice'),
    to: msg('create invoices'),
    breadcrumbs: crumbs,
  },
  Screen,
);

function Screen() {
  const t = useT();
  const navigate = useNavigate();
  const go = useGo();
  const percent = useTaxPercent();
  const sent = useRef<readonly AdhocLine[]>([]);
  const form = useRecordForm({
    record: null,
    values: emptyDraft,
    rules: (values) => adhocRules(values, t),
    check: (values) => adhocProblems(values, t),
    members: (member) => memberOf(sent.current, member),
    save: (values) => {
      sent.current = values.lines;
      return generateAdhoc(values.customerId ?? 0, toSent(values));
    },
    stale: [invoicesKey],
    notice: (invoice) => t('Invoice {name} created', { name: invoiceName(invoice) }),
    saved: (invoice) =>
      navigate({ to: '/finance/invoices/$id', params: { id: String(invoice.id) } }),
    draft: 'finance.adhoc',
  });
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit();
  };
  const customerError = form.form.getFieldState('customerId', form.form.formState).error?.message;
  return (
    <div onKeyDown={onKey}>
      <PageHeading
        title={t('New invoice')}
        breadcrumbs={crumbs()}
        description={t('For charges without a booking. The invoice is created as open.')}
      />
      <FormPage
        of={form}
        action={t('Create invoice')}
        label={t('New invoice')}
        onCancel={() => void go(leftList('/finance/invoices'))}
        ready
        className="grid-cols-[minmax(0,1fr)]"
      >
        <Card className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <Field label={t('Customer')} error={customerError} className="sm:col-span-2">
            <FormCustomerPicker names={{ id: 'customerId', guid: 'customerGuid' }} />
          </Field>
          <TextField
            name="invoiceDate"
            type="date"
            label={t('Invoice date')}
            hint={t('Defaults to today')}
          />
          <TextField
            name="dueDate"
            type="date"
            label={t('Due')}
            hint={t("Defaults to the customer's terms")}
          />
          <TextField
            name="description"
            label={t('Description')}
            className="sm:col-span-2 lg:col-span-4"
            hint={t('Used for every line without its own description.')}
          />
        </Card>
        <Lines percent={percent} />
        <Card>
          <CardHeader title={t('Consignment')} description={t('Shown on the invoice if given.')} />
          <div className="grid gap-3 sm:grid-cols-3 lg:grid-cols-5">
            <TextField name="service" label={t('Service')} />
            <TextField name="commodity" label={t('Commodity')} />
            <TextField name="incoterm" label={t('Incoterm')} placeholder="DAP" />
            <TextField name="frequency" label={t('Frequency')} />
            <TextField name="transitTime" label={t('Transit time')} />
            <TextField name="bookingDate" type="date" label={t('Booking date')} />
            <NumberField name="totalWeight" label={t('Weight')} unit="kg" />
            <NumberField name="totalVolume" label={t('Volume')} unit="m³" />
            <NumberField name="chargeable" label={t('Chargeable')} unit="kg" />
            <NumberField name="customsEntries" label={t('Customs entries')} integer />
          </div>
          <AreaField name="note" label={t('Note')} rows={2} className="mt-3" />
        </Card>
      </FormPage>
    </div>
  );
}
