// Customer tab: frequent addresses.
import { MapPin } from 'lucide-react';
import { Badge } from '@waybill/plugin';
import { Controller } from '@waybill/plugin/forms';
import { FrequentAddressRequest as limits } from '../../api/limits.gen.ts';
import { usePermissions } from '../../api/session.ts';
import { AreaField, FlagField, SelectField, TextField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { storedFile } from '../../kit/import/calls.ts';
import { TextCell } from '../../kit/list/Cells.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { SuburbField } from '../../kit/pickers/SuburbField.tsx';
import { useT } from '../../lib/i18n.ts';
import { placeLabel } from '../../lib/places.ts';
import { Belongings } from '../../kit/Belongings.tsx';
import {
  deleteFrequentAddress,
  draftOf,
  fetchFrequentAddress,
  fetchFrequentAddresses,
  frequentAddressesKey,
  importFrequentAddresses,
  placeOf,
  saveFrequentAddress,
  toSent,
  type FrequentAddress,
} from './frequent-addresses.ts';

type Listed = FrequentAddress & { id: number };

export default function FrequentAddresses({ customerId }: { customerId: number }) {
  const t = useT();
  const mayEdit = usePermissions().has('Pages.FrequentAddress.Edit');
  const place = (one: Listed) =>
    [
      one.addressLine1,
      one.addressLine2,
      placeLabel(placeOf(one) ?? { suburb: '', postCode: '', state: '', countryCode: '' }),
    ]
      .filter(Boolean)
      .join(', ');
  const list = useList<Listed>({
    id: 'customers.frequentAddresses',
    key: [...frequentAddressesKey, customerId],
    fetch: (query, signal) => fetchFrequentAddresses({ ...query, customerId }, signal),
    rowKey: (one) => one.id,
    name: (one) => one.name ?? '',
    columns: [
      {
        id: 'name',
        header: t('Name'),
        cell: (one) => one.name,
        csv: (one) => one.name,
        sort: 'name',
        fixed: true,
      },
      {
        id: 'address',
        header: t('Address'),
        cell: (one) => <TextCell>{place(one)}</TextCell>,
        csv: place,
        sort: 'suburb',
        narrow: 'line',
      },
      {
        id: 'contact',
        header: t('Contact'),
        cell: (one) => <TextCell>{one.contactName || one.companyName}</TextCell>,
        csv: (one) => one.contactName,
        sort: 'contactName',
      },
      {
        id: 'default',
        header: t('Default'),
        cell: (one) => one.isDefault && <Badge tone="info">{t('Default')}</Badge>,
        csv: (one) => one.isDefault,
        narrow: 'badge',
      },
      {
        id: 'status',
        header: t('Status'),
        cell: (one) =>
          one.isActive ? (
            <span className="max-md:hidden">{t('Active')}</span>
          ) : (
            <Badge>{t('Inactive')}</Badge>
          ),
        csv: (one) => (one.isActive ? t('Active') : t('Inactive')),
        narrow: 'badge',
      },
    ],
    filters: [
      {
        kind: 'yesNo',
        id: 'active',
        label: t('Active'),
        pinned: true,
        field: 'isActive',
        words: [t('Active'), t('Inactive')],
      },
    ],
    search: { fields: ['name', 'nickname', 'companyName', 'suburb', 'postCode', 'addressLine1'] },
    sort: 'name',
    pageSize: 25,
    state: 'here',
  });
  return (
    <Belongings
      list={list}
      title={t('Frequent addresses')}
      description={t('Where goods are often shipped from and to.')}
      mayEdit={mayEdit}
      add={t('New address')}
      texts={{
        failed: t('The addresses could not be loaded'),
        search: { label: t('Search addresses') },
        filter: t('Filter addresses'),
        empty: {
          icon: <MapPin />,
          title: t('No frequent addresses yet'),
          description: t('Add the addresses that are used often.'),
        },
        none: { title: t('No matching addresses'), clear: t('Show all') },
      }}
      remove={deleteFrequentAddress}
      afterwards={t('Existing bookings keep it. This cannot be undone.')}
      stale={frequentAddressesKey}
      table={{
        title: t('Import addresses'),
        description: t(
          'A CSV file or Excel workbook with the columns name, suburb and postCode, and any ' +
            'other column of an export. A row with the name of an existing address ' +
            'changes that address.',
        ),
        source: storedFile(importFrequentAddresses(customerId)),
        path: '/api/customer/customerfrequentaddress/getfrequentaddressescsv',
        query: { customerId },
      }}
    >
      {(one, close) => <AddressDialog customerId={customerId} address={one} onClose={close} />}
    </Belongings>
  );
}

// One form field; several wire members.
const members = Object.fromEntries(
  ['suburb', 'postCode', 'state', 'stateCode', 'countryCode'].map((member) => [
    `address.${member}`,
    'place',
  ]),
);

function AddressDialog({
  customerId,
  address,
  onClose,
}: {
  customerId: number;
  address: Listed | null;
  onClose: () => void;
}) {
  const t = useT();
  const form = useRecordForm({
    record: address,
    values: draftOf,
    rules: {
      name: { needed: t('Enter a name'), limits: limits.name },
      place: { needed: t('Choose a suburb from the list') },
      nickname: { limits: limits.nickname },
      companyName: { limits: limits.companyName },
      contactName: { limits: limits.contactName },
      telephone: { limits: limits.telephone },
      email: { limits: limits.email },
      addressLine1: { limits: limits.addressLine1 },
      addressLine2: { limits: limits.addressLine2 },
      specialInstructions: { limits: limits.specialInstructions },
    },
    members,
    units: ['place'],
    check: ({ isDefault, isActive }) =>
      isDefault && !isActive ? { isActive: t('The default address must be active') } : {},
    save: (values, record) => saveFrequentAddress(customerId, { ...record, ...toSent(values) }),
    stale: [frequentAddressesKey],
    notice: (_, { name }) => (address ? t('{name} saved', { name }) : t('{name} added', { name })),
    saved: onClose,
    ...(address ? { newest: () => fetchFrequentAddress(address.id) } : {}),
  });
  return (
    <FormDialog
      of={form}
      size="lg"
      title={address ? t('Edit {name}', { name: address.name ?? '' }) : t('New address')}
      action={address ? t('Save') : t('Add')}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="name" label={t('Name')} />
        <TextField name="nickname" label={t('Short name')} />
        <TextField name="addressLine1" label={t('Street and number')} />
        <TextField name="addressLine2" label={t('Unit, floor or building')} />
        <Controller
          name="place"
          render={({ field, fieldState }) => (
            <SuburbField
              label={t('Suburb')}
              name="place"
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
        <SelectField name="type" label={t('Type')} optional>
          <option value="">{t('Not set')}</option>
          <option value="Business">{t('Business')}</option>
          <option value="Residential">{t('Residential')}</option>
        </SelectField>
        <TextField name="companyName" label={t('Company')} />
        <TextField name="contactName" label={t('Contact name')} />
        <TextField name="telephone" label={t('Telephone')} type="tel" />
        <TextField name="email" label={t('Email')} type="email" />
        <AreaField
          name="specialInstructions"
          label={t('Instructions for the driver')}
          rows={2}
          className="sm:col-span-2"
        />
        <FlagField
          name="isDefault"
          label={t('Default')}
          hint={t("This customer's new bookings are sent from it")}
        />
        <FlagField name="isActive" label={t('Active')} />
      </div>
    </FormDialog>
  );
}
