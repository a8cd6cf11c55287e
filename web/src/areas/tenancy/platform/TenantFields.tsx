// Form fields of a tenant.
import { useQuery } from '@tanstack/react-query';
import { Card, CardHeader } from '@waybill/plugin';
import type { Problems, Rules } from '../../../kit/form-rules.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { AreaField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import { editionsQuery, readHosts } from './queries.ts';

export interface TenantDraft {
  name: string;
  /** One a line. */
  hosts: string;
  timezone: string;
  baseCurrency: string;
  /** Empty: none. */
  editionId: string;
}

export const tenantRules = (t: Translate): Rules => ({
  'tenant.name': { needed: t('Enter a name'), max: 128 },
  'tenant.hosts': { needed: t('Enter at least one host name') },
  'tenant.timezone': { needed: t('Choose a time zone') },
});

/** Commas alone are no host. */
export const tenantProblems =
  (t: Translate) =>
  ({ tenant }: { tenant: TenantDraft }): Problems =>
    readHosts(tenant.hosts).length === 0
      ? { 'tenant.hosts': t('Enter at least one host name') }
      : {};

/** One field holds all hosts. */
export const tenantMembers = { 'tenant.hosts[*]': 'tenant.hosts' };

export function TenantFields({ currencyFixed = false }: { currencyFixed?: boolean }) {
  const t = useT();
  const editions = useQuery(editionsQuery);
  return (
    <Card>
      <CardHeader title={t('Tenant')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="tenant.name" label={t('Name')} />
        <SelectField
          name="tenant.editionId"
          label={t('Edition')}
          hint={t('Features the tenant can turn on.')}
        >
          <option value="">{t('None (all features)')}</option>
          {editions.data?.map((edition) => (
            <option key={edition.id} value={edition.id}>
              {edition.displayName}
            </option>
          ))}
        </SelectField>
        <AreaField
          name="tenant.hosts"
          label={t('Host names')}
          rows={3}
          dir="ltr"
          spellCheck={false}
          placeholder="freight.example.com"
          hint={t('One per line. These host names identify the tenant.')}
          className="sm:col-span-2"
        />
        <SelectField name="tenant.timezone" label={t('Time zone')}>
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
        {!currencyFixed && (
          <SelectField name="tenant.baseCurrency" label={t('Base currency')}>
            {Intl.supportedValuesOf('currency').map((code) => (
              <option key={code}>{code}</option>
            ))}
          </SelectField>
        )}
      </div>
    </Card>
  );
}
