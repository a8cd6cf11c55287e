// Settings: outgoing email, with test.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { Button, Card, CardHeader, errorMessage, ErrorNote, Field, Input } from '@waybill/plugin';
import { applyServerErrors, useFormContext, useWatch } from '@waybill/plugin/forms';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { wireOf, type Numbers } from '../../../kit/form-numbers.ts';
import {
  FlagField,
  NumberField,
  SecretField,
  SelectField,
  TextField,
} from '../../../kit/form-fields.tsx';
import type { TenantSettings } from './model.ts';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

const NUMBERS: Numbers = { 'email.smtpPort': 'needed' };
const SECRETS = ['email.smtpPassword'];
const code = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' } as const;

function TestMail() {
  const t = useT();
  const form = useFormContext();
  const own = useSession().data?.user.email ?? '';
  const [address, setAddress] = useState(own);
  const [missing, setMissing] = useState(false);
  const test = useMutation({
    mutationFn: (emailAddress: string) => {
      const { value } = wireOf({ email: form.getValues('email') as unknown }, NUMBERS, SECRETS);
      return api.post('/api/core/tenantsettings/sendtestmail', {
        emailAddress,
        ...(value as object),
      });
    },
    onError: (error) => applyServerErrors(form, error),
  });
  const send = () => {
    setMissing(!address.trim());
    if (address.trim()) test.mutate(address.trim());
  };
  return (
    <Card>
      <CardHeader
        title={t('Test')}
        description={t('Sends a test email with the settings above, saved or not.')}
      />
      <div className="flex flex-wrap items-end gap-2">
        <Field
          label={t('Recipient')}
          error={missing ? t('Enter an email address') : undefined}
          className="w-72"
        >
          <Input
            type="email"
            dir="ltr"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              send();
            }}
          />
        </Field>
        <Button variant="outline" pending={test.isPending} onClick={send}>
          {t('Send test email')}
        </Button>
      </div>
      <div aria-live="polite" className="mt-3 grid gap-2 empty:hidden">
        {test.data?.isSent && (
          <p className="flex items-start gap-2 rounded-lg bg-success-soft px-3 py-2 text-sm text-success-text">
            <MailCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
            {test.data.message || t('Email sent. Check that it arrives.')}
          </p>
        )}
        {test.data && !test.data.isSent && (
          <ErrorNote title={t('The email could not be sent')} message={test.data.message} />
        )}
        {test.isError && (
          <ErrorNote title={t('The email could not be sent')} message={errorMessage(test.error)} />
        )}
      </div>
    </Card>
  );
}

export function SmtpFields({ group, hasPassword }: { group: string; hasPassword: boolean }) {
  const t = useT();
  const security = useWatch({ name: `${group}.smtpSecurity` }) as string;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        name={`${group}.smtpHost`}
        label={t('Server')}
        {...code}
        placeholder="smtp.example.com"
      />
      <NumberField
        name={`${group}.smtpPort`}
        label={t('Port')}
        integer
        hint={t('Usually {starttls} with StartTLS, {tls} with TLS.', { starttls: 587, tls: 465 })}
      />
      <SelectField
        name={`${group}.smtpSecurity`}
        label={t('Encryption')}
        hint={security === 'None' ? t('User name and password are sent unencrypted.') : undefined}
      >
        <option value="StartTls">StartTLS</option>
        <option value="Tls">TLS</option>
        <option value="None">{t('None')}</option>
      </SelectField>
      <TextField name={`${group}.smtpUserName`} label={t('User name')} optional {...code} />
      <SecretField name={`${group}.smtpPassword`} label={t('Password')} isSet={hasPassword} />
    </div>
  );
}

function Fields({ settings }: { settings: TenantSettings }) {
  const t = useT();
  const byPlatform = useWatch({ name: 'email.useHostDefault' }) === true;
  return (
    <>
      <Card>
        <CardHeader title={t('Sender')} />
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            name="email.defaultFromDisplayName"
            label={t('Name')}
            optional
            maxLength={128}
          />
          <TextField
            name="email.defaultFromAddress"
            type="email"
            label={t('Email address')}
            optional={byPlatform}
            maxLength={256}
            dir="ltr"
          />
        </div>
      </Card>
      <Card>
        <CardHeader title={t('Server')} />
        <div className="grid gap-4">
          <FlagField
            name="email.useHostDefault"
            label={t("Use the platform's mail server")}
            hint={t('No other settings are needed.')}
          />
          {!byPlatform && <SmtpFields group="email" hasPassword={settings.email.hasPassword} />}
        </div>
      </Card>
      <TestMail />
    </>
  );
}

export default function Email() {
  const t = useT();
  return (
    <SettingsPage title={t('Email')} description={t('Email sender and mail server.')}>
      {(settings) => (
        <SettingsForm settings={settings} groups={['email']} numbers={NUMBERS} secrets={SECRETS}>
          <Fields settings={settings} />
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
