// The form of a user: who they are, how they sign in, their roles and their organisation units.
import { useId, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Card, CardHeader, Checkbox, Field, Input, Select, ValidationSummary } from '@waybill/plugin';
import { applyServerErrors, Controller, errorItems, FormProvider, useForm, useFormContext, useWatch, type FieldErrors } from '@waybill/plugin/forms';
import { refreshSession, usePermissions, useSession } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { toast } from '../../../shell/toast.tsx';
import { checkPassword } from '../account/password-rules.ts';
import { usePasswordRules } from '../account/NewPassword.tsx';
import { PasswordInput } from '../account/PasswordInput.tsx';
import { rolesKey } from '../roles/queries.ts';
import { unitPermissions } from '../units/model.ts';
import { RoleChoice, UnitChoice } from './Choices.tsx';
import { longest, suggestedUserName, toDraft, toSent, userProblems, type UserDraft } from './form.ts';
import { listMemory } from './list-memory.ts';
import { fullName, userPermissions, type UserForEdit } from './model.ts';
import { Picture } from './Picture.tsx';
import { saveUser, usersKey } from './queries.ts';
import { useGo } from './section.ts';

// The wire's names of what the form calls by its own.
const rename = { assignedRoleNames: 'roles', organizationUnits: 'units', timezone: 'timezone', profilePictureId: 'picture' };

export interface DetailsProps {
  found: UserForEdit;
  /** The customer that a new user works for. */
  customerId: number | null;
  onSaved: (id: number) => void;
}

export function Details({ found, customerId, onSaved }: DetailsProps) {
  const t = useT();
  const go = useGo();
  const queryClient = useQueryClient();
  const { has } = usePermissions();
  const session = useSession();
  const { user } = found;
  const isNew = !user.id;
  const disabled = !has(isNew ? userPermissions.create : userPermissions.edit);
  const [pictureId, setPictureId] = useState(found.profilePictureId ?? null);
  const [others, setOthers] = useState<string[]>([]);
  const [saved, setSaved] = useState(false);
  const form = useForm<UserDraft>({
    defaultValues: toDraft(found),
    resolver: (values) => {
      const problems = Object.entries(userProblems(values, isNew, t));
      if (problems.length === 0) return { values, errors: {} };
      return { values: {}, errors: Object.fromEntries(problems.map(([field, message]) => [field, { type: 'check', message }])) as FieldErrors<UserDraft> };
    },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const dirty = (isDirty || pictureId !== (found.profilePictureId ?? null)) && !saved;

  const submit = form.handleSubmit(async (values) => {
    setOthers([]);
    try {
      const { id } = await saveUser(toSent(values, { found, customerId, pictureId, sendsUnits: has(unitPermissions.members) }));
      setSaved(true);
      await queryClient.invalidateQueries({ queryKey: usersKey, refetchType: 'none' });
      void queryClient.invalidateQueries({ queryKey: ['units'] });
      void queryClient.invalidateQueries({ queryKey: rolesKey });
      // One's own name, picture or roles show at once.
      if (id === session.data?.user.id) void refreshSession();
      const name = fullName(values);
      toast({
        title: isNew ? t('{name} is created', { name }) : t('{name} is saved', { name }),
        ...(values.sendActivationEmail ? { description: t('The activation e-mail is on its way to {address}.', { address: values.emailAddress.trim() }) } : {}),
      });
      onSaved(id);
    } catch (error) {
      setOthers(applyServerErrors(form, error, rename));
    }
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-4xl gap-4">
        <ValidationSummary errors={errorItems(errors, others)} title={t('Please check')} />
        <Person isNew={isNew} disabled={disabled} userId={user.id ?? null} pictureId={pictureId} onRemovePicture={() => setPictureId(null)} />
        <SignIn isNew={isNew} disabled={disabled} hasTwoFactor={user.isTwoFactorEnabled ?? false} isCustomer={Boolean(user.customerId ?? customerId)} />
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Card>
            <CardHeader title={t('Roles')} description={t('What the user may do is the sum of their roles.')} />
            <Controller control={form.control} name="roles" render={({ field }) => <RoleChoice roles={found.roles} chosen={field.value} onChange={field.onChange} disabled={disabled} isNew={isNew} />} />
          </Card>
          <Card>
            <CardHeader title={t('Organisation units')} />
            <Controller
              control={form.control}
              name="units"
              render={({ field }) => <UnitChoice units={found.allOrganizationUnits} chosen={field.value} onChange={field.onChange} disabled={disabled || !has(unitPermissions.members)} />}
            />
          </Card>
        </div>
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={() => void go(listMemory.recall())}>
            {disabled ? t('Back') : t('Cancel')}
          </Button>
          {!disabled && (
            <Button type="submit" pending={isSubmitting || saved}>
              {isNew ? t('Create user') : t('Save')}
            </Button>
          )}
        </div>
      </form>
      <LeaveGuard dirty={dirty} />
    </FormProvider>
  );
}

const zones = () => (typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []);

interface PersonProps {
  isNew: boolean;
  disabled: boolean;
  userId: number | null;
  pictureId: number | null;
  onRemovePicture: () => void;
}

function Person({ isNew, disabled, userId, pictureId, onRemovePicture }: PersonProps) {
  const t = useT();
  const { register, control, formState, setValue, getFieldState } = useFormContext<UserDraft>();
  const { errors } = formState;
  const [name, surname, timezone] = useWatch({ control, name: ['name', 'surname', 'timezone'] });
  const known = zones();
  const suggest = (address: string) => {
    if (isNew && !getFieldState('userName').isTouched) setValue('userName', suggestedUserName(address), { shouldDirty: true });
  };
  return (
    <Card>
      <CardHeader title={t('Person')} />
      {!isNew && (
        <div className="mb-4">
          <Picture name={`${name} ${surname}`.trim()} userId={userId} pictureId={pictureId} onRemove={onRemovePicture} disabled={disabled} />
        </div>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('Name')} error={errors.name?.message}>
          <Input {...register('name')} disabled={disabled} autoComplete="off" />
        </Field>
        <Field label={t('Surname')} optional error={errors.surname?.message}>
          <Input {...register('surname')} disabled={disabled} autoComplete="off" />
        </Field>
        <Field label={t('E-mail')} error={errors.emailAddress?.message}>
          <Input type="email" {...register('emailAddress', { onChange: (event: { target: { value: string } }) => suggest(event.target.value) })} disabled={disabled} autoComplete="off" />
        </Field>
        <Field label={t('User name')} error={errors.userName?.message}>
          <Input {...register('userName')} disabled={disabled} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Field label={t('Telephone')} optional error={errors.phoneNumber?.message}>
          <Input type="tel" {...register('phoneNumber')} disabled={disabled} autoComplete="off" maxLength={longest.phoneNumber + 10} />
        </Field>
        <Field label={t('Time zone')} optional error={errors.timezone?.message}>
          <Select {...register('timezone')} disabled={disabled}>
            <option value="">{t("The organisation's")}</option>
            {timezone && !known.includes(timezone) && <option>{timezone}</option>}
            {known.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </Select>
        </Field>
      </div>
    </Card>
  );
}

function Password({ isNew }: { isNew: boolean }) {
  const t = useT();
  const note = useId();
  const { register, control, formState } = useFormContext<UserDraft>();
  const password = useWatch({ control, name: 'password' });
  const rules = checkPassword(usePasswordRules(), password, t);
  return (
    <div className="grid max-w-sm content-start gap-1">
      <PasswordInput label={isNew ? t('Password') : t('New password')} {...register('password')} autoComplete="new-password" aria-describedby={note} error={formState.errors.password?.message} />
      <p id={note} className="text-xs text-muted-foreground">
        {[!isNew && t('Left empty, it stays as it is.'), rules.map((rule) => rule.text).join(', ')].filter(Boolean).join(' ')}
      </p>
    </div>
  );
}

function SignIn({ isNew, disabled, hasTwoFactor, isCustomer }: { isNew: boolean; disabled: boolean; hasTwoFactor: boolean; isCustomer: boolean }) {
  const t = useT();
  const { register, control } = useFormContext<UserDraft>();
  const [random, twoFactor] = useWatch({ control, name: ['setRandomPassword', 'isTwoFactorEnabled'] });
  return (
    <Card>
      <CardHeader title={t('Sign-in')} />
      <div className="grid gap-4">
        {!disabled && (
          <>
            {!random && <Password isNew={isNew} />}
            <div className="grid gap-3 sm:grid-cols-2">
              <Checkbox label={t('Set a random password')} hint={t('Nobody knows it: the user chooses one by the link in an e-mail.')} {...register('setRandomPassword')} />
              <Checkbox label={t('Send an activation e-mail')} hint={t('With a link that confirms the address and asks for a password.')} {...register('sendActivationEmail')} />
            </div>
          </>
        )}
        <div className="grid gap-3 border-t border-border pt-4 sm:grid-cols-2">
          <Checkbox label={t('Active')} hint={t('Somebody inactive cannot sign in, and their sessions end.')} disabled={disabled} {...register('isActive')} />
          <Checkbox label={t('Must change the password')} hint={t('At the next sign-in, before anything else.')} disabled={disabled} {...register('shouldChangePasswordOnNextLogin')} />
          <Checkbox label={t('Lock-out')} hint={t('Too many wrong passwords lock the account for a while.')} disabled={disabled} {...register('isLockoutEnabled')} />
          {!isCustomer && <Checkbox label={t('Driver')} hint={t('Sees the pages made for drivers.')} disabled={disabled} {...register('isDriver')} />}
          {hasTwoFactor ? (
            <Checkbox
              label={t('Two-factor sign-in')}
              hint={twoFactor ? t('Switch it off when the user has lost their device: they set it up anew.') : t('Once saved, the password alone is enough until they set it up anew.')}
              disabled={disabled}
              {...register('isTwoFactorEnabled')}
            />
          ) : (
            !isNew && <p className="text-[13px] text-muted-foreground">{t('Two-factor sign-in is off; only the user can switch it on, in their own settings.')}</p>
          )}
        </div>
      </div>
    </Card>
  );
}
