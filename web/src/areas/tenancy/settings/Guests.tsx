// Settings: guest permissions.
import { Card, CardHeader } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import { FlagField } from '../../../kit/form-fields.tsx';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

function Booking() {
  const t = useT();
  const open = useWatch({ name: 'guests.canBook' }) === true;
  return (
    <div className="grid gap-3">
      <FlagField
        name="guests.canBook"
        label={t('Guests can book')}
        hint={t('Prices come from carrier accounts that are available to guests.')}
      />
      {open && (
        <FlagField
          name="guests.onAccount"
          label={t('Send to the carrier before payment')}
          hint={t('Otherwise, a booking waits until it is paid.')}
        />
      )}
    </div>
  );
}

export default function Guests() {
  const t = useT();
  return (
    <SettingsPage title={t('Guests')} description={t('Bookings without signing in.')}>
      {(settings) => (
        <SettingsForm settings={settings} groups={['guests']}>
          <Card>
            <CardHeader title={t('Bookings')} />
            <Booking />
          </Card>
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
