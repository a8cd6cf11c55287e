// Viewer: session, permissions, features and existing screens.
import { useRouter } from '@tanstack/react-router';
import { usePermissions, useSession } from '../api/session.ts';
import { useFeatures } from '../api/tenant.tsx';

export function useViewer() {
  const { isCustomer, isDriver, isPlatformAdmin } = useSession();
  const permissions = usePermissions();
  const features = useFeatures();
  const router = useRouter();
  return {
    isCustomer,
    isDriver,
    isPlatformAdmin,
    can: permissions.has,
    hasFeature: features.has,
    exists: (to: string) => to in router.routesByPath,
  };
}
