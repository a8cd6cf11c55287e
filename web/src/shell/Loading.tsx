// Waiting: the full-screen indicator of the start, and the quiet one inside the shell.
import { LoaderCircle } from 'lucide-react';
import { Button, Skeleton } from '@waybill/plugin';
import { useT } from '../lib/i18n.ts';

export function FullScreenLoading({ label }: { label?: string }) {
  const t = useT();
  return (
    <div
      role="status"
      className="fixed inset-0 z-50 grid place-content-center justify-items-center gap-4 bg-background"
    >
      <span className="flex items-center gap-3 text-sm text-muted-foreground">
        <LoaderCircle aria-hidden className="size-5 animate-spin text-primary" />
        {label ?? t('Loading')}
      </span>
      <span className="late flex items-center gap-3 text-sm">
        {t('This takes longer than usual.')}
        <Button variant="outline" size="sm" onClick={() => location.reload()}>
          {t('Try again')}
        </Button>
      </span>
    </div>
  );
}

export function PageLoading() {
  const t = useT();
  return (
    <div role="status" aria-label={t('Loading')} className="grid gap-4">
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-24" />
      <Skeleton className="h-64" />
    </div>
  );
}
