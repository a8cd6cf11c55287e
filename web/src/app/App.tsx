// The application from the outside in: data, tenant, the host's services for plugins, pages and
// notices.
import { useEffect } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { startSession } from '../api/session.ts';
import { TenantProvider } from '../api/tenant.tsx';
import { target } from '../lib/href.ts';
import { FullScreenLoading } from '../shell/Loading.tsx';
import { TenantProblem } from '../shell/Problems.tsx';
import { ToastArea } from '../shell/toast.tsx';
import { Host } from './Host.tsx';
import { prefetchNear } from './prefetch.ts';
import { router } from './router.tsx';

const navigate = (to: string) => void router.navigate(target(to));

export function App() {
  useEffect(() => startSession(), []);
  useEffect(() => prefetchNear(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <TenantProvider
        loading={<FullScreenLoading />}
        failed={(retry, reason) => <TenantProblem retry={retry} reason={reason} />}
      >
        <Host navigate={navigate}>
          <RouterProvider router={router} />
          <ToastArea />
        </Host>
      </TenantProvider>
    </QueryClientProvider>
  );
}
