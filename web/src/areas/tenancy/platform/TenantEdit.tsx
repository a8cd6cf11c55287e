// /platform/tenants/{id}: one tenant, what it is called and reached by, and its features.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Building, LogIn, Pause, Play, Trash2 } from 'lucide-react';
import { ApiError, Button, Card, EmptyState, ErrorNote, Skeleton, Tabs, useFormat, ValidationSummary } from '@waybill/plugin';
import { applyServerErrors, errorItems, FormProvider, useForm } from '@waybill/plugin/forms';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { usePermissions } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { toast } from '../../../shell/toast.tsx';
import { FeatureForm } from '../features/FeatureForm.tsx';
import { toErrors, type Problems } from '../settings/draft.ts';
import { PlatformOnly } from './Guard.tsx';
import { PERMISSIONS, platformKey, readHosts, tenantQuery, type EditedTenant, type TenantForEdit } from './queries.ts';
import { TenantFields, type TenantDraft } from './TenantFields.tsx';
import { TenantDeed, TenantState, useDeeds, type Deed } from './TenantList.tsx';

const route = getRouteApi('/shell/platform/tenants/$id');

export function TenantEdit() {
  const t = useT();
  return (
    <PlatformOnly title={t('Tenant')} permission={PERMISSIONS.see}>
      <Screen />
    </PlatformOnly>
  );
}

function Screen() {
  const t = useT();
  const id = Number(route.useParams().id);
  const isNumber = Number.isSafeInteger(id) && id > 0;
  const tenant = useQuery({ ...tenantQuery(id), enabled: isNumber });
  if (tenant.data) return <Loaded key={id} answer={tenant.data} />;
  const missing = !isNumber || (tenant.error instanceof ApiError && tenant.error.status === 404);
  return (
    <>
      <PageHeading title={t('Tenant')} breadcrumbs={[{ text: t('Tenants'), href: '/platform/tenants' }]} />
      {missing ? (
        <EmptyState icon={<Building />} title={t('There is no such tenant')} description={t('It may have been deleted, or the link is not complete.')} />
      ) : tenant.isError ? (
        <ErrorNote title={t('The tenant could not be loaded')} error={tenant.error} onRetry={() => void tenant.refetch()} />
      ) : (
        <Card className="max-w-3xl">
          <Skeleton className="h-40" />
        </Card>
      )}
    </>
  );
}

function Loaded({ answer }: { answer: TenantForEdit }) {
  const t = useT();
  const { tenant } = answer;
  const format = useFormat();
  const navigate = useNavigate();
  const { has } = usePermissions();
  const [tab, setTab] = useState('details');
  const [deed, setDeed] = useState<Deed | null>(null);
  const deeds = useDeeds(tenant);
  const look = {
    enter: { text: t('Enter as administrator'), icon: <LogIn aria-hidden />, primary: true },
    suspend: { text: t('Suspend'), icon: <Pause aria-hidden /> },
    activate: { text: t('Activate'), icon: <Play aria-hidden />, primary: true },
    delete: { text: t('Delete'), icon: <Trash2 aria-hidden />, destructive: true },
  };
  return (
    <>
      <PageHeading
        title={tenant.name}
        badge={<TenantState state={tenant.state} />}
        breadcrumbs={[{ text: t('Tenants'), href: '/platform/tenants' }]}
        description={tenant.creationTime ? t('Since {date}', { date: format.date(tenant.creationTime) }) : undefined}
        actions={deeds.map((one) => ({ ...look[one], onClick: () => setDeed(one) }))}
      />
      <Tabs
        label={tenant.name}
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'details', label: t('Details'), content: <Details tenant={tenant} readOnly={!has(PERMISSIONS.edit)} /> },
          {
            id: 'features',
            label: t('Features'),
            content: (
              <FeatureForm
                answer={answer.features}
                inherited={t('As the edition')}
                readOnly={!has(PERMISSIONS.features)}
                onSave={async (featureValues) => {
                  await api.put('/api/core/platform/updatefeatures', { tenantId: tenant.id, featureValues });
                  await queryClient.invalidateQueries({ queryKey: platformKey });
                  toast({ title: t('The features are saved') });
                }}
              />
            ),
          },
        ]}
      />
      <TenantDeed deed={deed} tenant={tenant} onClose={() => setDeed(null)} onDone={() => deed === 'delete' && void navigate({ to: '/platform/tenants' })} />
    </>
  );
}

const draftOf = (tenant: EditedTenant): { tenant: TenantDraft } => ({
  tenant: { name: tenant.name, hosts: tenant.hosts.join('\n'), timezone: tenant.timezone ?? 'UTC', baseCurrency: tenant.baseCurrency ?? '', editionId: tenant.editionId ? String(tenant.editionId) : '' },
});

function Details({ tenant, readOnly }: { tenant: EditedTenant; readOnly: boolean }) {
  const t = useT();
  const [others, setOthers] = useState<string[]>([]);
  const form = useForm<{ tenant: TenantDraft }>({
    values: draftOf(tenant),
    resetOptions: { keepDirtyValues: true },
    resolver: (values) => {
      const problems: Problems = {};
      if (!values.tenant.name.trim()) problems['tenant.name'] = t('Give it a name');
      if (readHosts(values.tenant.hosts).length === 0) problems['tenant.hosts'] = t('Give at least one host name');
      return Object.keys(problems).length > 0 ? { values: {}, errors: toErrors(problems) as never } : { values, errors: {} };
    },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setOthers([]);
    const { name, hosts, timezone, editionId } = values.tenant;
    try {
      await api.put('/api/core/platform/updatetenant', {
        tenant: { id: tenant.id, rowVersion: tenant.rowVersion, name: name.trim(), hosts: readHosts(hosts), timezone, editionId: editionId ? Number(editionId) : null },
      });
      form.reset(values);
      await queryClient.invalidateQueries({ queryKey: platformKey });
      toast({ title: t('{name} is saved', { name }) });
    } catch (error) {
      setOthers(applyServerErrors(form, error, Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`tenant.hosts[${index}]`, 'tenant.hosts']))));
      if (error instanceof ApiError && error.status === 409) await queryClient.invalidateQueries({ queryKey: platformKey });
    }
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="max-w-3xl">
        <fieldset disabled={readOnly} className="grid gap-4">
          <ValidationSummary errors={errorItems(errors, others)} title={t('Please check')} />
          <TenantFields currencyFixed />
          {!readOnly && (
            <div className="flex justify-end gap-2">
              {isDirty && (
                <Button variant="outline" onClick={() => form.reset(draftOf(tenant))}>
                  {t('Discard')}
                </Button>
              )}
              <Button type="submit" pending={isSubmitting} disabled={!isDirty && !isSubmitting}>
                {t('Save')}
              </Button>
            </div>
          )}
        </fieldset>
      </form>
      <LeaveGuard dirty={isDirty && !isSubmitting} />
    </FormProvider>
  );
}
