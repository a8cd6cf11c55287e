// Lazy screens. Large ones have their own chunk, so the first page stays small.
import { lazyRouteComponent } from '@tanstack/react-router';

export { ManifestList } from './manifests/ManifestList.tsx';
export { ManifestPage } from './manifests/ManifestPage.tsx';
export { PickupList } from './pickups/PickupList.tsx';
export { PickupPage } from './pickups/PickupPage.tsx';
export const Batch = lazyRouteComponent(() => import('./batch/Batch.tsx'), 'Batch');
export const MarginView = lazyRouteComponent(() => import('./margin/MarginView.tsx'), 'MarginView');
