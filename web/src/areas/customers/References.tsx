// Customer tab: booking reference fields.
import { Hash } from 'lucide-react';
import { Badge } from '@waybill/plugin';
import { CustomerReferenceRequest as limits } from '../../api/limits.gen.ts';
import { usePermissions } from '../../api/session.ts';
import { FlagField, TextField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { NOTHING, TextCell } from '../../kit/list/Cells.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { bookingReferencesKey } from '../../lib/bookings/references.ts';
import { msg, useT } from '../../lib/i18n.ts';
import { Belongings } from '../../kit/Belongings.tsx';
import {
  deleteReference,
  fetchReference,
  fetchReferences,
  referencesKey,
  saveReference,
  type Reference,
} from './references.ts';

type Listed = Reference & { id: number };

export default function References({ customerId }: { customerId: number }) {
  const t = useT();
  const mayEdit = usePermissions().has('Pages.Reference.Edit');
  const list = useList<Listed>({
    id: 'customers.references',
    key: [...referencesKey, customerId],
    fetch: (query, signal) => fetchReferences({ ...query, customerId }, signal),
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
        id: 'status',
        header: t('Status'),
        cell: (one) => <Status reference={one} />,
        csv: (one) => t(statusText(one)),
        narrow: 'badge',
      },
      {
        id: 'description',
        header: t('Description'),
        cell: (one) => (one.description ? <TextCell>{one.description}</TextCell> : NOTHING),
        csv: (one) => one.description,
        narrow: 'line',
      },
      {
        id: 'invoice',
        header: t('On invoices'),
        cell: (one) => (one.displayOnInvoice ? t('Yes') : t('No')),
        csv: (one) => one.displayOnInvoice,
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
    search: { fields: ['name', 'description'] },
    sort: 'name',
    pageSize: 25,
    state: 'here',
  });
  return (
    <Belongings
      list={list}
      title={t('References')}
      description={t(
        'Fields that bookings have in addition to the reference, such as a PO number.',
      )}
      mayEdit={mayEdit}
      add={t('New reference')}
      texts={{
        failed: t('The references could not be loaded'),
        search: { label: t('Search references') },
        filter: t('Filter references'),
        empty: {
          icon: <Hash />,
          title: t('No references yet'),
          description: t('Add the fields that bookings should have, such as a PO number.'),
        },
        none: { title: t('No matching references'), clear: t('Show all') },
      }}
      remove={deleteReference}
      afterwards={t('Existing bookings keep their values. This cannot be undone.')}
      stale={referencesKey}
    >
      {(one, close) => <ReferenceDialog customerId={customerId} reference={one} onClose={close} />}
    </Belongings>
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

const valuesOf = (one: Listed | null) => ({
  name: one?.name ?? '',
  description: one?.description ?? '',
  isRequired: one?.isRequired ?? false,
  displayOnInvoice: one?.displayOnInvoice ?? false,
  isActive: one?.isActive ?? true,
});

function ReferenceDialog({
  customerId,
  reference,
  onClose,
}: {
  customerId: number;
  reference: Listed | null;
  onClose: () => void;
}) {
  const t = useT();
  const form = useRecordForm({
    record: reference,
    values: valuesOf,
    rules: {
      name: { needed: t('Enter a name'), limits: limits.name },
      description: { limits: limits.description },
    },
    save: ({ description, ...values }, record) =>
      saveReference(customerId, { ...record, ...values, description: description.trim() || null }),
    stale: [referencesKey, bookingReferencesKey],
    notice: (_, { name }) =>
      reference ? t('{name} saved', { name }) : t('{name} added', { name }),
    saved: onClose,
    ...(reference ? { newest: () => fetchReference(reference.id) } : {}),
  });
  return (
    <FormDialog
      of={form}
      title={reference ? t('Edit {name}', { name: reference.name ?? '' }) : t('New reference')}
      action={reference ? t('Save') : t('Add')}
      onClose={onClose}
    >
      <TextField name="name" label={t('Name')} hint={t('The label of the field')} />
      <TextField name="description" label={t('Description')} hint={t('Shown below the field')} />
      <FlagField
        name="isRequired"
        label={t('Required')}
        hint={t('No booking is sent to a carrier without it')}
      />
      <FlagField name="displayOnInvoice" label={t('Show on invoices')} />
      <FlagField name="isActive" label={t('Active')} />
    </FormDialog>
  );
}
