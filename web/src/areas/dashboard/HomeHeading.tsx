// Heading of a home page, with the person's other homes.
import { Link, useParams } from '@tanstack/react-router';
import { cn } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { PageHeading, type HeadingAction } from '../../shell/PageHeading.tsx';
import { useViewer } from '../../shell/viewer.ts';
import { homeAt, HOMES, homesOf, type Home } from './homes.ts';

export function useHome(): { homes: Home[]; home: Home } {
  const homes = homesOf(useViewer());
  const { home } = useParams({ strict: false });
  return { homes, home: homeAt(homes, home) };
}

export function HomeHeading({ actions = [] }: { actions?: HeadingAction[] }) {
  const t = useT();
  const { homes, home } = useHome();
  return (
    <div className="-mb-4">
      <PageHeading
        title={t('Dashboard')}
        actions={actions}
        badge={
          homes.length > 1 && (
            <nav
              aria-label={t('Dashboards')}
              className="flex gap-0.5 rounded-md bg-muted p-0.5 text-[13px]"
            >
              {homes.map((one) => (
                <Link
                  key={one}
                  to="/dashboard/$home"
                  params={{ home: one }}
                  aria-current={one === home ? 'page' : undefined}
                  activeProps={{}}
                  className={cn(
                    'rounded px-2 py-0.5 focus-visible:outline-2 focus-visible:outline-ring',
                    one === home
                      ? 'bg-card font-medium shadow-xs'
                      : 'text-muted-foreground hover:text-foreground',
                  )}
                >
                  {t(HOMES[one])}
                </Link>
              ))}
            </nav>
          )
        }
      />
    </div>
  );
}
