// Badge of the queue: offline state, queued and refused actions.
import { CloudOff, CloudUpload, TriangleAlert } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { useIsOnline } from '../../lib/online.ts';
import { linkTo } from './address.ts';
import { useWork } from './use-device.ts';

export function QueueBadge() {
  const t = useT();
  const isOnline = useIsOnline();
  const { queue, conflicts } = useWork();
  const count = queue.items.length - conflicts;
  if (isOnline && queue.items.length === 0) return null;
  const text = [
    ...(isOnline ? [] : [t('Offline')]),
    ...(conflicts > 0 ? [t('{count} refused', { count: conflicts })] : []),
    ...(count > 0 ? [t('{count} queued', { count })] : []),
  ].join(' · ');
  const Icon = conflicts > 0 ? TriangleAlert : isOnline ? CloudUpload : CloudOff;
  return (
    <a
      {...linkTo({ page: 'queue' })}
      className={cn(
        'flex min-h-12 shrink-0 items-center gap-1.5 rounded-full px-3 text-[15px] font-semibold',
        conflicts > 0 ? 'bg-danger-soft text-danger-text' : 'bg-warning-soft text-warning-text',
      )}
    >
      <Icon aria-hidden className="size-5" />
      {text}
    </a>
  );
}
