// Customer tab: booking reference fields.
import { Hash } from 'lucide-react';
import { Badge } from '@waybill/plugin';
import { CustomerReferenceRequest } from '../../api/resources/customers.gen.ts';
import type { Schema } from '../../api/types.ts';
import { NOTHING, TextCell } from '../../kit/list/Cells.tsx';
import { RecordTab } from '../../kit/RecordTab.tsx';
import { msg, useT } from '../../lib/i18n.ts';
import { referenceCalls } from './references.ts';

type Reference = Schema<'CustomerReference'>;

export default function References({ customerId }: { customerId: number }) {
  const t = useT();
  return (
    <RecordTab
      id="customers.references"
      resource={CustomerReferenceRequest}
      calls={referenceCalls(customerId)}
      columns={[
        'name',
        {
          id: 'status',
          header: t('Status'),
          cell: (one) => <Status reference={one} />,
          csv: (one) => t(statusText(one)),
          narrow: 'badge',
        },
        'description',
        {
          id: 'invoice',
          header: t('On invoices'),
          cell: (one) => (one.displayOnInvoice ? t('Yes') : t('No')),
          csv: (one) => one.displayOnInvoice,
        },
      ]}
      overrides={{
        description: {
          cell: (one) => (one.description ? <TextCell>{one.description}</TextCell> : NOTHING),
          sort: undefined,
        },
      }}
      search={['name', 'description']}
      icon={<Hash />}
      texts={{
        title: t('References'),
        description: t(
          'Fields that bookings have in addition to the reference, such as a PO number.',
        ),
        add: t('New reference'),
        failed: t('The references could not be loaded'),
        search: t('Search references'),
        filter: t('Filter references'),
        empty: [
          t('No references yet'),
          t('Add the fields that bookings should have, such as a PO number.'),
        ],
        none: t('No matching references'),
        afterwards: t('Existing bookings keep their values. This cannot be undone.'),
      }}
      fields={{
        name: { hint: t('The label of the field') },
        description: { hint: t('Shown below the field') },
        isRequired: { hint: t('No booking is sent to a carrier without it') },
        displayOnInvoice: {},
        isActive: {},
      }}
    />
  );
}

/** Inactive fields are hidden. */
const statusText = ({ isActive, isRequired }: Reference): string => {
  if (!isActive) return msg('Inactive');
  return isRequired ? msg('Required') : msg('Optional');
};

function Status({ reference }: { reference: Reference }) {
  const t = useT();
  const text = t(statusText(reference));
  if (!reference.isActive) return <Badge>{text}</Badge>;
  return reference.isRequired ? <Badge tone="info">{text}</Badge> : text;
}
