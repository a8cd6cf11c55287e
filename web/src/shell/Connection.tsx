// Banner for a lost or slow connection, and what follows from its return; loaded after the first
// page.
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { Hourglass, WifiOff } from 'lucide-react';
import { Button, cn } from '@waybill/plugin';
import { useT } from '../lib/i18n.ts';
import { retryLoading, slowCalls, tryConnection, watchConnection } from './connection-watch.ts';
import { reach } from '../api/reach.ts';

function Bar({
  role,
  icon,
  action,
  children,
}: {
  role: 'alert' | 'status';
  icon: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      role={role}
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-warning-text/30',
        'bg-warning-soft px-3 py-1.5 text-sm text-warning-text md:px-4',
        '[&>svg]:size-4 [&>svg]:shrink-0',
      )}
    >
      {icon}
      <p className="min-w-0 flex-1 basis-56 break-words">{children}</p>
      {action}
    </div>
  );
}

export default function Connection() {
  const t = useT();
  useEffect(() => watchConnection(), []);
  const isReachable = useSyncExternalStore(reach.subscribe, reach.get);
  const slow = useSyncExternalStore(slowCalls.subscribe, slowCalls.get);
  const again = (act: () => void) => (
    <Button variant="outline" size="sm" className="text-foreground" onClick={act}>
      {t('Try again')}
    </Button>
  );
  if (!isReachable)
    return (
      <Bar role="alert" icon={<WifiOff aria-hidden />} action={again(tryConnection)}>
        {t('No connection to the server. Changes cannot be saved until it is back.')}
      </Bar>
    );
  if (slow === 'write')
    return (
      <Bar role="status" icon={<Hourglass aria-hidden />}>
        {t('Still waiting for the server to confirm. Keep this page open.')}
      </Bar>
    );
  if (slow === 'read')
    return (
      <Bar role="status" icon={<Hourglass aria-hidden />} action={again(retryLoading)}>
        {t('Loading takes longer than usual.')}
      </Bar>
    );
  return null;
}
