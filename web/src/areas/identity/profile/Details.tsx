// The user's name, contact and time zone.
import { useMemo } from 'react';
import { Badge, Card, CardHeader } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { refreshSession } from '../../../api/session.ts';
import { useTenant } from '../../../api/tenant.tsx';
import { SelectField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormPage } from '../../../kit/FormPage.tsx';
import { useT } from '../../../lib/i18n.ts';
import { PasswordInput } from '../../../kit/password/PasswordInput.tsx';
import SendAgain from '../account/SendAgain.tsx';
import { changesEmail, detailsRules, toChange, toDraft } from './details.ts';
import { freshProfile, saveProfile, type Profile } from './queries.ts';
import { allZones, zoneGroups } from './time-zones.ts';

export function Details({ profile, locked }: { profile: Profile; locked: boolean }) {
  const t = useT();
  const tenant = useTenant();
  const form = useRecordForm({
    record: profile,
    values: toDraft,
    rules: (draft) => detailsRules(t, draft, profile),
    save: (draft, now) => saveProfile(toChange(draft, now)),
    notice: (saved) => ({
      title: t('Details saved'),
      ...(saved.emailAddress !== profile.emailAddress
        ? {
            description: t('Confirm the address with the link in the email to {email}.', {
              email: saved.emailAddress,
            }),
          }
        : {}),
    }),
    saved: () => void refreshSession(),
    newest: freshProfile,
    secrets: ['currentPassword'],
  });
  const { control, register, formState } = form.form;
  const emailAddress = useWatch({ control, name: 'emailAddress' });
  const zones = useMemo(() => zoneGroups(allZones(profile.timezone)), [profile.timezone]);
  const newEmail = changesEmail({ emailAddress }, profile);
  return (
    <Card>
      <CardHeader
        title={t('Details')}
        description={t('Sign in as {userName} or with your email address.', {
          userName: profile.userName,
        })}
      />
      <FormPage of={form} inCard readOnly={locked} label={t('Details')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="name" label={t('First name')} autoComplete="given-name" />
          <TextField name="surname" label={t('Surname')} autoComplete="family-name" />
          <TextField
            name="emailAddress"
            type="email"
            autoComplete="email"
            className="sm:col-span-2"
            label={
              <span className="inline-flex flex-wrap items-center gap-2">
                {t('Email address')}
                {!newEmail &&
                  (profile.isEmailConfirmed ? (
                    <Badge tone="success">{t('Confirmed')}</Badge>
                  ) : (
                    <Badge tone="warning">{t('Not confirmed')}</Badge>
                  ))}
              </span>
            }
            {...(newEmail
              ? { hint: t('We will send a confirmation link to the new address.') }
              : {})}
          />
          {newEmail && profile.hasPassword && (
            <div className="sm:col-span-2">
              <PasswordInput
                label={t('Your password')}
                error={formState.errors.currentPassword?.message}
                autoComplete="current-password"
                className="h-8.5"
                {...register('currentPassword')}
              />
            </div>
          )}
          <TextField name="phoneNumber" type="tel" autoComplete="tel" label={t('Phone number')} />
          <SelectField name="timezone" label={t('Time zone')} optional={false}>
            <option value="">
              {t('Organisation default: {zone}', { zone: tenant.timezone.replaceAll('_', ' ') })}
            </option>
            {zones.map((group) => (
              <optgroup key={group.region} label={group.region}>
                {group.zones.map((zone) => (
                  <option key={zone.name} value={zone.name}>
                    {zone.text}
                  </option>
                ))}
              </optgroup>
            ))}
          </SelectField>
        </div>
      </FormPage>
      {!profile.isEmailConfirmed && !locked && (
        <details className="mt-4 border-t border-border pt-3 text-[13px]">
          <summary className="cursor-pointer rounded text-link focus-visible:outline-2 focus-visible:outline-ring">
            {t('Did not receive the confirmation email?')}
          </summary>
          <div className="mt-3">
            <SendAgain emailAddress={profile.emailAddress} />
          </div>
        </details>
      )}
    </Card>
  );
}
