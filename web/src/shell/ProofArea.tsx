// Where the question appears whether it is still the same person; what asks it is fetched when it is first needed.
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { isProofWanted, subscribeProof } from '../api/proof.ts';

const ProofDialog = lazy(() => import('./ProofDialog.tsx'));

export function ProofArea() {
  const wanted = useSyncExternalStore(subscribeProof, isProofWanted);
  return wanted ? (
    <Suspense>
      <ProofDialog />
    </Suspense>
  ) : null;
}
