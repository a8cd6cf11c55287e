// Re-authentication dialog, loaded on demand.
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { isProofRequired, subscribeProof } from '../api/proof.ts';

const ProofDialog = lazy(() => import('./ProofDialog.tsx'));

export function ProofArea() {
  const isRequired = useSyncExternalStore(subscribeProof, isProofRequired);
  return isRequired ? (
    <Suspense>
      <ProofDialog />
    </Suspense>
  ) : null;
}
