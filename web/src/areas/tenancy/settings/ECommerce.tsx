// Settings: timeout of checkout rates.
import { Card, CardHeader } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { NumberField } from '../../../kit/form-fields.tsx';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

const MILLISECONDS = 1000;
const MAX_SECONDS = 3;

export default function ECommerce() {
  const t = useT();
  return (
    <SettingsPage title={t('Online shops')} description={t('Rates shown to buyers at checkout.')}>
      {(settings) => (
        <SettingsForm
          settings={settings}
          groups={['eCommerce']}
          numbers={{ 'eCommerce.rateCallbackDelay': MILLISECONDS }}
          check={({ eCommerce }) =>
            eCommerce.rateCallbackDelay > MAX_SECONDS * MILLISECONDS
              ? {
                  'eCommerce.rateCallbackDelay': t(
                    'At most {count} seconds. Shops stop waiting after that.',
                    { count: MAX_SECONDS },
                    'At most {count} second. Shops stop waiting after that.',
                  ),
                }
              : {}
          }
        >
          <Card>
            <CardHeader title={t('Checkout')} />
            <NumberField
              name="eCommerce.rateCallbackDelay"
              label={t('Maximum wait for carriers')}
              unit={t('seconds')}
              hint={t(
                'Buyers see the rates received by then. At most {count} seconds.',
                { count: MAX_SECONDS },
                'Buyers see the rates received by then. At most {count} second.',
              )}
            />
          </Card>
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
