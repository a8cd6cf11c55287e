// Settings: holidays, tracking, visible history.
import { Card, CardHeader } from '@waybill/plugin';
import { FlagField, NumberField } from '../../../kit/form-fields.tsx';
import type { Numbers } from '../../../kit/form-numbers.ts';
import type { Problems } from '../../../kit/form-rules.ts';
import { useT } from '../../../lib/i18n.ts';
import { Holidays } from './Holidays.tsx';
import type { TenantSettings } from './model.ts';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

const TRACKED = 'bookings.trackingDays';
const MAX_TRACKED = 365;
const NUMBERS: Numbers = { [TRACKED]: 'needed' };

export default function Bookings() {
  const t = useT();
  const check = ({ bookings: { trackingDays } }: TenantSettings) => {
    const problems: Problems = {};
    if (!Number.isInteger(trackingDays) || trackingDays < 1 || trackingDays > MAX_TRACKED)
      problems[TRACKED] = t('Enter whole days from 1 to {max}', { max: MAX_TRACKED });
    return problems;
  };
  return (
    <SettingsPage
      title={t('Bookings')}
      description={t('Tracking, holidays and what customers see.')}
    >
      {(settings) => (
        <SettingsForm settings={settings} groups={['bookings']} numbers={NUMBERS} check={check}>
          <Card>
            <CardHeader title={t('Tracking')} />
            <NumberField
              name={TRACKED}
              label={t('Stop tracking after')}
              unit={t('days without news')}
              integer
              hint={t(
                'Requests to the carrier stop, and the booking’s status becomes “{status}”.',
                { status: t('Tracking expired') },
              )}
            />
          </Card>
          <Card>
            <CardHeader title={t('Visible to customers')} />
            <FlagField
              name="bookings.showStaffNames"
              label={t('Staff names')}
              hint={t(
                'In histories, logs and notes of their bookings. Otherwise they show the name of your organisation.',
              )}
            />
          </Card>
          <Holidays />
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
