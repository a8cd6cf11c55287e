// Settings: signing in against a directory (LDAP).
import { Card, CardHeader } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import { FlagField, SecretField, TextField } from './fields.tsx';
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
        <TextField name="ldap.url" label={t('Address')} {...code} placeholder="ldaps://directory.example.com" hint={t('Begins with {secure}, or with {plain}.', { secure: 'ldaps://', plain: 'ldap://' })} className="sm:col-span-2" />
        {plain && <FlagField name="ldap.startTls" label={t('Encrypt the connection (StartTLS)')} hint={t('Without it, passwords cross the network unprotected.')} className="sm:col-span-2" />}
        <TextField name="ldap.bindDn" label={t('Reads the directory as')} optional {...code} placeholder="cn=reader,dc=example,dc=com" hint={t('A user who may search; without one the search is anonymous.')} />
        <SecretField name="ldap.bindPassword" label={t('Its password')} isSet={settings.ldap.hasPassword} />
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
        <CardHeader title={t('Finding people')} />
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField name="ldap.baseDn" label={t('Search below')} {...code} placeholder="ou=people,dc=example,dc=com" />
          <TextField name="ldap.userFilter" label={t('Filter')} {...code} hint={t('{mark} stands for what was typed as user name.', { mark: '{0}' })} />
          <TextField name="ldap.nameAttribute" label={t('Attribute of the first name')} {...code} />
          <TextField name="ldap.surnameAttribute" label={t('Attribute of the surname')} {...code} />
          <TextField name="ldap.emailAttribute" label={t('Attribute of the e-mail address')} {...code} />
        </div>
      </Card>
      <Card>
        <CardHeader title={t('Accounts')} />
        <div className="grid gap-3">
          <FlagField name="ldap.autoCreate" label={t('Make a user for whoever signs in the first time')} hint={t('Otherwise only people who have a user here can sign in.')} />
          {creates && <RolesField name="ldap.defaultRoles" label={t('Roles of such users')} />}
          <FlagField name="ldap.linkByEmail" label={t('Take a user with the same e-mail address for the same person')} hint={t('Only where the directory can be trusted to know whose address it is.')} />
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
        <FlagField name="ldap.isEnabled" label={t('People sign in with their account of the company directory')} hint={t('Passwords kept here work as well.')} />
      </Card>
      {on && <Server settings={settings} />}
      {on && <Accounts />}
    </>
  );
}

export default function Ldap() {
  const t = useT();
  return (
    <SettingsPage title={t('Company directory')} description={t('Signing in with the user name and password of an LDAP directory.')}>
      {(settings) => (
        <SettingsForm settings={settings} groups={['ldap']} secrets={['ldap.bindPassword']}>
          <Fields settings={settings} />
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
