// Form of a new API key.
import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ErrorNote, Field, Input, Skeleton } from '@waybill/plugin';
import { Controller } from '@waybill/plugin/forms';
import { KeyFor } from '../../../api/resources/identity.gen.ts';
import { AreaField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { grantedNames, permissionNodes } from '../../../kit/tree/permission-tree.ts';
import { PermissionTree } from '../../../kit/tree/PermissionTree.tsx';
import { useT } from '../../../lib/i18n.ts';
import { useProduct } from '../../../shell/product.ts';
import { addressLines, expiryOf, LIFETIME_DAYS } from './expiry.ts';
import { createKey, keyChoiceQuery, keysKey, type NewKey } from './queries.ts';

export interface KeyFormProps {
  userId: number;
  name: string;
  onCreated: (key: NewKey) => void;
  onClose: () => void;
}

export function KeyForm({ userId, name, onCreated, onClose }: KeyFormProps) {
  const t = useT();
  const has = useProduct();
  const choice = useQuery(keyChoiceQuery(userId));
  const permissions = useMemo(
    () => (choice.data?.permissions ?? []).filter((permission) => has(permission.name)),
    [choice.data, has],
  );
  const inOrder = (granted: Iterable<string>) =>
    grantedNames(permissionNodes(permissions), new Set(granted));
  const form = useRecordForm({
    record: null,
    values: () => ({
      name: '',
      life: '90',
      day: '',
      addresses: '',
      scope: 'all',
      permissions: [] as string[],
    }),
    rules: ({ life }) => ({
      name: { limits: KeyFor.fields.name },
      ...(life === 'day' ? { day: { needed: t('Choose a day.') } } : {}),
    }),
    check: ({ scope, permissions: chosen }) =>
      scope === 'some' && chosen.length === 0
        ? { permissions: t('Choose at least one permission.') }
        : {},
    members: { expiresAt: 'day', 'addresses[*]': 'addresses', 'permissions[*]': 'permissions' },
    save: (values) =>
      createKey({
        userId,
        name: values.name.trim(),
        expiresAt: expiryOf(values.life, values.day, new Date()),
        addresses: addressLines(values.addresses),
        permissions: values.scope === 'all' ? null : inOrder(values.permissions),
      }),
    stale: [keysKey],
    saved: onCreated,
  });
  const [life, scope] = form.form.watch(['life', 'scope']);
  const { errors } = form.form.formState;
  return (
    <FormDialog
      of={form}
      title={t('New API key of {name}', { name })}
      action={t('Create key')}
      size="lg"
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('Name')}
        hint={t('The program that will use the key.')}
        optional
      />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <SelectField name="life" label={t('Expires')} optional={false}>
          <option value="30">
            {t('In {count} days', { count: LIFETIME_DAYS[0] }, 'In {count} day')}
          </option>
          <option value="90">
            {t('In {count} days', { count: LIFETIME_DAYS[1] }, 'In {count} day')}
          </option>
          <option value="365">{t('In one year')}</option>
          <option value="never">{t('Never')}</option>
          <option value="day">{t('On a day')}</option>
        </SelectField>
        {life === 'day' && (
          <Field label={t('Last day')} error={errors.day?.message}>
            <Input type="date" {...form.form.register('day')} />
          </Field>
        )}
      </div>
      <AreaField
        name="addresses"
        label={t('Only from these addresses')}
        hint={t(
          'IP addresses or ranges like 203.0.113.0/24, one per line. Leave empty for anywhere.',
        )}
        rows={2}
        dir="ltr"
        optional
        spellCheck={false}
      />
      <SelectField name="scope" label={t('Permissions')} optional={false}>
        <option value="all">{t('All that the user has, now and later')}</option>
        <option value="some">{t('Selected permissions only')}</option>
      </SelectField>
      {scope === 'some' &&
        (choice.isLoadingError ? (
          <ErrorNote
            title={t('The permissions could not be loaded')}
            error={choice.error}
            onRetry={() => void choice.refetch()}
          />
        ) : !choice.data ? (
          <Skeleton className="h-48" />
        ) : (
          <div className="grid gap-1">
            <Controller
              control={form.form.control}
              name="permissions"
              render={({ field }) => (
                <PermissionTree
                  label={t('Permissions of the key')}
                  permissions={permissions}
                  granted={new Set(field.value)}
                  onChange={(granted) => field.onChange(inOrder(granted))}
                />
              )}
            />
            {errors.permissions?.message && (
              <p role="alert" className="text-xs font-medium text-destructive-text">
                {errors.permissions.message}
              </p>
            )}
          </div>
        ))}
    </FormDialog>
  );
}
