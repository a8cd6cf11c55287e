// Settings of LDAP sign-in.
import { Card, CardHeader } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import { FlagField, SecretField, TextField } from '../../../kit/form-fields.tsx';
import type { TenantSettings } from './model.ts';
import { RolesField } from './RolesField.tsx';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

const code = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' } as const;

function Server({ settings }: { settings: TenantSettings }) {
  const t = useT();
  const plain = /^ldap:/i.test(String(useWatch({ name: 'ldap.url' }) ?? ''));
  return (
    <Card>
      <CardHeader title={t('Server')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          name="ldap.url"
          label={t('Address')}
          {...code}
          placeholder="ldaps://directory.example.com"
          hint={t('Starts with {secure} or {plain}.', { secure: 'ldaps://', plain: 'ldap://' })}
          className="sm:col-span-2"
        />
        {plain && (
          <FlagField
            name="ldap.startTls"
            label={t('Encrypt the connection (StartTLS)')}
            hint={t('Without it, passwords are sent unencrypted.')}
            className="sm:col-span-2"
          />
        )}
        <TextField
          name="ldap.bindDn"
          label={t('Bind user')}
          optional
          {...code}
          placeholder="cn=reader,dc=example,dc=com"
          hint={t('A user with search rights. Leave empty to search anonymously.')}
        />
        <SecretField
          name="ldap.bindPassword"
          label={t('Bind password')}
          isSet={settings.ldap.hasPassword}
        />
      </div>
    </Card>
  );
}

function Accounts() {
  const t = useT();
  const creates = useWatch({ name: 'ldap.autoCreate' }) === true;
  return (
    <>
      <Card>
        <CardHeader title={t('User search')} />
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            name="ldap.baseDn"
            label={t('Base DN')}
            {...code}
            placeholder="ou=people,dc=example,dc=com"
          />
          <TextField
            name="ldap.userFilter"
            label={t('Filter')}
            {...code}
            hint={t('{mark} is replaced by the entered user name.', { mark: '{0}' })}
          />
          <TextField name="ldap.nameAttribute" label={t('Attribute of the first name')} {...code} />
          <TextField name="ldap.surnameAttribute" label={t('Attribute of the surname')} {...code} />
          <TextField
            name="ldap.emailAttribute"
            label={t('Attribute of the email address')}
            {...code}
          />
        </div>
      </Card>
      <Card>
        <CardHeader title={t('Accounts')} />
        <div className="grid gap-3">
          <FlagField
            name="ldap.autoCreate"
            label={t('Create a user at first sign-in')}
            hint={t('Otherwise, only existing users can sign in.')}
          />
          {creates && <RolesField name="ldap.defaultRoles" label={t('Roles for new users')} />}
          <FlagField
            name="ldap.linkByEmail"
            label={t('Link to an existing user with the same email address')}
            hint={t("Turn on only if the directory's email addresses are verified.")}
          />
        </div>
      </Card>
    </>
  );
}

function Fields({ settings }: { settings: TenantSettings }) {
  const t = useT();
  const on = useWatch({ name: 'ldap.isEnabled' }) === true;
  return (
    <>
      <Card>
        <FlagField
          name="ldap.isEnabled"
          label={t('Users sign in with their company directory account')}
          hint={t('Local passwords can also be used.')}
        />
      </Card>
      {on && <Server settings={settings} />}
      {on && <Accounts />}
    </>
  );
}

export default function Ldap() {
  const t = useT();
  return (
    <SettingsPage
      title={t('Company directory')}
      description={t('Let users sign in with their LDAP directory user name and password.')}
    >
      {(settings) => (
        <SettingsForm settings={settings} groups={['ldap']} secrets={['ldap.bindPassword']}>
          <Fields settings={settings} />
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
