// Settings: registration and session length.
import { Card, CardHeader, readNumber } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import { FlagField, NumberField } from '../../../kit/form-fields.tsx';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

function Idle() {
  const t = useT();
  const hours = readNumber(String(useWatch({ name: 'userManagement.sessionIdleMinutes' }) ?? ''));
  const days = hours === null ? null : hours / 24;
  const hint =
    days !== null && days >= 1
      ? t(
          'About {count} days of inactivity',
          { count: Math.round(days) },
          'About one day of inactivity',
        )
      : t('Time without activity');
  return (
    <NumberField
      name="userManagement.sessionIdleMinutes"
      label={t('Session timeout')}
      unit={t('hours')}
      hint={hint}
    />
  );
}

function Registration() {
  const t = useT();
  const open = useWatch({ name: 'userManagement.allowSelfRegistration' }) === true;
  return (
    <div className="grid gap-3">
      <FlagField
        name="userManagement.allowSelfRegistration"
        label={t('Customers can register themselves')}
        hint={t('Adds a link to the sign-in page.')}
      />
      {open && (
        <FlagField
          name="userManagement.isNewRegisteredUserActiveByDefault"
          label={t('New customers can sign in immediately')}
          hint={t('Otherwise, an administrator must activate the user first.')}
        />
      )}
      <FlagField
        name="userManagement.isEmailConfirmationRequiredForLogin"
        label={t('The email address must be confirmed before signing in')}
      />
    </div>
  );
}

export default function UserManagement() {
  const t = useT();
  return (
    <SettingsPage
      title={t('Registration and sessions')}
      description={t('Self-registration and session length.')}
    >
      {(settings) => (
        <SettingsForm
          settings={settings}
          groups={['userManagement']}
          numbers={{
            'userManagement.sessionIdleMinutes': 60,
            'userManagement.sessionAbsoluteDays': 'needed',
          }}
        >
          <Card>
            <CardHeader title={t('Registration')} />
            <Registration />
          </Card>
          <Card>
            <CardHeader
              title={t('Sessions')}
              description={t('Applies to new and existing sessions.')}
            />
            <div className="grid gap-3 sm:grid-cols-2">
              <Idle />
              <NumberField
                name="userManagement.sessionAbsoluteDays"
                label={t('Maximum session length')}
                unit={t('days')}
                integer
                hint={t('Regardless of activity')}
              />
              <FlagField
                name="userManagement.allowOneConcurrentSession"
                label={t('Single session')}
                hint={t('Signing in signs the user out of other sessions.')}
                className="sm:col-span-2"
              />
            </div>
          </Card>
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
