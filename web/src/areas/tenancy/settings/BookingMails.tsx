// Settings: emailed statuses and recipients.
import { Checkbox, Card, CardHeader, words } from '@waybill/plugin';
import { useController } from '@waybill/plugin/forms';
import { FlagField } from '../../../kit/form-fields.tsx';
import { useT } from '../../../lib/i18n.ts';
import type { TenantSettings } from './model.ts';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

export type MailedStatus = TenantSettings['bookings']['mailedStatuses'][number];

/** Statuses in order. */
export const MAILED: readonly MailedStatus[] = [
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

/** Toggles a status, in order. */
export const withStatus = (
  chosen: readonly MailedStatus[],
  status: MailedStatus,
  isOn: boolean,
): MailedStatus[] => MAILED.filter((one) => (one === status ? isOn : chosen.includes(one)));

function Statuses() {
  const t = useT();
  const { field, fieldState } = useController({ name: 'bookings.mailedStatuses' });
  const chosen = field.value as MailedStatus[];
  const { error } = fieldState;
  return (
    <fieldset
      data-field="bookings.mailedStatuses"
      tabIndex={-1}
      className="grid gap-3 outline-none"
    >
      <legend className="sr-only">{t('When an email is sent')}</legend>
      <div className="grid gap-x-6 gap-y-2.5 sm:grid-cols-2">
        {MAILED.map((status) => (
          <Checkbox
            key={status}
            label={t(words(status))}
            checked={chosen.includes(status)}
            onBlur={field.onBlur}
            onChange={(event) => field.onChange(withStatus(chosen, status, event.target.checked))}
          />
        ))}
      </div>
      {chosen.length === 0 && (
        <p className="text-[13px] text-muted-foreground">
          {t('No status is chosen: no emails are sent.')}
        </p>
      )}
      {error?.message && (
        <p className="text-xs font-medium text-destructive-text first-letter:uppercase">
          {error.message}
        </p>
      )}
    </fieldset>
  );
}

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
            <Statuses />
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
