// Settings: card provider and surcharges.
import { Card, CardHeader } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import { SecretField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import type { Numbers } from '../../../kit/form-numbers.ts';
import type { Problems } from '../../../kit/form-rules.ts';
import { Surcharges } from './Surcharges.tsx';
import type { TenantSettings } from './model.ts';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

const code = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' } as const;

function Fields({ settings }: { settings: TenantSettings }) {
  const t = useT();
  const provider = String(useWatch({ name: 'cardPayment.provider' }) ?? '').trim();
  return (
    <Card>
      <CardHeader title={t('Provider')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          name="cardPayment.provider"
          label={t('Provider')}
          optional
          {...code}
          maxLength={64}
          hint={
            provider
              ? t('Lower-case letters, digits and hyphens.')
              : t('Leave empty to turn off card payments.')
          }
        />
        <SelectField name="cardPayment.environment" label={t('Environment')}>
          <option value="Sandbox">{t('Sandbox, for tests')}</option>
          <option value="Production">{t('Production')}</option>
        </SelectField>
        <TextField
          name="cardPayment.merchantId"
          label={t('Merchant ID')}
          optional={!provider}
          {...code}
        />
        <TextField
          name="cardPayment.publicKey"
          label={t('Public key')}
          optional={!provider}
          {...code}
        />
        <SecretField
          name="cardPayment.privateKey"
          label={t('Private key')}
          isSet={settings.cardPayment.hasPrivateKey}
        />
        <TextField
          name="cardPayment.tokenizationKey"
          label={t('Tokenization key')}
          optional={!provider}
          {...code}
          hint={t('Used by the browser to submit card details to the provider. Not secret.')}
        />
      </div>
    </Card>
  );
}

const NUMBERS: Numbers = { 'cardPayment.surcharges.*.percent': 'needed' };

export default function CardPayments() {
  const t = useT();
  const check = ({ cardPayment: { surcharges } }: TenantSettings) => {
    const problems: Problems = {};
    surcharges.forEach(({ cardType, percent }, index) => {
      const at = `cardPayment.surcharges.${index}`;
      if (
        surcharges.findIndex((one) => one.cardType.toLowerCase() === cardType.toLowerCase()) < index
      )
        problems[`${at}.cardType`] = t('These cards already have a surcharge');
      if (percent < 0 || percent > 10) problems[`${at}.percent`] = t('Enter 0 to 10 %');
    });
    return problems;
  };
  return (
    <SettingsPage
      title={t('Card payments')}
      description={t('The account with your card payment provider.')}
    >
      {(settings) => (
        <SettingsForm
          settings={settings}
          groups={['cardPayment']}
          numbers={NUMBERS}
          check={check}
          secrets={['cardPayment.privateKey']}
        >
          <Fields settings={settings} />
          <Surcharges />
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
