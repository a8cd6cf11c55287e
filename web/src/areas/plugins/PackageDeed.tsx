// Asks before anything is done with a package or a plugin that tenants will feel.
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { toast } from '../../shell/toast.tsx';
import { asksAdded, explained, type Package, type PackageGroup } from './model.ts';
import { deletePackage, installPackage, removePlugin, renew, resumePlugin, rollBack, suspendPlugin } from './queries.ts';
import { pinsQuery } from './version-queries.ts';

export type Deed = { act: 'install' | 'delete'; group: PackageGroup; one: Package } | { act: 'rollback' | 'suspend' | 'resume' | 'remove'; group: PackageGroup };

interface Wording {
  title: string;
  description: string;
  confirm: string;
  done: string;
  destructive?: boolean;
  run: () => Promise<unknown>;
}

export function PackageDeed({ deed, onClose }: { deed: Deed; onClose: () => void }) {
  const t = useT();
  const { name, plugin, current, previous } = deed.group;
  const pins = useQuery({ ...pinsQuery(plugin), enabled: deed.act === 'delete' });
  const wording = (): Wording => {
    switch (deed.act) {
      case 'install': {
        const { version, id } = deed.one;
        const more = asksAdded(deed.one, current).length > 0;
        return {
          title: t('Make {name} {version} active?', { name, version }),
          description: more
            ? t('It asks for more than the version before: it is called again for each tenant once somebody there has agreed.')
            : t('All tenants that have it enabled get this version with their next call.'),
          confirm: t('Make active'),
          done: t('{name} {version} is active', { name, version }),
          run: () => installPackage(id),
        };
      }
      case 'delete': {
        const { version, id } = deed.one;
        const count = pins.data?.filter((pin) => pin.packageId === id).length ?? 0;
        const again = t('To use it again it has to be uploaded again.');
        const stay = count > 0 && t('{count} tenants stay at this version. They follow the active one then.', { count }, '{count} tenant stays at this version. It follows the active one then.');
        return {
          title: t('Delete {name} {version}?', { name, version }),
          description: stay ? `${stay} ${again}` : again,
          confirm: stay ? t('Delete all the same') : t('Delete'),
          done: t('{name} {version} is deleted', { name, version }),
          destructive: true,
          run: () => deletePackage(id, count > 0),
        };
      }
      case 'rollback': {
        const version = previous?.version ?? '';
        return { title: t('Roll {name} back to {version}?', { name, version }), description: t('The present version stays the way forward.'), confirm: t('Roll back'), done: t('{name} is back at {version}', { name, version }), destructive: true, run: () => rollBack(plugin) };
      }
      case 'suspend':
        return { title: t('Suspend {name}?', { name }), description: t('No tenant can use it until it is resumed. Nothing is lost.'), confirm: t('Suspend'), done: t('{name} is suspended', { name }), destructive: true, run: () => suspendPlugin(plugin) };
      case 'resume':
        return { title: t('Resume {name}?', { name }), description: t('The tenants that have it enabled can use it again.'), confirm: t('Resume'), done: t('{name} is active', { name }), run: () => resumePlugin(plugin) };
      case 'remove':
        return { title: t('Remove {name}?', { name }), description: t('No tenant can use it any more. Its packages stay here, and its data stays with the tenants.'), confirm: t('Remove'), done: t('{name} is removed', { name }), destructive: true, run: () => removePlugin(plugin) };
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
        await explained(run());
        toast({ title: done });
        await renew();
      }}
    />
  );
}
