// Tenant logo; falls back to our mark and the name.
import { useState } from 'react';
import { cn } from '@waybill/plugin';
import { useTenant } from '../api/tenant.tsx';

export function TenantLogo({ className }: { className?: string }) {
  const { name, logoId } = useTenant();
  const [missing, setMissing] = useState<string | null>();
  if (missing === logoId) {
    return (
      <span className={cn('flex min-w-0 items-center gap-2.5', className)}>
        <img src="/favicon.svg" alt="" className="size-7 shrink-0" />
        <span className="min-w-0 leading-tight font-semibold break-words">{name}</span>
      </span>
    );
  }
  return (
    <img
      src={`/api/core/tenant/getlogo${logoId ? `?id=${encodeURIComponent(logoId)}` : ''}`}
      alt={name}
      onError={() => setMissing(logoId)}
      className={cn('h-9 max-w-full object-contain object-left', className)}
    />
  );
}
