// Name, e-mail address, telephone and time zone, changed by the person themselves.
import { useMemo, useState } from 'react';
import { Badge, Button, Card, CardHeader, Field, Input, Select, ValidationSummary } from '@waybill/plugin';
import { applyServerErrors, errorItems, useForm, useWatch, type FieldErrors } from '@waybill/plugin/forms';
import { refreshSession } from '../../../api/session.ts';
import { useTenant } from '../../../api/tenant.tsx';
import { useT } from '../../../lib/i18n.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { toast } from '../../../shell/toast.tsx';
import { PasswordInput } from '../account/PasswordInput.tsx';
import { SendAgain } from '../account/SendAgain.tsx';
import { changedElsewhere, changesEmail, detailsProblems, toChange, toDraft, type DetailsDraft } from './details.ts';
import { freshProfile, saveProfile, type Profile } from './queries.ts';
import { allZones, zoneGroups } from './time-zones.ts';

export function Details({ profile, locked }: { profile: Profile; locked: boolean }) {
  const t = useT();
  const tenant = useTenant();
  // What the form began with: an e-mail confirmed elsewhere renews the profile, not what is being typed.
  const [loaded, setLoaded] = useState(profile);
  const [others, setOthers] = useState<string[]>([]);
  const form = useForm<DetailsDraft>({
    defaultValues: toDraft(loaded),
    resolver: (values) => {
      const problems = Object.entries(detailsProblems(t, values, loaded));
      if (problems.length === 0) return { values, errors: {} };
      return { values: {}, errors: Object.fromEntries(problems.map(([field, message]) => [field, { type: 'check', message }])) as FieldErrors<DetailsDraft> };
    },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const draft = useWatch({ control: form.control }) as DetailsDraft;
  const zones = useMemo(() => zoneGroups(allZones(loaded.timezone)), [loaded.timezone]);
  const newEmail = changesEmail({ ...toDraft(loaded), ...draft }, loaded);

  const take = (saved: Profile) => {
    setLoaded(saved);
    form.reset(toDraft(saved));
  };

  const submit = form.handleSubmit(async (values) => {
    setOthers([]);
    try {
      // The language is kept by its own control, so the profile may have a newer version than this form began with.
      const now = await freshProfile();
      if (changedElsewhere(loaded, now)) {
        take(now);
        return setOthers([t('Your details were changed elsewhere meanwhile. This is how they stand now: make your change again.')]);
      }
      const saved = await saveProfile(toChange(values, now));
      take(saved);
      void refreshSession();
      toast({ title: t('Your details are saved'), ...(newEmail ? { description: t('Open the link in the e-mail we sent to {email}.', { email: saved.emailAddress }) } : {}) });
    } catch (error) {
      setOthers(applyServerErrors(form, error));
    }
  });

  return (
    <Card>
      <CardHeader title={t('Details')} description={t('You sign in as {userName}, or with your e-mail address.', { userName: profile.userName })} />
      <form noValidate onSubmit={(event) => void submit(event)}>
        <fieldset disabled={locked} className="grid gap-4 sm:grid-cols-2">
          <legend className="sr-only">{t('Details')}</legend>
          <ValidationSummary errors={errorItems(errors, others)} title={t('Please check')} className="sm:col-span-2" />
          <Field label={t('First name')} error={errors.name?.message}>
            <Input {...form.register('name')} autoComplete="given-name" maxLength={64} />
          </Field>
          <Field label={t('Surname')} error={errors.surname?.message}>
            <Input {...form.register('surname')} autoComplete="family-name" maxLength={64} />
          </Field>
          <div className="grid content-start gap-2 sm:col-span-2">
            <Field
              label={
                <span className="inline-flex flex-wrap items-center gap-2">
                  {t('E-mail address')}
                  {!newEmail && (profile.isEmailConfirmed ? <Badge tone="success">{t('Confirmed')}</Badge> : <Badge tone="warning">{t('Not confirmed')}</Badge>)}
                </span>
              }
              error={errors.emailAddress?.message}
              {...(newEmail ? { hint: t('A link to confirm the new address is sent to it.') } : {})}
            >
              <Input {...form.register('emailAddress')} type="email" autoComplete="email" maxLength={256} />
            </Field>
          </div>
          {newEmail && loaded.hasPassword && (
            <div className="sm:col-span-2">
              <PasswordInput label={t('Your password')} error={errors.currentPassword?.message} autoComplete="current-password" className="h-8.5" {...form.register('currentPassword')} />
            </div>
          )}
          <Field label={t('Telephone')} optional error={errors.phoneNumber?.message}>
            <Input {...form.register('phoneNumber')} type="tel" autoComplete="tel" maxLength={32} />
          </Field>
          <Field label={t('Time zone')} error={errors.timezone?.message}>
            <Select {...form.register('timezone')}>
              <option value="">{t('As the organisation: {zone}', { zone: tenant.timezone.replaceAll('_', ' ') })}</option>
              {zones.map((group) => (
                <optgroup key={group.region} label={group.region}>
                  {group.zones.map((zone) => (
                    <option key={zone.name} value={zone.name}>
                      {zone.text}
                    </option>
                  ))}
                </optgroup>
              ))}
            </Select>
          </Field>
          <div className="flex justify-end gap-2 sm:col-span-2">
            {isDirty && (
              <Button variant="outline" onClick={() => form.reset(toDraft(loaded))}>
                {t('Cancel')}
              </Button>
            )}
            <Button type="submit" pending={isSubmitting} disabled={locked || !isDirty}>
              {t('Save')}
            </Button>
          </div>
        </fieldset>
      </form>
      {!profile.isEmailConfirmed && !locked && (
        <details className="mt-4 border-t border-border pt-3 text-[13px]">
          <summary className="cursor-pointer rounded text-link focus-visible:outline-2 focus-visible:outline-ring">{t('No e-mail came to confirm your address?')}</summary>
          <div className="mt-3">
            <SendAgain emailAddress={profile.emailAddress} />
          </div>
        </details>
      )}
      <LeaveGuard dirty={isDirty && !isSubmitting} />
    </Card>
  );
}
