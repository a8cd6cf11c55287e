// A customer's features: inherited or set.
import { useQuery } from '@tanstack/react-query';
import { ErrorNote, Skeleton } from '@waybill/plugin';
import { api } from '../../../api/client.ts';
import { mutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { FeatureForm } from './FeatureForm.tsx';

export default function CustomerFeatures({ id: customerId }: { id: number }) {
  const t = useT();
  const queryKey = ['feature', 'customer', customerId];
  const features = useQuery({
    queryKey,
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.get('/api/core/feature/getcustomerfeatures', { customerId }, { signal }),
  });
  if (features.isLoadingError)
    return (
      <ErrorNote
        title={t('The features could not be loaded')}
        error={features.error}
        onRetry={() => void features.refetch()}
      />
    );
  if (!features.data) return <Skeleton className="h-64 max-w-3xl" />;
  return (
    <div className="grid gap-3">
      <p className="text-[13px] text-muted-foreground">
        {t(
          "Features available to this customer's users, limited to those your organisation has turned on.",
        )}
      </p>
      <FeatureForm
        answer={features.data}
        inherited={t('From the organisation')}
        onSave={async (featureValues) => {
          await mutate({
            call: () =>
              api.put('/api/core/feature/updatecustomerfeatures', { customerId, featureValues }),
            stale: [queryKey],
            notice: t('Features saved'),
          });
        }}
      />
    </div>
  );
}
