// Customer tab: frequent addresses.
import { MapPin } from 'lucide-react';
import { Controller } from '@waybill/plugin/forms';
import { FrequentAddressRequest } from '../../api/resources/customers.gen.ts';
import { storedFile } from '../../kit/import/calls.ts';
import { TextCell } from '../../kit/list/Cells.tsx';
import { SuburbField } from '../../kit/pickers/SuburbField.tsx';
import { RecordTab } from '../../kit/RecordTab.tsx';
import { useT } from '../../lib/i18n.ts';
import { placeLabel } from '../../lib/places.ts';
import {
  frequentAddressCalls,
  importFrequentAddresses,
  placeOf,
  toSuburb,
  type FrequentAddress,
} from './frequent-addresses.ts';
import { ADDRESS_TABLE } from './tables.ts';

const NO_PLACE = { suburb: '', postCode: '', state: '', countryCode: '' };
const place = (one: FrequentAddress) =>
  [one.addressLine1, one.addressLine2, placeLabel(placeOf(one) ?? NO_PLACE)]
    .filter(Boolean)
    .join(', ');

// One form field; several wire members.
const members = Object.fromEntries(
  ['suburb', 'postCode', 'state', 'stateCode', 'countryCode'].map((member) => [
    `address.${member}`,
    'place',
  ]),
);

export default function FrequentAddresses({ customerId }: { customerId: number }) {
  const t = useT();
  return (
    <RecordTab
      id="customers.frequentAddresses"
      resource={FrequentAddressRequest}
      calls={frequentAddressCalls(customerId)}
      columns={[
        'name',
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
        'isDefault',
        'isActive',
      ]}
      search={['name', 'nickname', 'companyName', 'suburb', 'postCode', 'addressLine1']}
      icon={<MapPin />}
      texts={{
        title: t('Frequent addresses'),
        description: t('Where goods are often shipped from and to.'),
        add: t('New address'),
        failed: t('The addresses could not be loaded'),
        search: t('Search addresses'),
        filter: t('Filter addresses'),
        empty: [t('No frequent addresses yet'), t('Add the addresses that are used often.')],
        none: t('No matching addresses'),
        afterwards: t('Existing bookings keep it. This cannot be undone.'),
      }}
      table={{
        title: t('Import addresses'),
        description: t(
          'A CSV file or Excel workbook with the name, suburb and postcode of each address, and ' +
            'what else you know of it. A row with the name of an existing address changes that address.',
        ),
        columns: ADDRESS_TABLE,
        source: storedFile(importFrequentAddresses(customerId)),
        path: '/api/customer/customerfrequentaddress/getfrequentaddressescsv',
        query: { customerId },
      }}
      wide
      fields={{
        name: {},
        nickname: {},
        addressLine1: {},
        addressLine2: {},
        place: <Suburb />,
        type: { options: { Business: t('Business'), Residential: t('Residential') } },
        companyName: {},
        contactName: {},
        telephone: {},
        email: {},
        specialInstructions: { className: 'sm:col-span-2' },
        isDefault: { hint: t("This customer's new bookings are sent from it") },
        isActive: {},
      }}
      own={{
        values: (one) => ({ place: placeOf(one) }),
        toWire: (values) => toSuburb(values.place),
      }}
      rules={{ place: { needed: t('Choose a suburb from the list') } }}
      check={({ isDefault, isActive }) =>
        isDefault && !isActive ? { isActive: t('The default address must be active') } : {}
      }
      members={members}
      units={['place']}
    />
  );
}

function Suburb() {
  const t = useT();
  return (
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
  );
}
