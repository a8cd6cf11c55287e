// /platform/tenants/new: tenant and first administrator.
import { useNavigate } from '@tanstack/react-router';
import { Card, CardHeader } from '@waybill/plugin';
import { api } from '../../../api/client.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { TextField } from '../../../kit/form-fields.tsx';
import { screen } from '../../../shell/screen.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormPage } from '../../../kit/FormPage.tsx';
import { PERMISSIONS, platformKey, readHosts } from './queries.ts';
import {
  TenantFields,
  tenantMembers,
  tenantProblems,
  tenantRules,
  type TenantDraft,
} from './TenantFields.tsx';

interface Draft {
  tenant: TenantDraft;
  admin: {
    userName: string;
    name: string;
    surname: string;
    emailAddress: string;
    password: string;
  };
}

const FRESH: Draft = {
  tenant: { name: '', hosts: '', timezone: 'Australia/Sydney', baseCurrency: 'AUD', editionId: '' },
  admin: { userName: 'admin', name: '', surname: '', emailAddress: '', password: '' },
};

export const TenantNew = screen(
  { needs: PERMISSIONS.create, title: msg('New tenant'), isPlatform: true },
  Form,
);

const ADMIN = ['userName', 'name', 'surname', 'emailAddress', 'password'] as const;

function Form() {
  const t = useT();
  const navigate = useNavigate();
  const form = useRecordForm({
    record: null,
    values: () => FRESH,
    rules: {
      ...tenantRules(t),
      'tenant.baseCurrency': { needed: t('Choose a currency') },
      ...Object.fromEntries(
        ADMIN.map((member) => [
          `admin.${member}`,
          {
            needed: t('Required'),
            email: member === 'emailAddress',
            max: member.endsWith('ame') && member !== 'userName' ? 64 : 256,
          },
        ]),
      ),
    },
    check: tenantProblems(t),
    members: tenantMembers,
    save: ({ tenant, admin }) =>
      api.post('/api/core/platform/createtenant', {
        tenant: {
          ...tenant,
          name: tenant.name.trim(),
          hosts: readHosts(tenant.hosts),
          editionId: tenant.editionId ? Number(tenant.editionId) : null,
        },
        admin,
      }),
    stale: [platformKey],
    notice: (_, { tenant }) => t('{name} created', { name: tenant.name }),
    saved: ({ id }) => navigate({ to: '/platform/tenants/$id', params: { id: String(id) } }),
    draft: 'tenant/new',
    secrets: ['admin.password'],
  });
  return (
    <>
      <PageHeading
        title={t('New tenant')}
        breadcrumbs={[{ text: t('Tenants'), href: '/platform/tenants' }]}
      />
      <FormPage
        of={form}
        action={t('Create tenant')}
        onCancel={() => void navigate({ to: '/platform/tenants' })}
        className="max-w-3xl"
      >
        <TenantFields />
        <Card>
          <CardHeader
            title={t('First administrator')}
            description={t('Signs in at the new address and creates the other users.')}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField name="admin.name" label={t('First name')} />
            <TextField name="admin.surname" label={t('Surname')} />
            <TextField name="admin.userName" label={t('User name')} dir="ltr" />
            <TextField
              name="admin.emailAddress"
              type="email"
              label={t('Email address')}
              dir="ltr"
            />
            <TextField
              name="admin.password"
              type="password"
              autoComplete="new-password"
              label={t('Password')}
              hint={t('At least 8 characters.')}
            />
          </div>
        </Card>
      </FormPage>
    </>
  );
}
