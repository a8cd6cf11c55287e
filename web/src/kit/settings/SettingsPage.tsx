// Settings section over one query.
import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Card, ErrorNote, Skeleton } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { SectionHeading } from '../../shell/SectionHeading.tsx';

export interface SettingsPageProps<S> {
  title: string;
  description?: ReactNode;
  settings: UseQueryResult<S>;
  children: (settings: S) => ReactNode;
}

export function SettingsPage<S>({ title, description, settings, children }: SettingsPageProps<S>) {
  const t = useT();
  return (
    <>
      <SectionHeading title={title} description={description} />
      {settings.data ? (
        <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
          {children(settings.data)}
        </div>
      ) : settings.isLoadingError ? (
        <ErrorNote
          title={t('The settings could not be loaded')}
          error={settings.error}
          onRetry={() => void settings.refetch()}
        />
      ) : (
        <Card role="status" aria-label={t('Loading')} className="grid max-w-3xl gap-3">
          <Skeleton className="w-40" />
          <Skeleton className="h-8.5" />
          <Skeleton className="h-8.5" />
        </Card>
      )}
    </>
  );
}
