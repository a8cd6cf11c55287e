// The screens of manifests and pickups: fetched together, since one leads to the other.
export { ManifestList } from './manifests/ManifestList.tsx';
export { ManifestPage } from './manifests/ManifestPage.tsx';
export { PickupList } from './pickups/PickupList.tsx';
export { PickupPage } from './pickups/PickupPage.tsx';
