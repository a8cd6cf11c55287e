// The screens beside the list and the booking. Manifests and pickups are fetched together, since one leads to the other; the
// larger ones by themselves, from here, so that the first page need not know what belongs to them.
import { lazyRouteComponent } from '@tanstack/react-router';

export { ManifestList } from './manifests/ManifestList.tsx';
export { ManifestPage } from './manifests/ManifestPage.tsx';
export { PickupList } from './pickups/PickupList.tsx';
export { PickupPage } from './pickups/PickupPage.tsx';
export const Batch = lazyRouteComponent(() => import('./batch/Batch.tsx'), 'Batch');
export const MarginView = lazyRouteComponent(() => import('./margin/MarginView.tsx'), 'MarginView');
