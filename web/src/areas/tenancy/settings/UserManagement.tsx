// Settings: who may register, and how long a session lasts.
import { Card, CardHeader } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import { readNumber } from './draft.ts';
import { FlagField, NumberField } from './fields.tsx';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

function Idle() {
  const t = useT();
  const minutes = readNumber(String(useWatch({ name: 'userManagement.sessionIdleMinutes' }) ?? ''));
  const days = minutes === null ? null : minutes / 1440;
  const hint = days !== null && days >= 1 ? t('About {count} days without use', { count: Math.round(days) }, 'About one day without use') : t('Without use');
  return <NumberField name="userManagement.sessionIdleMinutes" label={t('A session ends after')} unit={t('minutes')} whole hint={hint} />;
}

function Registration() {
  const t = useT();
  const open = useWatch({ name: 'userManagement.allowSelfRegistration' }) === true;
  return (
    <div className="grid gap-3">
      <FlagField name="userManagement.allowSelfRegistration" label={t('Customers may register themselves')} hint={t('The sign-in page then offers it to everybody.')} />
      {open && <FlagField name="userManagement.isNewRegisteredUserActiveByDefault" label={t('Whoever registered can sign in at once')} hint={t('Otherwise somebody of yours switches the user on first.')} />}
      <FlagField name="userManagement.isEmailConfirmationRequiredForLogin" label={t('The e-mail address must be confirmed before signing in')} />
    </div>
  );
}

export default function UserManagement() {
  const t = useT();
  return (
    <SettingsPage title={t('Registration and sessions')} description={t('Who may register, and how long one stays signed in.')}>
      {(settings) => (
        <SettingsForm settings={settings} groups={['userManagement']} numbers={{ 'userManagement.sessionIdleMinutes': 'needed', 'userManagement.sessionAbsoluteDays': 'needed' }}>
          <Card>
            <CardHeader title={t('Registration')} />
            <Registration />
          </Card>
          <Card>
            <CardHeader title={t('Sessions')} description={t('Holds for new sessions and those that are open.')} />
            <div className="grid gap-3 sm:grid-cols-2">
              <Idle />
              <NumberField name="userManagement.sessionAbsoluteDays" label={t('In any case after')} unit={t('days')} whole hint={t('However much it is used')} />
              <FlagField name="userManagement.allowOneConcurrentSession" label={t('One session at a time')} hint={t("Signing in ends the user's other sessions.")} className="sm:col-span-2" />
            </div>
          </Card>
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
