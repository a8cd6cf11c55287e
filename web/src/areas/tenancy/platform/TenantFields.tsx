// The fields a tenant is made and changed with.
import { useQuery } from '@tanstack/react-query';
import { Card, CardHeader } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { AreaField, SelectField, TextField } from '../settings/fields.tsx';
import { editionsQuery } from './queries.ts';

export interface TenantDraft {
  name: string;
  /** One a line. */
  hosts: string;
  timezone: string;
  baseCurrency: string;
  /** Empty: none. */
  editionId: string;
}

export function TenantFields({ currencyFixed = false }: { currencyFixed?: boolean }) {
  const t = useT();
  const editions = useQuery(editionsQuery);
  return (
    <Card>
      <CardHeader title={t('Tenant')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="tenant.name" label={t('Name')} maxLength={128} />
        <SelectField name="tenant.editionId" label={t('Edition')} optional hint={t('What the tenant may switch on.')}>
          <option value="">{t('None: everything')}</option>
          {editions.data?.map((edition) => (
            <option key={edition.id} value={edition.id}>
              {edition.displayName}
            </option>
          ))}
        </SelectField>
        <AreaField name="tenant.hosts" label={t('Host names')} rows={3} dir="ltr" spellCheck={false} placeholder="freight.example.com" hint={t('One a line. The tenant is known by them.')} className="sm:col-span-2" />
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
