// A carrier account: form, services, test, deletion.
import { lazy, Suspense, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { PlugZap, Trash2 } from 'lucide-react';
import {
  Badge,
  Card,
  CardHeader,
  ConfirmDialog,
  EmptyState,
  Skeleton,
  type CarrierAccountSaved,
  type SlotProps,
} from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { recordId, RecordOf, RecordPage } from '../../kit/record.tsx';
import { msg, t, useT } from '../../lib/i18n.ts';
import { LeaveGuard } from '../../lib/leave-guard.tsx';
import { Slot } from '../../plugins/Slot.tsx';
import { screen } from '../../shell/screen.tsx';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { toast } from '../../shell/toast.tsx';
import { useAccountTest } from './AccountList.tsx';
import { useCarrierName } from '../../plugins/carrier-names.ts';
import {
  accountQuery,
  chosenServices,
  deleteAccount,
  PERMISSIONS,
  type ListedAccount,
} from './queries.ts';
import { Services } from './Services.tsx';

const newRoute = getRouteApi('/shell/carriers/new/$carrierCode');
const editRoute = getRouteApi('/shell/carriers/accounts/$id');
const crumbs = () => [{ text: t('Carriers'), href: '/carriers' }];

const PlainAccountForm = lazy(() => import('./PlainAccountForm.tsx'));

/** The plugin's form, else one built from its settings. */
function FormCard(props: Omit<SlotProps['carrier.account.form@1'], 'onDirtyChange'>) {
  const t = useT();
  const [dirty, setDirty] = useState(false);
  const carrierName = useCarrierName();
  const mayEdit = usePermissions().has(PERMISSIONS.edit);
  const filling = { ...props, onDirtyChange: setDirty };
  const plain = (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <PlainAccountForm {...filling} />
    </Suspense>
  );
  return (
    <Card>
      <CardHeader title={t('{name} account', { name: carrierName(props.carrierCode) })} />
      <Slot
        name="carrier.account.form@1"
        only={props.carrierCode}
        props={filling}
        empty={
          mayEdit ? (
            plain
          ) : (
            <EmptyState
              title={t('No account form for this carrier')}
              description={t(
                'This carrier has no account form, or you are not permitted to edit carrier accounts.',
              )}
            />
          )
        }
      />
      <LeaveGuard dirty={dirty} />
    </Card>
  );
}

export const AccountNew = screen(
  {
    needs: PERMISSIONS.edit,
    title: msg('New carrier account'),
    to: msg('create carrier accounts'),
    breadcrumbs: crumbs,
  },
  NewScreen,
);

function NewScreen() {
  const t = useT();
  const { carrierCode } = newRoute.useParams();
  const navigate = useNavigate();
  const carrierName = useCarrierName();
  return (
    <>
      <PageHeading
        title={t('New account with {name}', { name: carrierName(carrierCode) })}
        breadcrumbs={crumbs()}
      />
      <div className="max-w-3xl">
        <FormCard
          key={carrierCode}
          carrierCode={carrierCode}
          account={null}
          onSaved={({ carrierAccount }) =>
            void navigate({
              to: '/carriers/accounts/$id',
              params: { id: String(carrierAccount.id) },
              replace: true,
              ignoreBlocker: true,
            })
          }
          onCancel={() => void navigate({ to: '/carriers' })}
        />
      </div>
    </>
  );
}

function Loaded({
  account,
  services,
}: {
  account: ListedAccount;
  services: CarrierAccountSaved['carrierServices'];
}) {
  const t = useT();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const permissions = usePermissions();
  const test = useAccountTest();
  const [deleting, setDeleting] = useState(false);
  const mayEdit = permissions.has(PERMISSIONS.edit);
  const keep = (saved: CarrierAccountSaved) =>
    queryClient.setQueryData(accountQuery(account.id).queryKey, saved);
  const details = (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
      <FormCard
        key={account.id}
        carrierCode={account.carrierCode}
        account={account}
        activeCarrierServiceIds={chosenServices(services)}
        onSaved={keep}
        onCancel={() => void navigate({ to: '/carriers' })}
      />
      <Services account={account} services={services} />
    </div>
  );
  return (
    <>
      <RecordPage
        kind={t('Carrier account')}
        title={account.name}
        breadcrumbs={crumbs()}
        badge={
          <Badge tone={account.isActive ? 'success' : 'neutral'} dot>
            {account.isActive ? t('Active') : t('Inactive')}
          </Badge>
        }
        actions={
          mayEdit
            ? [
                {
                  text: t('Test the connection'),
                  icon: <PlugZap aria-hidden />,
                  primary: true,
                  state: test.isPending ? 'pending' : 'idle',
                  onClick: () => test.mutate(account),
                },
                {
                  text: t('Delete…'),
                  icon: <Trash2 aria-hidden />,
                  destructive: true,
                  onClick: () => setDeleting(true),
                },
              ]
            : []
        }
        tabs={[{ id: 'details', label: t('Details'), content: details }]}
        history={{ entityType: 'CarrierAccount', entityId: account.id }}
      />
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={t('Delete {name}?', { name: account.name })}
        description={t(
          'The account is no longer used for quotes and is removed from its customers. Existing bookings are kept.',
        )}
        confirmLabel={t('Delete')}
        destructive
        onConfirm={async () => {
          await deleteAccount(account.id);
          queryClient.removeQueries({ queryKey: accountQuery(account.id).queryKey });
          void queryClient.invalidateQueries({ queryKey: ['carriers', 'accounts'] });
          toast({ title: t('Carrier account deleted'), description: account.name });
          await navigate({ to: '/carriers', ignoreBlocker: true });
        }}
      />
    </>
  );
}

export const AccountEdit = screen(
  {
    needs: PERMISSIONS.see,
    title: msg('Carrier account'),
    to: msg('see carrier accounts'),
    breadcrumbs: crumbs,
  },
  EditScreen,
);

function EditScreen() {
  const t = useT();
  const id = recordId(editRoute.useParams().id);
  const found = useQuery({ ...accountQuery(id ?? 0), enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={found}
      title={t('Carrier account')}
      breadcrumbs={crumbs()}
      missing={t('Carrier account not found')}
      failed={t('The account could not be loaded.')}
      to={msg('see carrier accounts')}
    >
      {({ carrierAccount, carrierServices }) => (
        <Loaded account={{ ...carrierAccount, id: id ?? 0 }} services={carrierServices ?? []} />
      )}
    </RecordOf>
  );
}
