// One role: its name, whether new users get it, and what it permits.
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { History, ShieldOff, Trash2 } from 'lucide-react';
import { ApiError, Button, Card, CardHeader, Checkbox, EmptyState, ErrorNote, Field, Input, Skeleton, ValidationSummary } from '@waybill/plugin';
import { applyServerErrors, errorItems, useForm } from '@waybill/plugin/forms';
import { usePermissions } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { toast } from '../../../shell/toast.tsx';
import { SectionHeading } from '../../tenancy/settings/SectionHeading.tsx';
import { useGo } from '../users/section.ts';
import { longestRoleName, rolePermissions } from './model.ts';
import { grantedNames, permissionNodes, sameNames } from './permission-tree.ts';
import { PermissionTree } from './PermissionTree.tsx';
import { DeleteRole, RoleMarks } from './parts.tsx';
import { roleQuery, rolesKey, saveRole, type RoleForEdit } from './queries.ts';
import { wholeNumber } from './search.ts';

const path = '/settings/roles';

export function RoleEdit({ id }: { id: number | null }) {
  const t = useT();
  const { has } = usePermissions();
  const customer = wholeNumber((useSearch({ strict: false }) as { customer?: unknown }).customer);
  const isNumber = id === null || (Number.isSafeInteger(id) && id > 0);
  const mayOpen = id !== null || has(rolePermissions.create);
  const found = useQuery({ ...roleQuery(id, id === null ? customer : undefined), enabled: isNumber && mayOpen, staleTime: 0, gcTime: 0 });
  const title = id === null ? t('New role') : t('Role');
  const crumbs = [{ text: t('Roles'), href: path }];
  if (found.data) return <Editor key={id ?? 'new'} found={found.data} customerId={id === null ? (customer ?? null) : (found.data.role.customerId ?? null)} />;
  return (
    <>
      <SectionHeading title={title} breadcrumbs={crumbs} />
      {!mayOpen ? (
        <EmptyState icon={<ShieldOff />} title={t('You may not create roles')} description={t('Ask an administrator for the permission.')} />
      ) : !isNumber || (found.error instanceof ApiError && found.error.status === 404) ? (
        <EmptyState icon={<ShieldOff />} title={t('There is no such role')} description={t('It may have been deleted, or the link is not complete.')} />
      ) : found.isError ? (
        <ErrorNote title={t('The role could not be loaded')} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Card>
          <Skeleton className="h-64" />
        </Card>
      )}
    </>
  );
}

interface RoleValues {
  displayName: string;
  isDefault: boolean;
}

function Editor({ found, customerId }: { found: RoleForEdit; customerId: number | null }) {
  const t = useT();
  const go = useGo();
  const queryClient = useQueryClient();
  const { has } = usePermissions();
  const { role, permissions } = found;
  const isNew = !role.id;
  const [granted, setGranted] = useState<ReadonlySet<string>>(() => new Set(found.grantedPermissionNames));
  const [before] = useState(granted);
  const [others, setOthers] = useState<string[]>([]);
  const [saved, setSaved] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const form = useForm<RoleValues>({ defaultValues: { displayName: role.displayName ?? '', isDefault: role.isDefault ?? false } });
  const { errors, isDirty, isSubmitting } = form.formState;
  const mayEdit = !role.isStatic && has(isNew ? rolePermissions.create : rolePermissions.edit);
  const dirty = (isDirty || !sameNames(before, granted)) && !saved;
  const title = isNew ? t('New role') : (role.displayName ?? '');

  const submit = form.handleSubmit(async (values) => {
    setOthers([]);
    try {
      const sent = isNew ? { ...values, customerId } : { ...values, id: role.id, rowVersion: role.rowVersion };
      const answer = await saveRole({ ...sent, displayName: values.displayName.trim() }, grantedNames(permissionNodes(permissions), granted));
      setSaved(true);
      await queryClient.invalidateQueries({ queryKey: rolesKey, refetchType: 'none' });
      toast({ title: isNew ? t('{name} is created', { name: answer.role.displayName }) : t('{name} is saved', { name: answer.role.displayName }) });
      await go(path, { ignoreBlocker: true });
    } catch (error) {
      setOthers(applyServerErrors(form, error));
    }
  });
  return (
    <>
      <SectionHeading
        title={title}
        breadcrumbs={[{ text: t('Roles'), href: path }]}
        badge={<RoleMarks role={role} />}
        actions={[
          ...(!isNew && has('Pages.Administration.AuditLogs') ? [{ text: t('History'), icon: <History aria-hidden />, href: `/settings/audit-log?type=Role&id=${role.id}` }] : []),
          ...(!isNew && !role.isStatic && has(rolePermissions.delete) ? [{ text: t('Delete…'), icon: <Trash2 aria-hidden />, destructive: true, onClick: () => setDeleting(true) }] : []),
        ]}
      />
      <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-4xl gap-4">
        <ValidationSummary errors={errorItems(errors, others)} title={t('Please check')} />
        {role.isStatic && (
          <p className="rounded-lg bg-info-soft px-3 py-2 text-sm text-info-text">{t('This role is built in: it always has every permission, and it cannot be renamed or deleted.')}</p>
        )}
        <Card>
          <CardHeader title={t('Role')} description={customerId ? t('Only users of this one customer can have it.') : undefined} />
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <Field label={t('Display name')} error={errors.displayName?.message}>
              <Input
                {...form.register('displayName', {
                  validate: (text) => {
                    if (!text.trim()) return t('Display name is required');
                    return [...text.trim()].length <= longestRoleName || t('At most {count} characters', { count: longestRoleName }, 'At most {count} character');
                  },
                })}
                disabled={!mayEdit}
                autoComplete="off"
              />
            </Field>
            <Checkbox label={t('Default role')} hint={t('Every new user gets it.')} disabled={!mayEdit} {...form.register('isDefault')} className="sm:mt-6" />
          </div>
        </Card>
        <Card>
          <CardHeader title={t('Permissions')} description={t('What users with this role may see and do.')} />
          <PermissionTree label={t('Permissions')} permissions={permissions} granted={granted} onChange={setGranted} readOnly={!mayEdit} />
        </Card>
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={() => void go(path)}>
            {mayEdit ? t('Cancel') : t('Back')}
          </Button>
          {mayEdit && (
            <Button type="submit" pending={isSubmitting || saved}>
              {isNew ? t('Create role') : t('Save')}
            </Button>
          )}
        </div>
      </form>
      <LeaveGuard dirty={dirty} />
      <DeleteRole
        role={deleting && role.id ? { ...role, id: role.id } : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => {
          setSaved(true);
          void go(path, { ignoreBlocker: true }).then(() => queryClient.invalidateQueries({ queryKey: rolesKey }));
        }}
      />
    </>
  );
}
