// Settings: time zone and invoice details.
import { Card, CardHeader, formatDateTime } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { useQuery } from '@tanstack/react-query';
import { countriesQuery } from '../../../lib/places.ts';
import { useT } from '../../../lib/i18n.ts';
import { AreaField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

function Zone() {
  const t = useT();
  const zone = String(useWatch({ name: 'general.timezone' }) ?? '');
  const zones = Intl.supportedValuesOf('timeZone');
  return (
    <SelectField
      name="general.timezone"
      label={t('Time zone')}
      hint={t('Current time: {time}. Days, cut-off times and reports use this time zone.', {
        time: formatDateTime(new Date(), zone || 'UTC'),
      })}
    >
      {(zones.includes(zone) ? zones : [zone, ...zones]).map((name) => (
        <option key={name} value={name}>
          {name.replaceAll('_', ' ')}
        </option>
      ))}
    </SelectField>
  );
}

function Country() {
  const t = useT();
  const code = String(useWatch({ name: 'general.countryCode' }) ?? '');
  const { data: countries = [] } = useQuery(countriesQuery);
  const known = countries.some((country) => country.countryCode === code)
    ? countries
    : [{ countryCode: code, countryName: code }, ...countries];
  return (
    <SelectField
      name="general.countryCode"
      label={t('Country')}
      hint={t('Addresses without a country are in this one.')}
    >
      {known.map((country) => (
        <option key={country.countryCode} value={country.countryCode}>
          {country.countryName}
        </option>
      ))}
    </SelectField>
  );
}

export default function Details() {
  const t = useT();
  return (
    <SettingsPage
      title={t('Organisation details')}
      description={t('Country, time zone and invoice details.')}
    >
      {(settings) => (
        <SettingsForm settings={settings} groups={['general', 'billing']}>
          <Card>
            <CardHeader title={t('Region')} />
            <div className="grid gap-3 sm:grid-cols-2">
              <Country />
              <Zone />
            </div>
          </Card>
          <Card>
            <CardHeader
              title={t('Billing')}
              description={t('Shown on invoices, credit notes and statements.')}
            />
            <div className="grid gap-3 sm:grid-cols-2">
              <TextField
                name="billing.legalName"
                label={t('Legal name')}
                optional
                maxLength={256}
                autoComplete="organization"
              />
              <TextField
                name="billing.taxVatNo"
                label={t('Tax number')}
                optional
                maxLength={64}
                hint={t('ABN, GST or VAT number, as issued by the tax office.')}
              />
              <AreaField
                name="billing.address"
                label={t('Address')}
                optional
                rows={4}
                maxLength={1024}
                className="sm:col-span-2"
              />
            </div>
          </Card>
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
