// Guest page: logo, heading, introduction.
import { useEffect, type ReactNode } from 'react';
import { useTenant } from '../api/tenant.tsx';
import { TenantLogo } from './TenantLogo.tsx';

export interface OutsidePageProps {
  title: string;
  description?: ReactNode;
  badge?: ReactNode;
  children?: ReactNode;
}

export function OutsidePage({ title, description, badge, children }: OutsidePageProps) {
  const tenant = useTenant();
  useEffect(() => {
    document.title = `${title} · ${tenant.name}`;
  }, [title, tenant.name]);
  return (
    <div className="min-h-dvh bg-background">
      <main className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-6 py-8">
        <TenantLogo className="self-start" />
        <div>
          <div className="flex flex-wrap items-center gap-3">
            <h1 className="text-2xl font-semibold tracking-tight break-words">{title}</h1>
            {badge}
          </div>
          {description && <p className="mt-1.5 text-sm text-muted-foreground">{description}</p>}
        </div>
        {children}
      </main>
    </div>
  );
}
