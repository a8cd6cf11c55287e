// What one person was shown is not for the next: the cache ends with the session, the page with the person.
import { useEffect, useRef } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { useSession } from '../api/session.ts';

/** Everything but the tenant itself belongs to whoever is signed in. */
export function forgetPerson(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'tenant' });
}

/** The pages under /auth/ show nothing of anyone, and lead on by themselves. */
function startAnew(): void {
  if (!location.pathname.startsWith('/auth/')) location.reload();
}

export function useSessionGuard(queryClient: QueryClient, reload: () => void = startAnew): void {
  const { status, data, customerId } = useSession();
  const person = data
    ? `${data.tenantId}/${data.user.id ?? data.user.email}/${customerId ?? ''}`
    : null;
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (status === 'loading') return;
    if (before.current !== null && person === null) forgetPerson(queryClient);
    // Another tab signed someone else in: this page starts anew for them.
    if (before.current !== null && person !== null && person !== before.current) reload();
    before.current = person;
  }, [status, person, queryClient, reload]);
}
