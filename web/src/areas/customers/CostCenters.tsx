// Customer tab: cost centres.
import { Tags } from 'lucide-react';
import { Badge } from '@waybill/plugin';
import { CostCenterRequest } from '../../api/limits.gen.ts';
import { usePermissions } from '../../api/session.ts';
import { FlagField, TextField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { TextCell } from '../../kit/list/Cells.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useT } from '../../lib/i18n.ts';
import { Belongings } from '../../kit/Belongings.tsx';
import {
  costCentersKey,
  deleteCostCenter,
  fetchCostCenter,
  fetchCostCenters,
  saveCostCenter,
  type CostCenter,
} from './cost-centers.ts';

type Listed = CostCenter & { id: number };

export default function CostCenters({ customerId }: { customerId: number }) {
  const t = useT();
  const mayEdit = usePermissions().has('Pages.CostCenter.Edit');
  const list = useList<Listed>({
    id: 'customers.costCenters',
    key: [...costCentersKey, customerId],
    fetch: (query, signal) => fetchCostCenters({ ...query, customerId }, signal),
    rowKey: (one) => one.id,
    name: (one) => one.name ?? '',
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
    search: { fields: ['code', 'name'] },
    sort: 'code',
    pageSize: 25,
    state: 'here',
  });
  return (
    <Belongings
      list={list}
      title={t('Cost centres')}
      description={t('Cost centres that bookings are charged to.')}
      mayEdit={mayEdit}
      add={t('New cost centre')}
      texts={{
        failed: t('The cost centres could not be loaded'),
        search: { label: t('Search cost centres') },
        filter: t('Filter cost centres'),
        empty: {
          icon: <Tags />,
          title: t('No cost centres yet'),
          description: t('Add the cost centres that bookings are assigned to.'),
        },
        none: { title: t('No matching cost centres'), clear: t('Show all') },
      }}
      remove={deleteCostCenter}
      afterwards={t('Existing bookings keep it. This cannot be undone.')}
      stale={costCentersKey}
    >
      {(one, close) => (
        <CostCenterDialog customerId={customerId} costCenter={one} onClose={close} />
      )}
    </Belongings>
  );
}

const valuesOf = (one: Listed | null) => ({
  code: one?.code ?? '',
  name: one?.name ?? '',
  isDefault: one?.isDefault ?? false,
  isActive: one?.isActive ?? true,
});

function CostCenterDialog({
  customerId,
  costCenter,
  onClose,
}: {
  customerId: number;
  costCenter: Listed | null;
  onClose: () => void;
}) {
  const t = useT();
  const form = useRecordForm({
    record: costCenter,
    values: valuesOf,
    rules: {
      code: { needed: t('Enter a code'), limits: CostCenterRequest.code },
      name: { needed: t('Enter a name'), limits: CostCenterRequest.name },
    },
    check: ({ isDefault, isActive }) =>
      isDefault && !isActive ? { isActive: t('The default cost centre must be active') } : {},
    save: (values, record) => saveCostCenter(customerId, { ...record, ...values }),
    stale: [costCentersKey],
    notice: (_, { name }) =>
      costCenter ? t('{name} saved', { name }) : t('{name} added', { name }),
    saved: onClose,
    ...(costCenter ? { newest: () => fetchCostCenter(costCenter.id) } : {}),
  });
  return (
    <FormDialog
      of={form}
      title={costCenter ? t('Edit {name}', { name: costCenter.name ?? '' }) : t('New cost centre')}
      action={costCenter ? t('Save') : t('Add')}
      onClose={onClose}
    >
      <TextField name="code" label={t('Code')} />
      <TextField name="name" label={t('Name')} />
      <FlagField
        name="isDefault"
        label={t('Default')}
        hint={t("This customer's new bookings start with it")}
      />
      <FlagField name="isActive" label={t('Active')} />
    </FormDialog>
  );
}
