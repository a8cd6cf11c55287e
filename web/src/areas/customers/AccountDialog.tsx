// Edits a customer's contact and pickup data.
import { Controller } from '@waybill/plugin/forms';
import { queryClient } from '../../api/query-client.ts';
import { AreaField, TextField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { SuburbField } from '../../kit/pickers/SuburbField.tsx';
import { useT } from '../../lib/i18n.ts';
import {
  accountProblems,
  accountRules,
  currentCustomerQuery,
  saveAccount,
  toAccount,
  toDraft,
} from './account.ts';
import type { Customer } from './model.ts';
import { OpenDaysField } from './OpenDaysField.tsx';
import { customersKey } from './queries.ts';

// One form field; several wire members.
const members = {
  ...Object.fromEntries(
    ['suburb', 'postCode', 'state', 'stateCode', 'countryCode'].map((member) => [
      `account.address.${member}`,
      'place',
    ]),
  ),
  'account.address.addressLine1': 'addressLine1',
  'account.address.addressLine2': 'addressLine2',
};

export function AccountDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useT();
  const form = useRecordForm({
    record: customer,
    values: toDraft,
    rules: accountRules(t),
    check: (values) => accountProblems(values, t),
    members,
    units: ['place', 'openDaysOfWeek'],
    save: (values, record) => saveAccount(toAccount(values, record)),
    stale: [customersKey],
    notice: () => t('Company details saved'),
    saved: onClose,
    newest: () => queryClient.fetchQuery({ ...currentCustomerQuery, staleTime: 0 }),
  });
  return (
    <FormDialog of={form} size="lg" title={t('Edit company details')} onClose={onClose}>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="contactName" label={t('Contact name')} />
        <TextField name="contact" type="tel" label={t('Phone number')} />
        <TextField name="mobile" type="tel" label={t('Mobile')} />
        <TextField name="email" type="email" label={t('Email')} />
        <TextField name="bookingEmail" type="email" label={t('Email for booking documents')} />
        <TextField name="addressLine1" label={t('Street address')} />
        <TextField name="addressLine2" label={t('Unit, dock, building')} />
        <Controller
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
        <TextField name="openingTime" type="time" label={t('Opens at')} />
        <TextField name="closingTime" type="time" label={t('Closes at')} />
        <OpenDaysField className="sm:col-span-2" />
        <AreaField
          name="specialInstructions"
          rows={2}
          label={t('Special instructions')}
          className="sm:col-span-2"
        />
      </div>
    </FormDialog>
  );
}
