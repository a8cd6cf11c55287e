// Rate card tab: services.
import { Truck } from 'lucide-react';
import { Badge, formatNumber } from '@waybill/plugin';
import { RateServiceRequest as limits } from '../../api/limits.gen.ts';
import { usePermissions } from '../../api/session.ts';
import { Belongings } from '../../kit/Belongings.tsx';
import { FlagField, NumberField, TextField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { TextCell } from '../../kit/list/Cells.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useT } from '../../lib/i18n.ts';
import { readNumber } from '../../lib/numbers.ts';
import type { RateService } from './model.ts';
import { deleteService, fetchService, fetchServices, ofCardKey, saveService } from './queries.ts';

export default function Services({ cardId }: { cardId: number }) {
  const t = useT();
  const mayEdit = usePermissions().has('Pages.Rates.Edit');
  const list = useList<RateService>({
    id: 'rates.services',
    key: [...ofCardKey(cardId), 'services'],
    fetch: (query, signal) => fetchServices({ ...query, rateCardId: cardId }, signal),
    rowKey: (one) => one.id,
    name: (one) => one.code,
    columns: [
      {
        id: 'code',
        header: t('Code'),
        cell: (one) => <span className="font-mono">{one.code}</span>,
        csv: (one) => one.code,
        sort: 'code',
        fixed: true,
      },
      {
        id: 'name',
        header: t('Name'),
        cell: (one) => <TextCell>{one.name}</TextCell>,
        csv: (one) => one.name,
        sort: 'name',
        narrow: 'line',
      },
      {
        id: 'least',
        header: t('Minimum quantity'),
        cell: (one) => one.minUnit !== null && formatNumber(one.minUnit, 4),
        csv: (one) => one.minUnit,
        numeric: true,
      },
      {
        id: 'additional',
        header: t('Additional'),
        cell: (one) => one.isAdditional && <Badge tone="info">{t('Additional')}</Badge>,
        csv: (one) => one.isAdditional,
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
    search: { fields: ['code', 'name'] },
    sort: 'code',
    pageSize: 25,
    state: 'here',
  });
  return (
    <Belongings
      list={list}
      title={t('Services')}
      description={t('Services sold at the rates of this card.')}
      mayEdit={mayEdit}
      add={t('New service')}
      texts={{
        failed: t('The services could not be loaded'),
        search: { label: t('Search services') },
        filter: t('Filter services'),
        empty: {
          icon: <Truck />,
          title: t('No services yet'),
          description: t('Add the services that this card has rates for.'),
        },
        none: { title: t('No matching services'), clear: t('Show all') },
      }}
      remove={deleteService}
      afterwards={t('A service that has rates cannot be deleted; make it inactive instead.')}
      stale={ofCardKey(cardId)}
    >
      {(one, close) => <ServiceDialog cardId={cardId} service={one} onClose={close} />}
    </Belongings>
  );
}

const valuesOf = (one: RateService | null) => ({
  code: one?.code ?? '',
  name: one?.name ?? '',
  minUnit: one?.minUnit == null ? '' : String(one.minUnit),
  isAdditional: one?.isAdditional ?? false,
  isActive: one?.isActive ?? true,
});

function ServiceDialog({
  cardId,
  service,
  onClose,
}: {
  cardId: number;
  service: RateService | null;
  onClose: () => void;
}) {
  const t = useT();
  const form = useRecordForm({
    record: service,
    values: valuesOf,
    rules: {
      code: { needed: t('Enter a code'), limits: limits.code },
      name: { needed: t('Enter a name'), limits: limits.name },
      minUnit: { number: { min: 0 } },
    },
    save: ({ minUnit, ...values }, record) =>
      saveService({
        ...record,
        ...values,
        rateCardId: cardId,
        minUnit: minUnit.trim() === '' ? null : readNumber(minUnit),
      }),
    stale: [ofCardKey(cardId)],
    notice: (_, { code }) =>
      service ? t('{name} saved', { name: code }) : t('{name} added', { name: code }),
    saved: onClose,
    ...(service ? { newest: () => fetchService(cardId, service.id) } : {}),
  });
  return (
    <FormDialog
      of={form}
      title={service ? t('Edit {name}', { name: service.code }) : t('New service')}
      action={service ? t('Save') : t('Add')}
      onClose={onClose}
    >
      <TextField name="code" label={t('Code')} />
      <TextField name="name" label={t('Name')} />
      <NumberField
        name="minUnit"
        label={t('Minimum quantity')}
        hint={t('Less than this is charged as this')}
      />
      <FlagField
        name="isAdditional"
        label={t('Additional')}
        hint={t('Only available with another service')}
      />
      <FlagField name="isActive" label={t('Active')} />
    </FormDialog>
  );
}
