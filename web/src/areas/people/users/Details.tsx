// User form: details, sign-in, roles, units.
import { useId } from 'react';
import { Card, CardHeader } from '@waybill/plugin';
import { Controller, useFormContext, useWatch } from '@waybill/plugin/forms';
import { queryClient } from '../../../api/query-client.ts';
import { refreshSession, usePermissions, useSession } from '../../../api/session.ts';
import { FlagField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormPage } from '../../../kit/FormPage.tsx';
import { useT } from '../../../lib/i18n.ts';
import { checkPassword } from '../../../kit/password/password-rules.ts';
import { usePasswordRules } from '../../../kit/password/NewPassword.tsx';
import { PasswordInput } from '../../../kit/password/PasswordInput.tsx';
import { rolesKey } from '../roles/queries.ts';
import { unitPermissions } from '../units/model.ts';
import { RoleChoice, UnitChoice } from './Choices.tsx';
import { suggestedUserName, toDraft, toSent, userRules, type UserDraft } from './form.ts';
import { listMemory } from './list-memory.ts';
import { fullName, userPermissions, type UserForEdit } from '../../../lib/people/model.ts';
import { Picture } from './Picture.tsx';
import { userQuery, usersKey } from '../../../lib/people/queries.ts';
import { saveUser } from './queries.ts';
import { useGo } from '../../../lib/go.ts';

// Wire to form fields.
const members = {
  assignedRoleNames: 'roles',
  organizationUnits: 'units',
  profilePictureId: 'pictureId',
};

export interface DetailsProps {
  found: UserForEdit;
  /** Customer of a new user. */
  customerId: number | null;
  onSaved: (id: number) => unknown;
}

export function Details({ found, customerId, onSaved }: DetailsProps) {
  const t = useT();
  const go = useGo();
  const { has } = usePermissions();
  const session = useSession();
  const { user } = found;
  const isNew = !user.id;
  const disabled = !has(isNew ? userPermissions.create : userPermissions.edit);
  const form = useRecordForm({
    record: found,
    values: toDraft,
    rules: userRules(isNew, t),
    members,
    save: (values, record) =>
      saveUser(
        toSent(values, { found: record, customerId, sendsUnits: has(unitPermissions.members) }),
      ),
    stale: [usersKey, ['units'], rolesKey],
    notice: (_, values) => {
      const name = fullName(values);
      return {
        title: isNew ? t('{name} created', { name }) : t('{name} saved', { name }),
        ...(values.sendActivationEmail
          ? {
              description: t('An activation email to {address} is queued.', {
                address: values.emailAddress.trim(),
              }),
            }
          : {}),
      };
    },
    saved: ({ id }) => {
      // Users who edit themselves.
      if (id === session.data?.user.id) void refreshSession();
      return onSaved(id);
    },
    ...(user.id
      ? { newest: () => queryClient.fetchQuery({ ...userQuery(user.id ?? null), staleTime: 0 }) }
      : {}),
    secrets: ['password'],
    draft: isNew ? `user/new/${customerId ?? ''}` : undefined,
  });
  const { control } = form.form;
  return (
    <FormPage
      of={form}
      action={isNew ? t('Create user') : t('Save')}
      onCancel={() => void go(listMemory.recall())}
      readOnly={disabled}
      className="max-w-4xl"
    >
      <Person isNew={isNew} disabled={disabled} userId={user.id ?? null} />
      <SignIn
        isNew={isNew}
        disabled={disabled}
        hasTwoFactor={user.isTwoFactorEnabled ?? false}
        isCustomer={Boolean(user.customerId ?? customerId)}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card>
          <CardHeader
            title={t('Roles')}
            description={t("A user's permissions are the sum of their roles.")}
          />
          <Controller
            control={control}
            name="roles"
            render={({ field }) => (
              <RoleChoice
                roles={found.roles}
                chosen={field.value}
                onChange={field.onChange}
                disabled={disabled}
                isNew={isNew}
              />
            )}
          />
        </Card>
        <Card>
          <CardHeader title={t('Organisation units')} />
          <Controller
            control={control}
            name="units"
            render={({ field }) => (
              <UnitChoice
                units={found.allOrganizationUnits}
                chosen={field.value}
                onChange={field.onChange}
                disabled={disabled || !has(unitPermissions.members)}
              />
            )}
          />
        </Card>
      </div>
    </FormPage>
  );
}

const zones = () =>
  typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];

function Person({
  isNew,
  disabled,
  userId,
}: {
  isNew: boolean;
  disabled: boolean;
  userId: number | null;
}) {
  const t = useT();
  const { control, setValue, getFieldState } = useFormContext<UserDraft>();
  const [name, surname, timezone, pictureId] = useWatch({
    control,
    name: ['name', 'surname', 'timezone', 'pictureId'],
  });
  const known = zones();
  const suggest = (address: string) => {
    if (isNew && !getFieldState('userName').isTouched)
      setValue('userName', suggestedUserName(address), { shouldDirty: true });
  };
  return (
    <Card>
      <CardHeader title={t('Person')} />
      {!isNew && (
        <div className="mb-4">
          <Picture
            name={`${name} ${surname}`.trim()}
            userId={userId}
            pictureId={pictureId}
            onRemove={() => setValue('pictureId', null, { shouldDirty: true })}
            disabled={disabled}
          />
        </div>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="name" label={t('Name')} />
        <TextField name="surname" label={t('Surname')} />
        <TextField
          name="emailAddress"
          type="email"
          label={t('Email')}
          onInput={(event) => suggest(event.currentTarget.value)}
        />
        <TextField
          name="userName"
          label={t('User name')}
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField name="phoneNumber" type="tel" label={t('Phone number')} />
        <SelectField name="timezone" label={t('Time zone')}>
          <option value="">{t("Organisation's")}</option>
          {timezone && !known.includes(timezone) && <option>{timezone}</option>}
          {known.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
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
      <PasswordInput
        label={isNew ? t('Password') : t('New password')}
        {...register('password')}
        autoComplete="new-password"
        aria-describedby={note}
        error={formState.errors.password?.message}
      />
      <p id={note} className="text-xs text-muted-foreground">
        {[
          !isNew && t('Leave empty to keep the current password.'),
          rules.map((rule) => rule.text).join(', '),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </div>
  );
}

function SignIn({
  isNew,
  disabled,
  hasTwoFactor,
  isCustomer,
}: {
  isNew: boolean;
  disabled: boolean;
  hasTwoFactor: boolean;
  isCustomer: boolean;
}) {
  const t = useT();
  const { control } = useFormContext<UserDraft>();
  const [random, twoFactor] = useWatch({
    control,
    name: ['setRandomPassword', 'isTwoFactorEnabled'],
  });
  return (
    <Card>
      <CardHeader title={t('Sign-in')} />
      <div className="grid gap-4">
        {!disabled && (
          <>
            {!random && <Password isNew={isNew} />}
            <div className="grid gap-3 sm:grid-cols-2">
              <FlagField
                name="setRandomPassword"
                label={t('Set a random password')}
                hint={t('The user chooses a password through a link in an email.')}
              />
              <FlagField
                name="sendActivationEmail"
                label={t('Send an activation email')}
                hint={t('Contains a link to confirm the address and set a password.')}
              />
            </div>
          </>
        )}
        <div className="grid gap-3 border-t border-border pt-4 sm:grid-cols-2">
          <FlagField
            name="isActive"
            label={t('Active')}
            hint={t('Inactive users cannot sign in and are signed out.')}
          />
          <FlagField
            name="shouldChangePasswordOnNextLogin"
            label={t('Must change password')}
            hint={t('Required at the next sign-in.')}
          />
          <FlagField
            name="isLockoutEnabled"
            label={t('Lockout')}
            hint={t('Too many wrong passwords lock the account for a while.')}
          />
          {!isCustomer && (
            <FlagField name="isDriver" label={t('Driver')} hint={t('Can use the driver pages.')} />
          )}
          {hasTwoFactor ? (
            <FlagField
              name="isTwoFactorEnabled"
              label={t('Two-factor authentication')}
              hint={
                twoFactor
                  ? t(
                      'Turn it off if the user has lost their device. They can then set it up again.',
                    )
                  : t(
                      'After saving, the user can sign in with the password alone until they set it up again.',
                    )
              }
            />
          ) : (
            !isNew && (
              <p className="text-[13px] text-muted-foreground">
                {t(
                  'Two-factor authentication is off. Only the user can turn it on, in their own settings.',
                )}
              </p>
            )
          )}
        </div>
      </div>
    </Card>
  );
}
