// /platform/tenants/{id}: name, hosts and features.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Building, LogIn, Pause, Play, Trash2 } from 'lucide-react';
import { useFormat } from '@waybill/plugin';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { usePermissions } from '../../../api/session.ts';
import { useRecordForm } from '../../../kit/form.ts';
import { FormPage } from '../../../kit/FormPage.tsx';
import { recordId, RecordOf, RecordPage } from '../../../kit/record.tsx';
import { mutate } from '../../../kit/mutate.ts';
import { msg, t, useT } from '../../../lib/i18n.ts';
import { FeatureForm } from '../features/FeatureForm.tsx';
import { screen } from '../../../shell/screen.tsx';
import {
  PERMISSIONS,
  platformKey,
  readHosts,
  tenantQuery,
  type EditedTenant,
  type TenantForEdit,
} from './queries.ts';
import {
  TenantFields,
  tenantMembers,
  tenantProblems,
  tenantRules,
  type TenantDraft,
} from './TenantFields.tsx';
import {
  TenantOperationDialog,
  TenantState,
  useTenantOperations,
  type TenantOperation,
} from './TenantOperationDialog.tsx';

const route = getRouteApi('/shell/platform/tenants/$id');

export const TenantEdit = screen(
  { needs: PERMISSIONS.see, title: msg('Tenant'), isPlatform: true },
  Screen,
);

const crumbs = () => [{ text: t('Tenants'), href: '/platform/tenants' }];

function Screen() {
  const t = useT();
  const id = recordId(route.useParams().id);
  const tenant = useQuery({ ...tenantQuery(id ?? 0), enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={tenant}
      title={t('Tenant')}
      breadcrumbs={crumbs()}
      icon={<Building />}
      missing={t('Tenant not found')}
      failed={t('The tenant could not be loaded')}
      to={msg('see tenants')}
    >
      {(answer) => <Loaded key={id} answer={answer} />}
    </RecordOf>
  );
}

function Loaded({ answer }: { answer: TenantForEdit }) {
  const t = useT();
  const { tenant } = answer;
  const format = useFormat();
  const navigate = useNavigate();
  const { has } = usePermissions();
  const [deed, setDeed] = useState<TenantOperation | null>(null);
  const deeds = useTenantOperations(tenant);
  const look = {
    enter: { text: t('Sign in as administrator'), icon: <LogIn aria-hidden />, primary: true },
    suspend: { text: t('Suspend'), keyName: 'retire' as const, icon: <Pause aria-hidden /> },
    activate: {
      text: t('Activate'),
      keyName: 'activate' as const,
      icon: <Play aria-hidden />,
      primary: true,
    },
    delete: { text: t('Delete'), icon: <Trash2 aria-hidden />, destructive: true },
  };
  return (
    <>
      <RecordPage
        kind={t('Tenant')}
        title={tenant.name}
        badge={<TenantState state={tenant.state} />}
        breadcrumbs={crumbs()}
        description={
          tenant.creationTime
            ? t('Since {date}', { date: format.date(tenant.creationTime) })
            : undefined
        }
        actions={deeds.map((one) => ({ ...look[one], onClick: () => setDeed(one) }))}
        tabs={[
          {
            id: 'details',
            label: t('Details'),
            content: <Details answer={answer} readOnly={!has(PERMISSIONS.edit)} />,
          },
          {
            id: 'features',
            label: t('Features'),
            content: (
              <FeatureForm
                answer={answer.features}
                inherited={t('From the edition')}
                readOnly={!has(PERMISSIONS.features)}
                onSave={async (featureValues) => {
                  await mutate({
                    call: () =>
                      api.put('/api/core/platform/updatefeatures', {
                        tenantId: tenant.id,
                        featureValues,
                      }),
                    stale: [platformKey],
                    notice: t('Features saved'),
                  });
                }}
              />
            ),
          },
        ]}
      />
      <TenantOperationDialog
        deed={deed}
        tenant={tenant}
        onClose={() => setDeed(null)}
        onDone={() => deed === 'delete' && void navigate({ to: '/platform/tenants' })}
      />
    </>
  );
}

const draftOf = (tenant: EditedTenant): { tenant: TenantDraft } => ({
  tenant: {
    name: tenant.name,
    hosts: tenant.hosts.join('\n'),
    timezone: tenant.timezone ?? 'UTC',
    baseCurrency: tenant.baseCurrency ?? '',
    editionId: tenant.editionId ? String(tenant.editionId) : '',
  },
});

function Details({ answer, readOnly }: { answer: TenantForEdit; readOnly: boolean }) {
  const t = useT();
  const { tenant } = answer;
  const form = useRecordForm({
    record: tenant,
    values: draftOf,
    rules: tenantRules(t),
    check: tenantProblems(t),
    members: tenantMembers,
    save: ({ tenant: { name, hosts, timezone, editionId } }, { id, rowVersion }) =>
      api.put('/api/core/platform/updatetenant', {
        tenant: {
          id,
          rowVersion,
          name: name.trim(),
          hosts: readHosts(hosts),
          timezone,
          editionId: editionId ? Number(editionId) : null,
        },
      }),
    stale: [platformKey],
    notice: (_, values) => t('{name} saved', { name: values.tenant.name }),
    newest: async () =>
      (await queryClient.fetchQuery({ ...tenantQuery(tenant.id), staleTime: 0 })).tenant,
  });
  return (
    <FormPage of={form} readOnly={readOnly} className="max-w-3xl">
      <TenantFields currencyFixed />
    </FormPage>
  );
}
