// Creates a customer, or changes one.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ApiError, Button, Card, CardHeader, Checkbox, EmptyState, ErrorNote, Field, Input, Select, Skeleton, Textarea, ValidationSummary, words } from '@waybill/plugin';
import { applyServerErrors, Controller, errorItems, FormProvider, useForm, useFormContext, useWatch, type FieldErrors } from '@waybill/plugin/forms';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { usePermissions } from '../../api/session.ts';
import { msg, useT } from '../../lib/i18n.ts';
import { LeaveGuard } from '../../lib/leave-guard.tsx';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { toast } from '../../shell/toast.tsx';
import { Needs } from '../bookings/Needs.tsx';
import { SuburbField } from '../quotes/form/SuburbField.tsx';
import { customerProblems, toCustomer, toDraft, type CustomerDraft } from './form.ts';
import { accountStatuses, customerName, paymentTerms, type Customer } from './model.ts';
import { customerQuery, customersKey } from './queries.ts';
import { customerTypes } from './search.ts';

export function CustomerForm() {
  const t = useT();
  const { id } = useParams({ strict: false });
  const number = id === undefined ? null : Number(id);
  const mayEdit = usePermissions().has('Pages.Customer.Edit');
  const stored = useQuery({ ...customerQuery(number ?? 0), enabled: mayEdit && number !== null && Number.isSafeInteger(number), staleTime: 0, gcTime: 0 });
  if (number === null) {
    return (
      <Needs permission="Pages.Customer.Create" title={t('New customer')} to={msg('create customers')}>
        <Editor customer={null} />
      </Needs>
    );
  }
  if (!mayEdit) {
    return (
      <Needs permission="Pages.Customer.Edit" title={t('Edit customer')} to={msg('change customers')}>
        {null}
      </Needs>
    );
  }
  if (stored.data) return <Editor key={stored.data.id} customer={stored.data} />;
  const missing = !Number.isSafeInteger(number) || (stored.error instanceof ApiError && stored.error.status === 404);
  return (
    <>
      <PageHeading title={t('Edit customer')} breadcrumbs={[{ text: t('Customers'), href: '/customers' }]} />
      {missing ? (
        <EmptyState title={t('There is no such customer')} description={t('It may have been deleted, or the link is not complete.')} />
      ) : stored.isError ? (
        <ErrorNote title={t('The customer could not be loaded')} error={stored.error} onRetry={() => void stored.refetch()} />
      ) : (
        <Card className="max-w-4xl">
          <Skeleton className="h-64" />
        </Card>
      )}
    </>
  );
}

const resolver = (values: CustomerDraft) => {
  const problems = Object.entries(customerProblems(values));
  if (problems.length === 0) return { values, errors: {} };
  return { values: {}, errors: Object.fromEntries(problems.map(([field, message]) => [field, { type: 'check', message }])) as FieldErrors<CustomerDraft> };
};

// The place is one field of the form, and its parts are members of their own on the wire.
const rename = {
  ...Object.fromEntries(['suburb', 'postCode', 'state', 'countryCode'].map((member) => [`customer.address.${member}`, 'place'])),
  'customer.address': 'place',
  'customer.address.addressLine1': 'addressLine1',
  'customer.address.addressLine2': 'addressLine2',
};

function Editor({ customer }: { customer: Customer | null }) {
  const t = useT();
  const navigate = useNavigate();
  const seesCredit = usePermissions().has('Pages.Customer.ViewCredit');
  const form = useForm<CustomerDraft>({ defaultValues: toDraft(customer), resolver });
  const [others, setOthers] = useState<string[]>([]);
  const [saved, setSaved] = useState(false);
  const title = customer ? customerName(customer) : 'New customer';
  const leave = (id: number | undefined) => void navigate(id ? { to: '/customers/$id/details', params: { id: String(id) } } : { to: '/customers' });

  const submit = form.handleSubmit(async (values) => {
    setOthers([]);
    try {
      const answer = await api.post<{ customer: Customer }>('/api/customer/customer/createorupdatecustomer', { customer: toCustomer(values, customer, seesCredit) });
      setSaved(true);
      await queryClient.invalidateQueries({ queryKey: customersKey });
      toast({ title: customer ? t('{name} is saved', { name: customerName(answer.customer) }) : t('{name} is created', { name: customerName(answer.customer) }), ...(answer.customer.code ? { description: t('Code {code}', { code: answer.customer.code }) } : {}) });
      // The guard has to be rendered away before the page may be left.
      setTimeout(() => leave(answer.customer.id));
    } catch (error) {
      setOthers(applyServerErrors(form, error, rename));
    }
  });
  return (
    <FormProvider {...form}>
      <PageHeading
        title={customer ? t('Edit {title}', { title }) : title}
        breadcrumbs={[{ text: t('Customers'), href: '/customers' }, ...(customer ? [{ text: title, href: `/customers/${customer.id}/details` }] : [])]}
      />
      <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-4xl gap-4">
        <ValidationSummary errors={errorItems(form.formState.errors, others)} title={t('Please check')} />
        <Identity isNew={customer === null} />
        <Contact />
        <Terms seesCredit={seesCredit} />
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={() => leave(customer?.id)}>
            {t('Cancel')}
          </Button>
          <Button type="submit" pending={form.formState.isSubmitting || saved}>
            {customer ? t('Save') : t('Create customer')}
          </Button>
        </div>
      </form>
      <LeaveGuard dirty={form.formState.isDirty && !saved} />
    </FormProvider>
  );
}

function Identity({ isNew }: { isNew: boolean }) {
  const t = useT();
  const { control, register, formState } = useFormContext<CustomerDraft>();
  const errors = formState.errors;
  const isBusiness = useWatch({ control, name: 'isBusiness' });
  return (
    <Card>
      <CardHeader title={t('Customer')} actions={<Checkbox label={t('Business')} {...register('isBusiness')} />} />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <Field label={t('Company name')} optional={!isBusiness} error={errors.companyName?.message}>
          <Input {...register('companyName')} maxLength={128} autoComplete="off" />
        </Field>
        <Field label={t('Contact name')} optional={isBusiness} error={errors.contactName?.message}>
          <Input {...register('contactName')} maxLength={128} autoComplete="off" />
        </Field>
        <Field label={t('Account name')} optional error={errors.accountName?.message}>
          <Input {...register('accountName')} maxLength={128} autoComplete="off" />
        </Field>
        <Field label={t('Code')} optional error={errors.code?.message} {...(isNew ? { hint: t('Left empty, the next number is given') } : {})}>
          <Input {...register('code')} maxLength={32} autoComplete="off" />
        </Field>
        <Field label={t('Type')} error={errors.type?.message}>
          <Select {...register('type')}>
            {customerTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </Select>
        </Field>
        <Field label={t('Account status')} error={errors.accountStatus?.message}>
          <Select {...register('accountStatus')}>
            {accountStatuses.map((status) => (
              <option key={status} value={status}>
                {words(status)}
              </option>
            ))}
          </Select>
        </Field>
        <Checkbox label={t('Active')} hint={t('An inactive customer cannot be quoted or booked for')} {...register('isActive')} />
        <Checkbox label={t('May send dangerous goods')} {...register('canSendDG')} />
      </div>
    </Card>
  );
}

function Contact() {
  const t = useT();
  const { control, register, formState } = useFormContext<CustomerDraft>();
  const errors = formState.errors;
  return (
    <Card>
      <CardHeader title={t('Contact and address')} description={t('Quotes begin at this address.')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('Telephone')} optional error={errors.contact?.message}>
          <Input type="tel" {...register('contact')} maxLength={32} autoComplete="off" />
        </Field>
        <Field label={t('Mobile')} optional error={errors.mobile?.message}>
          <Input type="tel" {...register('mobile')} maxLength={32} autoComplete="off" />
        </Field>
        <Field label={t('E-mail')} optional error={errors.email?.message}>
          <Input type="email" {...register('email')} maxLength={256} autoComplete="off" />
        </Field>
        <Field label={t('E-mail for booking documents')} optional error={errors.bookingEmail?.message}>
          <Input type="email" {...register('bookingEmail')} maxLength={256} autoComplete="off" />
        </Field>
        <Field label={t('Street address')} optional error={errors.addressLine1?.message}>
          <Input {...register('addressLine1')} maxLength={128} autoComplete="off" />
        </Field>
        <Field label={t('Unit, dock, building')} optional error={errors.addressLine2?.message}>
          <Input {...register('addressLine2')} maxLength={128} autoComplete="off" />
        </Field>
        <Controller
          control={control}
          name="place"
          render={({ field, fieldState }) => <SuburbField label={t('Suburb')} name="place" optional value={field.value} onChange={field.onChange} error={fieldState.error?.message} />}
        />
      </div>
    </Card>
  );
}

function Terms({ seesCredit }: { seesCredit: boolean }) {
  const t = useT();
  const { control, register, formState } = useFormContext<CustomerDraft>();
  const errors = formState.errors;
  const terms = useWatch({ control, name: 'paymentTerms' });
  const known: readonly string[] = terms && !paymentTerms.some((entry) => entry === terms) ? [terms, ...paymentTerms] : paymentTerms;
  return (
    <Card>
      <CardHeader title={t('Terms')} />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {seesCredit && (
          <Field label={t('Credit limit')} optional error={errors.creditLimit?.message} hint={t('Left empty, there is no limit')}>
            <Input {...register('creditLimit')} inputMode="decimal" className="text-end tabular-nums" autoComplete="off" />
          </Field>
        )}
        <Field label={t('Payment terms')} optional error={errors.paymentTerms?.message}>
          <Select {...register('paymentTerms')}>
            <option value="">{t('Not set')}</option>
            {known.map((entry) => (
              <option key={entry}>{entry}</option>
            ))}
          </Select>
        </Field>
        <Field label="ABN" optional error={errors.abn?.message}>
          <Input {...register('abn')} inputMode="numeric" maxLength={14} autoComplete="off" />
        </Field>
        <Field label="ACN" optional error={errors.acn?.message}>
          <Input {...register('acn')} inputMode="numeric" maxLength={11} autoComplete="off" />
        </Field>
        <Field label={t('Account manager')} optional error={errors.accountManager?.message}>
          <Input {...register('accountManager')} maxLength={128} autoComplete="off" />
        </Field>
        <Field label={t('Sales person')} optional error={errors.salesPerson?.message}>
          <Input {...register('salesPerson')} maxLength={128} autoComplete="off" />
        </Field>
        <Field label={t('Opens at')} optional error={errors.openingTime?.message}>
          <Input type="time" {...register('openingTime')} />
        </Field>
        <Field label={t('Closes at')} optional error={errors.closingTime?.message}>
          <Input type="time" {...register('closingTime')} />
        </Field>
        <Field label={t('Special instructions')} optional error={errors.specialInstructions?.message} className="sm:col-span-2 lg:col-span-4">
          <Textarea rows={2} {...register('specialInstructions')} maxLength={500} />
        </Field>
      </div>
    </Card>
  );
}
