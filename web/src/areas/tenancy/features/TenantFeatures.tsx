// Settings: which parts of the application are switched on for the tenant.
import { useQuery } from '@tanstack/react-query';
import { ErrorNote, Skeleton } from '@waybill/plugin';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { SectionHeading } from '../settings/SectionHeading.tsx';
import { FeatureForm } from './FeatureForm.tsx';
import type { FeaturesAnswer } from './features.ts';

export default function TenantFeatures() {
  const t = useT();
  const features = useQuery({ queryKey: ['feature', 'edit'], staleTime: 0, queryFn: ({ signal }) => api.get<FeaturesAnswer>('/api/core/feature/gettenantfeatuers', undefined, { signal }) });
  return (
    <>
      <SectionHeading title={t('Features')} description={t('What is switched off disappears for everybody, and nothing of it is lost.')} />
      {features.data ? (
        <FeatureForm
          answer={features.data}
          onSave={async (featureValues) => {
            await api.put('/api/core/feature/updatetenantfeatures', { featureValues });
            await queryClient.invalidateQueries({ queryKey: ['feature'] });
            toast({ title: t('The features are saved') });
          }}
        />
      ) : features.isError ? (
        <ErrorNote title={t('The features could not be loaded')} error={features.error} onRetry={() => void features.refetch()} />
      ) : (
        <Skeleton className="h-64 max-w-3xl" />
      )}
    </>
  );
}
