// /carriers/customers: accounts by customer.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Building2, Truck } from 'lucide-react';
import {
  Badge,
  Card,
  CardHeader,
  Checkbox,
  EmptyState,
  ErrorNote,
  Field,
  Skeleton,
} from '@waybill/plugin';
import { useController } from '@waybill/plugin/forms';
import { usePermissions } from '../../api/session.ts';
import { useRecordForm } from '../../kit/form.ts';
import { FormPage } from '../../kit/FormPage.tsx';
import { msg, useT } from '../../lib/i18n.ts';
import { screen } from '../../shell/screen.tsx';
import { CustomerPicker } from '../../kit/pickers/CustomerPicker.tsx';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { useCarrierName } from '../../plugins/carrier-names.ts';
import {
  allAccountsQuery,
  mapAccounts,
  mappingsQuery,
  PERMISSIONS,
  type ListedAccount,
} from './queries.ts';

const route = getRouteApi('/shell/carriers/customers');
function Choice({
  customerId,
  accounts,
  mapped,
}: {
  customerId: number;
  accounts: ListedAccount[];
  mapped: readonly number[];
}) {
  const t = useT();
  const carrierName = useCarrierName();
  const mayMap = usePermissions().has(PERMISSIONS.map);
  const form = useRecordForm({
    record: mapped,
    values: (ids): { chosen: number[] } => ({ chosen: ids.toSorted((a, b) => a - b) }),
    save: ({ chosen }) => mapAccounts(customerId, chosen),
    stale: [['carriers']],
    notice: () => t('Customer carriers saved'),
  });
  const { field } = useController({ control: form.form.control, name: 'chosen' });
  const toggle = (id: number, on: boolean) =>
    field.onChange(
      (on ? [...field.value, id] : field.value.filter((one) => one !== id)).toSorted(
        (a, b) => a - b,
      ),
    );
  return (
    <FormPage of={form} inCard readOnly={!mayMap}>
      <ul className="divide-y divide-border rounded-lg border border-border">
        {accounts.map((account) => (
          <li key={account.id} className="flex items-center justify-between gap-4 px-3 py-2">
            <Checkbox
              label={account.name}
              hint={`${account.carrierName ?? carrierName(account.carrierCode)} · ${account.code}`}
              checked={field.value.includes(account.id)}
              disabled={!mayMap}
              onChange={(event) => toggle(account.id, event.target.checked)}
            />
            {!account.isActive && <Badge>{t('Inactive')}</Badge>}
          </li>
        ))}
      </ul>
    </FormPage>
  );
}

function Accounts({ customerId }: { customerId: number }) {
  const t = useT();
  const accounts = useQuery(allAccountsQuery);
  const mappings = useQuery(mappingsQuery(customerId));
  if (accounts.isLoadingError || mappings.isLoadingError) {
    return (
      <ErrorNote
        error={accounts.error ?? mappings.error}
        onRetry={() => void Promise.all([accounts.refetch(), mappings.refetch()])}
      />
    );
  }
  if (!accounts.data || !mappings.data) {
    return (
      <div className="grid gap-2">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    );
  }
  if (accounts.data.items.length === 0)
    return (
      <EmptyState
        icon={<Truck />}
        title={t('No carrier accounts yet')}
        description={t('Add a carrier account first.')}
      />
    );
  const mapped = mappings.data.items
    .filter((mapping) => mapping.isActive)
    .map((mapping) => mapping.carrierAccountId);
  return (
    <Choice
      key={customerId}
      customerId={customerId}
      accounts={accounts.data.items}
      mapped={mapped}
    />
  );
}

export const CustomerMapping = screen(
  {
    needs: PERMISSIONS.see,
    title: msg('Customer carriers'),
    to: msg('see carrier accounts'),
    breadcrumbs: (t) => [{ text: t('Carriers'), href: '/carriers' }],
  },
  MappingScreen,
);

function MappingScreen() {
  const t = useT();
  const { customerId } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeading
        title={t('Customer carriers')}
        breadcrumbs={[{ text: t('Carriers'), href: '/carriers' }]}
      />
      <Card className="max-w-2xl">
        <CardHeader
          title={t('Which accounts can this customer use?')}
          description={t(
            "The customer's quotes and bookings use these accounts. If none is selected, all accounts are used.",
          )}
        />
        <Field label={t('Customer')} className="mb-4">
          <CustomerPicker
            value={customerId ?? null}
            onChange={(customer) =>
              void navigate({ search: customer ? { customerId: customer.id } : {}, replace: true })
            }
          />
        </Field>
        {customerId === undefined ? (
          <EmptyState
            icon={<Building2 />}
            title={t('Choose a customer')}
            description={t('Customer accounts are shown here.')}
          />
        ) : (
          <Accounts customerId={customerId} />
        )}
      </Card>
    </>
  );
}
