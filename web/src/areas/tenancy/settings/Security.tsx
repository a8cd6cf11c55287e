// Settings: what a password must have, when an account is locked, and the second step of signing in.
import { Card, CardHeader } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import { readNumber } from './draft.ts';
import { FlagField, NumberField } from './fields.tsx';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

const NUMBERS = {
  'security.passwordComplexity.requiredLength': 'needed',
  'security.userLockOut.maxFailedAccessAttemptsBeforeLockout': 'needed',
  'security.userLockOut.defaultAccountLockoutSeconds': 'needed',
} as const;

function Passwords() {
  const t = useT();
  const standard = useWatch({ name: 'security.useDefaultPasswordComplexity' }) === true;
  const at = (member: string) => `security.passwordComplexity.${member}`;
  return (
    <Card>
      <CardHeader title={t('Passwords')} description={t('Holds for passwords chosen from now on.')} />
      <div className="grid gap-3">
        <FlagField name="security.useDefaultPasswordComplexity" label={t('The standard rules')} hint={t('At least 8 characters, whichever they are.')} />
        {!standard && (
          <div className="grid gap-3 border-t border-border pt-3 sm:grid-cols-2">
            <NumberField name={at('requiredLength')} label={t('At least')} unit={t('characters')} whole className="sm:col-span-2" />
            <FlagField name={at('requireDigit')} label={t('A digit')} />
            <FlagField name={at('requireLowercase')} label={t('A lower-case letter')} />
            <FlagField name={at('requireUppercase')} label={t('A capital letter')} />
            <FlagField name={at('requireNonAlphanumeric')} label={t('A sign that is neither letter nor digit')} />
          </div>
        )}
      </div>
    </Card>
  );
}

function LockOut() {
  const t = useT();
  const on = useWatch({ name: 'security.userLockOut.isEnabled' }) === true;
  const seconds = readNumber(String(useWatch({ name: 'security.userLockOut.defaultAccountLockoutSeconds' }) ?? ''));
  const minutes = seconds === null ? 0 : Math.round(seconds / 60);
  return (
    <Card>
      <CardHeader title={t('Lock-out')} description={t('Keeps people from trying passwords one after the other.')} />
      <div className="grid gap-3">
        <FlagField name="security.userLockOut.isEnabled" label={t('Lock an account after too many wrong passwords')} />
        {on && (
          <div className="grid gap-3 sm:grid-cols-2">
            <NumberField name="security.userLockOut.maxFailedAccessAttemptsBeforeLockout" label={t('Wrong passwords in a row')} unit={t('attempts')} whole />
            <NumberField
              name="security.userLockOut.defaultAccountLockoutSeconds"
              label={t('Locked for')}
              unit={t('seconds')}
              whole
              hint={minutes > 0 ? t('About {count} minutes', { count: minutes }, 'About one minute') : undefined}
            />
          </div>
        )}
      </div>
    </Card>
  );
}

function TwoFactor() {
  const t = useT();
  const on = useWatch({ name: 'security.twoFactorLogin.isEnabled' }) === true;
  const at = (member: string) => `security.twoFactorLogin.${member}`;
  return (
    <Card>
      <CardHeader title={t('Second step')} description={t('A code besides the password.')} />
      <div className="grid gap-3">
        <FlagField name={at('isEnabled')} label={t('People can set up a second step')} />
        {on && (
          <>
            <FlagField name={at('isRequired')} label={t('Everybody must')} hint={t('Whoever has none yet sets it up at the next sign-in and can do nothing else before.')} />
            <div className="grid gap-3 border-t border-border pt-3 sm:grid-cols-2">
              <FlagField name={at('isAuthenticatorEnabled')} label={t('Codes from an authenticator app')} />
              <FlagField name={at('isEmailProviderEnabled')} label={t('Codes by e-mail')} />
              <FlagField name={at('isRememberBrowserEnabled')} label={t('A browser can be remembered')} hint={t('It is not asked again for a while.')} />
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

export default function Security() {
  const t = useT();
  return (
    <SettingsPage title={t('Passwords and second step')}>
      {(settings) => (
        <SettingsForm settings={settings} groups={['security']} numbers={NUMBERS}>
          <Passwords />
          <LockOut />
          <TwoFactor />
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
