// Settings: emailed statuses and recipients.
import { Card, CardHeader, words } from '@waybill/plugin';
import { FlagField } from '../../../kit/form-fields.tsx';
import { TicksField } from '../../../kit/settings/TicksField.tsx';
import { useT } from '../../../lib/i18n.ts';
import type { TenantSettings } from './model.ts';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

type MailedStatus = TenantSettings['bookings']['mailedStatuses'][number];

/** Statuses in order. */
const MAILED: readonly MailedStatus[] = [
  'Booked',
  'PickedUp',
  'InTransit',
  'OutForDelivery',
  'DeliveryAttempted',
  'AwaitingCollection',
  'Delayed',
  'Delivered',
  'ReturnedToSender',
  'Cancelled',
];

export default function BookingMails() {
  const t = useT();
  return (
    <SettingsPage
      title={t('Booking emails')}
      description={t(
        'Each person gets one email for each status, with a link to track the consignment. ' +
          'Events more than a day old are not sent.',
      )}
    >
      {(settings) => (
        <SettingsForm settings={settings} groups={['bookings']}>
          <Card>
            <CardHeader
              title={t('When an email is sent')}
              description={t('As soon as a consignment reaches one of these statuses.')}
            />
            <TicksField
              name="bookings.mailedStatuses"
              label={t('When an email is sent')}
              options={MAILED.map((value) => ({ value, text: t(words(value)) }))}
              none={t('No status is chosen: no emails are sent.')}
            />
          </Card>
          <Card>
            <CardHeader title={t('Recipients')} />
            <div className="grid gap-3">
              <div className="grid gap-0.5 text-[13px]">
                <span className="font-medium">{t('Receivers')}</span>
                <span className="text-muted-foreground">
                  {t(
                    'At the email address of the delivery address, for customers with “Notify ' +
                      'the receiver” in their settings.',
                  )}
                </span>
              </div>
              <FlagField
                name="bookings.mailsSender"
                label={t('Senders')}
                hint={t('At the email address of the pickup address.')}
              />
              <FlagField
                name="bookings.mailsCustomer"
                label={t('Customers')}
                hint={t("At the customer's email address on the booking.")}
              />
            </div>
          </Card>
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
