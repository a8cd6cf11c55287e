// Account routes; settings are in sections.ts.
import type { BareRoute, ShellRoute } from '../../app/root.tsx';
import { accountRoutes } from './account/routes.tsx';

export const routes = (_parent: ShellRoute) => [] as const;

export const bareRoutes = (parent: BareRoute) => accountRoutes(parent);
