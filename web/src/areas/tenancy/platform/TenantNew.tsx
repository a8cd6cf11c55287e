// /platform/tenants/new: a tenant with its first administrator.
import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Button, Card, CardHeader, Field, Input, ValidationSummary } from '@waybill/plugin';
import { applyServerErrors, errorItems, FormProvider, useForm } from '@waybill/plugin/forms';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { toast } from '../../../shell/toast.tsx';
import { toErrors, type Problems } from '../settings/draft.ts';
import { TextField } from '../settings/fields.tsx';
import { PlatformOnly } from './Guard.tsx';
import { PERMISSIONS, platformKey, readHosts } from './queries.ts';
import { TenantFields, type TenantDraft } from './TenantFields.tsx';

interface Draft {
  tenant: TenantDraft;
  admin: { userName: string; name: string; surname: string; emailAddress: string; password: string };
}

const FRESH: Draft = {
  tenant: { name: '', hosts: '', timezone: 'Australia/Sydney', baseCurrency: 'AUD', editionId: '' },
  admin: { userName: 'admin', name: '', surname: '', emailAddress: '', password: '' },
};

export function TenantNew() {
  const t = useT();
  return (
    <PlatformOnly title={t('New tenant')} permission={PERMISSIONS.create}>
      <Form />
    </PlatformOnly>
  );
}

function Form() {
  const t = useT();
  const navigate = useNavigate();
  const [others, setOthers] = useState<string[]>([]);
  const [saved, setSaved] = useState(false);
  const form = useForm<Draft>({
    defaultValues: FRESH,
    resolver: (values) => {
      const problems: Problems = {};
      if (!values.tenant.name.trim()) problems['tenant.name'] = t('Give it a name');
      if (readHosts(values.tenant.hosts).length === 0) problems['tenant.hosts'] = t('Give at least one host name');
      for (const member of ['userName', 'name', 'surname', 'emailAddress', 'password'] as const) if (!values.admin[member].trim()) problems[`admin.${member}`] = t('This is needed');
      return Object.keys(problems).length > 0 ? { values: {}, errors: toErrors(problems) as never } : { values, errors: {} };
    },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async ({ tenant, admin }) => {
    setOthers([]);
    try {
      const { id } = await api.post<{ id: number }>('/api/core/platform/createtenant', {
        tenant: { ...tenant, name: tenant.name.trim(), hosts: readHosts(tenant.hosts), editionId: tenant.editionId ? Number(tenant.editionId) : null },
        admin,
      });
      setSaved(true);
      await queryClient.invalidateQueries({ queryKey: platformKey });
      toast({ title: t('{name} is created', { name: tenant.name }) });
      // The guard has to be rendered away before the page may be left.
      setTimeout(() => void navigate({ to: '/platform/tenants/$id', params: { id: String(id) } }));
    } catch (error) {
      // `tenant.hosts[0]` belongs to the one field of all host names.
      setOthers(applyServerErrors(form, error, Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`tenant.hosts[${index}]`, 'tenant.hosts']))));
    }
  });
  return (
    <FormProvider {...form}>
      <PageHeading title={t('New tenant')} breadcrumbs={[{ text: t('Tenants'), href: '/platform/tenants' }]} />
      <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-3xl gap-4">
        <ValidationSummary errors={errorItems(errors, others)} title={t('Please check')} />
        <TenantFields />
        <Card>
          <CardHeader title={t('First administrator')} description={t('Signs in at the new address and makes the other users.')} />
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField name="admin.name" label={t('First name')} maxLength={64} />
            <TextField name="admin.surname" label={t('Surname')} maxLength={64} />
            <TextField name="admin.userName" label={t('User name')} maxLength={256} dir="ltr" />
            <TextField name="admin.emailAddress" type="email" label={t('E-mail address')} maxLength={256} dir="ltr" />
            <Field label={t('Password')} error={errors.admin?.password?.message} hint={t('At least 8 characters.')}>
              <Input type="password" autoComplete="new-password" {...form.register('admin.password')} />
            </Field>
          </div>
        </Card>
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={() => void navigate({ to: '/platform/tenants' })}>
            {t('Cancel')}
          </Button>
          <Button type="submit" pending={isSubmitting || saved}>
            {t('Create the tenant')}
          </Button>
        </div>
      </form>
      <LeaveGuard dirty={isDirty && !saved} />
    </FormProvider>
  );
}
