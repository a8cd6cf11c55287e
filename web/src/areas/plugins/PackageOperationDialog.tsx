// Confirms package operations that affect tenants.
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '@waybill/plugin';
import { mutate } from '../../kit/mutate.ts';
import { useT } from '../../lib/i18n.ts';
import {
  asksAdded,
  explained,
  isOlder,
  signerChange,
  type Package,
  type PackageGroup,
} from './model.ts';
import {
  deletePackage,
  installPackage,
  removePlugin,
  renew,
  resumePlugin,
  rollBack,
  suspendPlugin,
} from './queries.ts';
import { pinsQuery } from './version-queries.ts';

export type PackageOperation =
  | { act: 'install' | 'delete'; group: PackageGroup; one: Package }
  | { act: 'rollback' | 'suspend' | 'resume' | 'remove'; group: PackageGroup };

interface Wording {
  title: string;
  description: string;
  confirm: string;
  done: string;
  destructive?: boolean;
  run: () => Promise<unknown>;
}

export function PackageOperationDialog({
  deed,
  onClose,
}: {
  deed: PackageOperation;
  onClose: () => void;
}) {
  const t = useT();
  const { name, plugin, current, previous } = deed.group;
  const pins = useQuery({ ...pinsQuery(plugin), enabled: deed.act === 'delete' });
  const wording = (): Wording => {
    switch (deed.act) {
      case 'install': {
        const { version, id, newSigner } = deed.one;
        const waits = newSigner !== null || asksAdded(deed.one, current).length > 0;
        const downgrade = current !== null && isOlder(version, current.version);
        const effect = waits
          ? t(
              'This version needs approval. Each tenant stays on its current version until someone there approves it.',
            )
          : t('All tenants that have it enabled get this version with their next call.');
        return {
          title: downgrade
            ? t('Activate the older version {version} of {name}?', { name, version })
            : t('Activate {name} {version}?', { name, version }),
          description: newSigner ? `${signerChange(newSigner, t)} ${effect}` : effect,
          confirm: t('Activate'),
          done: t('{name} {version} activated', { name, version }),
          destructive: downgrade || newSigner !== null,
          run: () => installPackage(id, { downgrade, newSigner: newSigner !== null }),
        };
      }
      case 'delete': {
        const { version, id } = deed.one;
        const count = pins.data?.filter((pin) => pin.packageId === id).length ?? 0;
        const reuseHint = t('To use it again, upload it again.');
        const stay =
          count > 0 &&
          t(
            '{count} tenants are pinned to this version. They will use the active version.',
            { count },
            '{count} tenant is pinned to this version. It will use the active version.',
          );
        return {
          title: t('Delete {name} {version}?', { name, version }),
          description: stay ? `${stay} ${reuseHint}` : reuseHint,
          confirm: stay ? t('Delete anyway') : t('Delete'),
          done: t('{name} {version} deleted', { name, version }),
          destructive: true,
          run: () => deletePackage(id, count > 0),
        };
      }
      case 'rollback': {
        const version = previous?.version ?? '';
        return {
          title: t('Roll {name} back to {version}?', { name, version }),
          description: t('The current version stays available.'),
          confirm: t('Roll back'),
          done: t('{name} rolled back to {version}', { name, version }),
          destructive: true,
          run: () => rollBack(plugin),
        };
      }
      case 'suspend':
        return {
          title: t('Suspend {name}?', { name }),
          description: t('Tenants cannot use the plugin until you resume it. No data is lost.'),
          confirm: t('Suspend'),
          done: t('{name} suspended', { name }),
          destructive: true,
          run: () => suspendPlugin(plugin),
        };
      case 'resume':
        return {
          title: t('Resume {name}?', { name }),
          description: t('Tenants with the plugin enabled can use it again.'),
          confirm: t('Resume'),
          done: t('{name} activated', { name }),
          run: () => resumePlugin(plugin),
        };
      case 'remove':
        return {
          title: t('Remove {name}?', { name }),
          description: t(
            "Tenants can no longer use the plugin. Its packages and the tenants' data are kept.",
          ),
          confirm: t('Remove'),
          done: t('{name} removed', { name }),
          destructive: true,
          run: () => removePlugin(plugin),
        };
    }
  };
  const { title, description, confirm, done, destructive = false, run } = wording();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      confirmLabel={confirm}
      destructive={destructive}
      onConfirm={async () => {
        await mutate({ call: () => explained(run()), notice: done, after: renew });
      }}
    />
  );
}
