// Settings: passwords, lockout, second factor.
import { Card, CardHeader } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import { FlagField, NumberField } from '../../../kit/form-fields.tsx';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

const NUMBERS = {
  'security.passwordComplexity.requiredLength': 'needed',
  'security.userLockOut.maxFailedAccessAttemptsBeforeLockout': 'needed',
  // Minutes in the form.
  'security.userLockOut.defaultAccountLockoutSeconds': 60,
} as const;

function Passwords() {
  const t = useT();
  const standard = useWatch({ name: 'security.useDefaultPasswordComplexity' }) === true;
  const complexityField = (member: string) => `security.passwordComplexity.${member}`;
  return (
    <Card>
      <CardHeader title={t('Passwords')} description={t('Applies to new passwords.')} />
      <div className="grid gap-3">
        <FlagField
          name="security.useDefaultPasswordComplexity"
          label={t('Standard rules')}
          hint={t('At least 8 characters of any kind.')}
        />
        {!standard && (
          <div className="grid gap-3 border-t border-border pt-3 sm:grid-cols-2">
            <NumberField
              name={complexityField('requiredLength')}
              label={t('Minimum')}
              unit={t('characters')}
              integer
              className="sm:col-span-2"
            />
            <FlagField name={complexityField('requireDigit')} label={t('A digit')} />
            <FlagField
              name={complexityField('requireLowercase')}
              label={t('A lower-case letter')}
            />
            <FlagField name={complexityField('requireUppercase')} label={t('A capital letter')} />
            <FlagField
              name={complexityField('requireNonAlphanumeric')}
              label={t('A special character')}
            />
          </div>
        )}
      </div>
    </Card>
  );
}

function LockOut() {
  const t = useT();
  const on = useWatch({ name: 'security.userLockOut.isEnabled' }) === true;
  return (
    <Card>
      <CardHeader
        title={t('Lockout')}
        description={t('Protects accounts against password guessing.')}
      />
      <div className="grid gap-3">
        <FlagField
          name="security.userLockOut.isEnabled"
          label={t('Lock an account after too many wrong passwords')}
        />
        {on && (
          <div className="grid gap-3 sm:grid-cols-2">
            <NumberField
              name="security.userLockOut.maxFailedAccessAttemptsBeforeLockout"
              label={t('Failed attempts before lockout')}
              unit={t('attempts')}
              integer
            />
            <NumberField
              name="security.userLockOut.defaultAccountLockoutSeconds"
              label={t('Locked for')}
              unit={t('minutes')}
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
  const twoFactorField = (member: string) => `security.twoFactorLogin.${member}`;
  return (
    <Card>
      <CardHeader
        title={t('Two-factor authentication')}
        description={t('Adds a code to your password.')}
      />
      <div className="grid gap-3">
        <FlagField
          name={twoFactorField('isEnabled')}
          label={t('Users can set up two-factor authentication')}
        />
        {on && (
          <>
            <FlagField
              name={twoFactorField('isRequired')}
              label={t('Required for everyone')}
              hint={t('Users without it must set it up at their next sign-in.')}
            />
            <div className="grid gap-3 border-t border-border pt-3 sm:grid-cols-2">
              <FlagField
                name={twoFactorField('isAuthenticatorEnabled')}
                label={t('Codes from an authenticator app')}
              />
              <FlagField
                name={twoFactorField('isEmailProviderEnabled')}
                label={t('Codes by email')}
              />
              <FlagField
                name={twoFactorField('isRememberBrowserEnabled')}
                label={t('Allow remembering a browser')}
                hint={t('This browser needs no code for a while.')}
              />
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
    <SettingsPage title={t('Passwords and two-factor authentication')}>
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
