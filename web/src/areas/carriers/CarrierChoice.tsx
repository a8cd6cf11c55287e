// A new account's first step: its carrier.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Truck } from 'lucide-react';
import { cn, Dialog, EmptyState, ErrorNote, Skeleton } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { useCarrierName } from '../../plugins/carrier-names.ts';
import { carrierCodesQuery } from './queries.ts';

export function CarrierChoice({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useT();
  const codes = useQuery({ ...carrierCodesQuery, enabled: open });
  const carrierName = useCarrierName();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('New carrier account')}
      description={t('Which carrier is the account with?')}
      size="sm"
    >
      {codes.isLoadingError ? (
        <ErrorNote error={codes.error} onRetry={() => void codes.refetch()} />
      ) : !codes.data ? (
        <div className="grid gap-2">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      ) : codes.data.length === 0 ? (
        <EmptyState
          icon={<Truck />}
          title={t('No carriers turned on')}
          description={t('Ask an administrator to turn on carriers for your organisation.')}
        />
      ) : (
        <ul className="grid gap-2">
          {codes.data.map((code) => (
            <li key={code}>
              <Link
                to="/carriers/new/$carrierCode"
                params={{ carrierCode: code }}
                className={cn(
                  'flex items-center gap-3 rounded-lg border border-input px-3 py-2.5',
                  'text-sm font-medium hover:bg-accent focus-visible:outline-2',
                  'focus-visible:outline-ring',
                )}
              >
                <Truck aria-hidden className="size-4 text-muted-foreground" />
                <span className="min-w-0 flex-1 truncate">{carrierName(code)}</span>
                <ChevronRight aria-hidden className="size-4 text-muted-foreground" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
