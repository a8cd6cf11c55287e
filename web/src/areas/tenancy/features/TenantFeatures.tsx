// Settings: the tenant's features.
import { useQuery } from '@tanstack/react-query';
import { ErrorNote, Skeleton } from '@waybill/plugin';
import { api } from '../../../api/client.ts';
import { mutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { SectionHeading } from '../../../shell/SectionHeading.tsx';
import { FeatureForm } from './FeatureForm.tsx';

export default function TenantFeatures() {
  const t = useT();
  const features = useQuery({
    queryKey: ['feature', 'edit'],
    staleTime: 0,
    queryFn: ({ signal }) => api.get('/api/core/feature/gettenantfeatuers', undefined, { signal }),
  });
  return (
    <>
      <SectionHeading
        title={t('Features')}
        description={t('Features that are turned off are hidden for everyone. No data is lost.')}
      />
      {features.data ? (
        <FeatureForm
          answer={features.data}
          onSave={async (featureValues) => {
            await mutate({
              call: () => api.put('/api/core/feature/updatetenantfeatures', { featureValues }),
              stale: [['feature']],
              notice: t('Features saved'),
            });
          }}
        />
      ) : features.isLoadingError ? (
        <ErrorNote
          title={t('The features could not be loaded')}
          error={features.error}
          onRetry={() => void features.refetch()}
        />
      ) : (
        <Skeleton className="h-64 max-w-3xl" />
      )}
    </>
  );
}
