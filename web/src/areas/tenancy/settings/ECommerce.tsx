// Settings: how long a shop's checkout waits for rates.
import { Card, CardHeader } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { NumberField } from './fields.tsx';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

const LONGEST = 3000;

export default function ECommerce() {
  const t = useT();
  return (
    <SettingsPage title={t('Online shops')} description={t('Rates that shops ask for while their customer pays.')}>
      {(settings) => (
        <SettingsForm
          settings={settings}
          groups={['eCommerce']}
          numbers={{ 'eCommerce.rateCallbackDelay': 'needed' }}
          check={({ eCommerce }) => (eCommerce.rateCallbackDelay > LONGEST ? { 'eCommerce.rateCallbackDelay': t('At most {count} milliseconds: shops give up after that', { count: LONGEST }, 'At most one millisecond: shops give up after that') } : {})}
        >
          <Card>
            <CardHeader title={t('Checkout')} />
            <NumberField name="eCommerce.rateCallbackDelay" label={t('Wait for carriers at most')} unit={t('milliseconds')} whole hint={t('What has come by then is shown to the buyer. At most {limit}.', { limit: LONGEST })} />
          </Card>
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
