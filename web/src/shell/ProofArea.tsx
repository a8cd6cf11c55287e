// Re-authentication dialog, loaded on demand.
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { isProofRequired, subscribeProof } from '../api/proof.ts';

const ProofDialog = lazy(() => import('./ProofDialog.tsx'));

export function ProofArea() {
  const wanted = useSyncExternalStore(subscribeProof, isProofRequired);
  return wanted ? (
    <Suspense>
      <ProofDialog />
    </Suspense>
  ) : null;
}
