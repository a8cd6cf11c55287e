// Creates or changes a customer.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Card, CardHeader, words } from '@waybill/plugin';
import { Controller, useFormContext, useWatch } from '@waybill/plugin/forms';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { usePermissions } from '../../api/session.ts';
import { AreaField, FlagField, SelectField, TextField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormPage } from '../../kit/FormPage.tsx';
import { screen } from '../../shell/screen.tsx';
import { SuburbField } from '../../kit/pickers/SuburbField.tsx';
import { recordId, RecordOf } from '../../kit/record.tsx';
import { wordText } from '../../lib/words.ts';
import { msg, t, useT } from '../../lib/i18n.ts';
import { PageHeading } from '../../shell/PageHeading.tsx';
import {
  customerProblems,
  customerRules,
  toCustomer,
  toDraft,
  type CustomerDraft,
} from './form.ts';
import {
  accountStatuses,
  customerName,
  customerTypes,
  durations,
  insuranceTypes,
  invoicePeriods,
  paymentTerms,
  type CustomerRecord,
} from './model.ts';
import { OpenDaysField } from './OpenDaysField.tsx';
import { businessTypesQuery, customerQuery, customersKey } from './queries.ts';

const crumbs = () => [{ text: t('Customers'), href: '/customers' }];

const NewCustomer = screen(
  {
    needs: 'Pages.Customer.Create',
    title: msg('New customer'),
    to: msg('create customers'),
    breadcrumbs: crumbs,
  },
  () => <Editor customer={null} />,
);

const StoredCustomer = screen(
  {
    needs: 'Pages.Customer.Edit',
    title: msg('Edit customer'),
    to: msg('change customers'),
    breadcrumbs: crumbs,
  },
  Stored,
);

export function CustomerForm() {
  const { id } = useParams({ strict: false });
  return id === undefined ? <NewCustomer /> : <StoredCustomer />;
}

function Stored() {
  const t = useT();
  const id = recordId(useParams({ strict: false }).id);
  const stored = useQuery({
    ...customerQuery(id ?? 0),
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <RecordOf
      id={id}
      query={stored}
      title={t('Edit customer')}
      breadcrumbs={crumbs()}
      missing={t('Customer not found')}
      failed={t('The customer could not be loaded')}
      to={msg('change customers')}
    >
      {(customer) => <Editor key={customer.id} customer={customer} />}
    </RecordOf>
  );
}

// One form field; several wire members.
const members = {
  ...Object.fromEntries(
    ['suburb', 'postCode', 'state', 'countryCode'].map((member) => [
      `customer.address.${member}`,
      'place',
    ]),
  ),
  'customer.address': 'place',
  'customer.address.addressLine1': 'addressLine1',
  'customer.address.addressLine2': 'addressLine2',
};

function Editor({ customer }: { customer: CustomerRecord | null }) {
  const t = useT();
  const navigate = useNavigate();
  const seesCredit = usePermissions().has('Pages.Customer.ViewCredit');
  const title = customer ? customerName(customer) : t('New customer');
  const leave = (id: number | undefined) =>
    navigate(
      id ? { to: '/customers/$id/details', params: { id: String(id) } } : { to: '/customers' },
    );
  const form = useRecordForm({
    record: customer,
    values: toDraft,
    rules: (values) => customerRules(values, t),
    check: (values) => customerProblems(values, t),
    members,
    units: ['place', 'openDaysOfWeek'],
    save: async (values, record) =>
      (
        await api.post('/api/customer/customer/createorupdatecustomer', {
          customer: toCustomer(values, record, seesCredit),
        })
      ).customer,
    stale: [customersKey],
    notice: (saved) => ({
      title: customer
        ? t('{name} saved', { name: customerName(saved) })
        : t('{name} created', { name: customerName(saved) }),
      ...(saved.code ? { description: t('Code {code}', { code: saved.code }) } : {}),
    }),
    saved: (saved) => leave(saved.id),
    ...(customer?.id
      ? {
          newest: () =>
            queryClient.fetchQuery({ ...customerQuery(customer.id ?? 0), staleTime: 0 }),
        }
      : {}),
    draft: `customer/${customer?.id ?? 'new'}`,
  });
  return (
    <>
      <PageHeading
        title={customer ? t('Edit {title}', { title }) : title}
        breadcrumbs={[
          ...crumbs(),
          ...(customer ? [{ text: title, href: `/customers/${customer.id}/details` }] : []),
        ]}
      />
      <FormPage
        of={form}
        action={customer ? t('Save') : t('Create customer')}
        onCancel={() => void leave(customer?.id)}
        className="max-w-4xl"
      >
        <Identity isNew={customer === null} />
        <Contact />
        <Hours />
        <Terms seesCredit={seesCredit} />
        <Business />
      </FormPage>
    </>
  );
}

function Identity({ isNew }: { isNew: boolean }) {
  const t = useT();
  const isBusiness = useWatch<CustomerDraft, 'isBusiness'>({ name: 'isBusiness' });
  return (
    <Card>
      <CardHeader
        title={t('Customer')}
        actions={<FlagField name="isBusiness" label={t('Business')} />}
      />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <TextField name="companyName" label={t('Company name')} optional={!isBusiness} />
        <TextField name="contactName" label={t('Contact name')} optional={isBusiness} />
        <TextField name="accountName" label={t('Account name')} />
        <TextField
          name="code"
          label={t('Code')}
          {...(isNew ? { hint: t('Leave empty to use the next number') } : {})}
        />
        <SelectField name="type" label={t('Type')} optional={false}>
          {customerTypes.map((type) => (
            <option key={type} value={type}>
              {t(wordText(type))}
            </option>
          ))}
        </SelectField>
        <SelectField name="accountStatus" label={t('Account status')} optional={false}>
          {accountStatuses.map((status) => (
            <option key={status} value={status}>
              {t(words(status))}
            </option>
          ))}
        </SelectField>
        <FlagField
          name="isActive"
          label={t('Active')}
          hint={t('An inactive customer cannot be quoted or booked for')}
        />
        <FlagField name="canSendDG" label={t('Permitted to send dangerous goods')} />
      </div>
    </Card>
  );
}

function Contact() {
  const t = useT();
  const { control } = useFormContext<CustomerDraft>();
  return (
    <Card>
      <CardHeader
        title={t('Contact and address')}
        description={t('Default pickup address for quotes.')}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="contact" type="tel" label={t('Phone number')} />
        <TextField name="mobile" type="tel" label={t('Mobile')} />
        <TextField name="email" type="email" label={t('Email')} />
        <TextField name="bookingEmail" type="email" label={t('Email for booking documents')} />
        <TextField name="addressLine1" label={t('Street address')} />
        <TextField name="addressLine2" label={t('Unit, dock, building')} />
        <Controller
          control={control}
          name="place"
          render={({ field, fieldState }) => (
            <SuburbField
              label={t('Suburb')}
              name="place"
              optional
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
      </div>
    </Card>
  );
}

function Hours() {
  const t = useT();
  return (
    <Card>
      <CardHeader
        title={t('Opening hours')}
        description={t('When carriers can pick up and deliver.')}
      />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <TextField name="openingTime" type="time" label={t('Opens at')} />
        <TextField name="closingTime" type="time" label={t('Closes at')} />
        <OpenDaysField className="sm:col-span-2" />
        <AreaField
          name="specialInstructions"
          rows={2}
          label={t('Special instructions')}
          className="sm:col-span-2 lg:col-span-4"
        />
      </div>
    </Card>
  );
}

function Terms({ seesCredit }: { seesCredit: boolean }) {
  const t = useT();
  return (
    <Card>
      <CardHeader title={t('Terms')} />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {seesCredit && (
          <TextField
            name="creditLimit"
            label={t('Credit limit')}
            inputMode="decimal"
            dir="ltr"
            hint={t('Leave empty for no limit')}
          />
        )}
        <OfferedField name="paymentTerms" label={t('Payment terms')} offered={paymentTerms} />
        <TextField name="abn" label={t('ABN or NZBN')} inputMode="numeric" />
        <TextField name="acn" label={t('ACN')} inputMode="numeric" />
        <TextField name="accountManager" label={t('Account manager')} />
        <TextField name="salesPerson" label={t('Sales person')} />
        <OfferedField name="invoicePeriod" label={t('Invoice period')} offered={invoicePeriods} />
        <TextField
          name="currency"
          label={t('Invoice currency')}
          dir="ltr"
          hint={t('Leave empty for your own currency')}
        />
        <FlagField
          name="isInvoicable"
          label={t('Invoiced')}
          hint={t('Off: this customer is not invoiced')}
          className="self-center"
        />
      </div>
    </Card>
  );
}

/** Keeps a stored value that is no option. */
function OfferedField({
  name,
  label,
  offered,
}: {
  name: 'paymentTerms' | 'invoicePeriod' | 'businessType';
  label: string;
  offered: readonly string[];
}) {
  const t = useT();
  const stored = useWatch<CustomerDraft, typeof name>({ name });
  const known = stored && !offered.includes(stored) ? [stored, ...offered] : offered;
  return (
    <SelectField name={name} label={label}>
      <option value="">{t('Not set')}</option>
      {known.map((entry) => (
        <option key={entry} value={entry}>
          {t(wordText(entry))}
        </option>
      ))}
    </SelectField>
  );
}

function Business() {
  const t = useT();
  const insured = useWatch<CustomerDraft, 'atiOptIn'>({ name: 'atiOptIn' });
  const types = useQuery(businessTypesQuery);
  const per = (name: 'expectedNoOfBookingsDuration' | 'expectedRevenueDuration', label: string) => (
    <SelectField name={name} label={label}>
      <option value="">{t('Not set')}</option>
      {durations.map((duration) => (
        <option key={duration} value={duration}>
          {t(duration)}
        </option>
      ))}
    </SelectField>
  );
  return (
    <Card>
      <CardHeader title={t('About the business')} />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <OfferedField name="businessType" label={t('Business type')} offered={types.data ?? []} />
        <TextField name="businessIndustry" label={t('Industry')} />
        <TextField
          name="yearsInBusiness"
          label={t('Years in business')}
          inputMode="numeric"
          dir="ltr"
        />
        <TextField name="customerSource" label={t('Found us through')} />
        <TextField
          name="businessWebsiteURL"
          label={t('Website')}
          inputMode="url"
          dir="ltr"
          className="sm:col-span-2"
        />
        <div className="hidden lg:col-span-2 lg:block" />
        <TextField
          name="expectedNoOfBookings"
          label={t('Expected bookings')}
          inputMode="numeric"
          dir="ltr"
        />
        {per('expectedNoOfBookingsDuration', t('Bookings per'))}
        <TextField
          name="expectedRevenue"
          label={t('Expected revenue')}
          inputMode="decimal"
          dir="ltr"
        />
        {per('expectedRevenueDuration', t('Revenue per'))}
        <FlagField
          name="atiOptIn"
          label={t('Insure all bookings')}
          hint={t('Annual transit insurance')}
          className="self-center"
        />
        {insured && (
          <>
            <SelectField name="atiType" label={t('Insurance type')}>
              <option value="">{t('Not set')}</option>
              {insuranceTypes.map((type) => (
                <option key={type} value={type}>
                  {t(wordText(type))}
                </option>
              ))}
            </SelectField>
            <TextField
              name="atiInsuredValue"
              label={t('Insured value')}
              inputMode="decimal"
              dir="ltr"
            />
          </>
        )}
      </div>
    </Card>
  );
}
