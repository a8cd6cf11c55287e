// Tenant operations with confirmation.
import { Badge, ConfirmDialog } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { usePermissions } from '../../../api/session.ts';
import type { PermissionName } from '../../../api/types.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import {
  enterTenant,
  PERMISSIONS,
  platformKey,
  removeTenant,
  setState,
  type ListedTenant,
} from './queries.ts';

export type TenantOperation = 'enter' | 'suspend' | 'activate' | 'delete';

export function TenantState({ state }: { state: ListedTenant['state'] }) {
  const t = useT();
  return (
    <Badge tone={state === 'Available' ? 'success' : 'warning'} dot>
      {state === 'Available' ? t('Active') : t('Suspended')}
    </Badge>
  );
}

export function TenantOperationDialog({
  deed,
  tenant,
  onClose,
  onDone,
}: {
  deed: TenantOperation | null;
  tenant: { id: number; name: string };
  onClose: () => void;
  onDone?: () => void;
}) {
  const t = useT();
  const { name, id } = tenant;
  const texts: Record<
    TenantOperation,
    {
      title: string;
      description: string;
      confirm: string;
      destructive: boolean;
      done: string | null;
      act: () => Promise<unknown>;
    }
  > = {
    enter: {
      title: t('Sign in to {name}?', { name }),
      description: t(
        'You act as an administrator there until you end the session. This is recorded in the ' +
          'audit log with your name.',
      ),
      confirm: t('Enter'),
      destructive: false,
      done: null,
      act: () => enterTenant(id),
    },
    suspend: {
      title: t('Suspend {name}?', { name }),
      description: t('Users cannot sign in until the tenant is activated again. No data is lost.'),
      confirm: t('Suspend'),
      destructive: true,
      done: t('{name} suspended', { name }),
      act: () => setState(id, false),
    },
    activate: {
      title: t('Activate {name}?', { name }),
      description: t("The tenant's users can sign in again."),
      confirm: t('Activate'),
      destructive: false,
      done: t('{name} activated', { name }),
      act: () => setState(id, true),
    },
    delete: {
      title: t('Delete {name}?', { name }),
      description: t("All of the tenant's data is deleted. This cannot be undone."),
      confirm: t('Delete'),
      destructive: true,
      done: t('{name} deleted', { name }),
      act: () => removeTenant(id),
    },
  };
  const word = texts[deed ?? 'enter'];
  return (
    <ConfirmDialog
      open={deed !== null}
      onOpenChange={(open) => !open && onClose()}
      title={word.title}
      description={word.description}
      confirmLabel={word.confirm}
      destructive={word.destructive}
      onConfirm={async () => {
        await word.act();
        if (word.done) toast({ title: word.done });
        onDone?.();
        await queryClient.invalidateQueries({ queryKey: platformKey });
      }}
    />
  );
}

export function useTenantOperations(
  tenant: Pick<ListedTenant, 'state' | 'isPlatform'>,
): TenantOperation[] {
  return deedsWith(usePermissions().has, tenant);
}

export function deedsWith(
  has: (permission: PermissionName) => boolean,
  tenant: Pick<ListedTenant, 'state' | 'isPlatform'>,
): TenantOperation[] {
  if (tenant.isPlatform) return [];
  const active = tenant.state === 'Available';
  return [
    ...(has(PERMISSIONS.enter) && active ? ['enter' as const] : []),
    ...(has(PERMISSIONS.edit) ? [active ? ('suspend' as const) : ('activate' as const)] : []),
    ...(has(PERMISSIONS.remove) ? ['delete' as const] : []),
  ];
}
