// Frame of the pages outside the shell.
import { useEffect, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { cn, Switch } from '@waybill/plugin';
import { useTenant } from '../../../api/tenant.tsx';
import { useT } from '../../../lib/i18n.ts';
import { setPreferences, usePreferences } from '../../../shell/preferences.ts';
import { FullScreenLoading } from '../../../shell/Loading.tsx';
import { TenantLogo } from '../../../shell/TenantLogo.tsx';
import { LanguageChoice } from '../../../shell/LanguageChoice.tsx';
import { languagesQuery } from '../../../shell/languages.ts';

const STOPS = [
  [92, 118],
  [205, 250],
  [338, 176],
  [452, 318],
  [300, 432],
  [150, 520],
  [430, 586],
  [246, 690],
] as const;
const ROUTES = [
  'M92 118 C150 150 160 230 205 250 S300 190 338 176',
  'M338 176 C400 190 420 270 452 318 S360 410 300 432',
  'M205 250 C230 330 180 450 150 520 S210 640 246 690',
  'M300 432 C330 500 380 560 430 586 S310 660 246 690',
];

function RoutePicture() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 540 800"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
    >
      <defs>
        <pattern id="grid" width="36" height="36" patternUnits="userSpaceOnUse">
          <path d="M36 0H0V36" fill="none" stroke="currentColor" strokeOpacity="0.08" />
        </pattern>
      </defs>
      <rect width="540" height="800" fill="url(#grid)" />
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
        {ROUTES.map((path, index) => (
          <path
            key={path}
            d={path}
            strokeOpacity={index === 1 ? 0.85 : 0.32}
            strokeDasharray={index === 2 ? '2 8' : undefined}
          />
        ))}
      </g>
      {STOPS.map(([x, y], index) => (
        <g key={`${x}`}>
          <circle cx={x} cy={y} r="9" fill="currentColor" fillOpacity="0.14" />
          <circle
            cx={x}
            cy={y}
            r={index === 3 ? 5 : 3.5}
            fill="currentColor"
            fillOpacity={index === 3 ? 1 : 0.75}
          />
        </g>
      ))}
    </svg>
  );
}

/** Hidden for a single language. */
function Languages() {
  const t = useT();
  const { data } = useQuery(languagesQuery);
  if (!data || data.items.filter((language) => !language.isDisabled).length < 2) return null;
  return (
    <div className="mb-3 flex items-center justify-between gap-4 text-sm">
      <span aria-hidden>{t('Language')}</span>
      <div className="w-44">
        <LanguageChoice />
      </div>
    </div>
  );
}

export interface SignInPageProps {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  foot?: ReactNode;
  /** Set for longer forms. */
  wide?: boolean;
}

/**
 * True once a part of the page is known, or its first request failed. A part that arrives later
 * moves the rest under the pointer, and a click is lost if its button moves between press and
 * release.
 */
export function useIsSettled({ isPending, failureCount }: Settling): boolean {
  const isKnown = !isPending || failureCount > 0;
  const [wasKnown, setWasKnown] = useState(isKnown);
  // The end of a session empties the cache; a form keeps its fields.
  if (isKnown && !wasKnown) setWasKnown(true);
  return isKnown || wasKnown;
}

interface Settling {
  isPending: boolean;
  failureCount: number;
}

/** A link in running text. */
export const LINK =
  'rounded text-link underline underline-offset-2 hover:no-underline ' +
  'focus-visible:outline-2 focus-visible:outline-ring';

export function SignInPage({ title, description, children, foot, wide = false }: SignInPageProps) {
  const tenant = useTenant();
  const t = useT();
  const { zoom } = usePreferences();
  const isSettled = useIsSettled(useQuery(languagesQuery));
  useEffect(() => {
    document.title = `${title} · ${tenant.name}`;
  }, [title, tenant.name]);
  if (!isSettled) return <FullScreenLoading />;
  return (
    <div className="grid min-h-dvh grid-cols-1 bg-background lg:grid-cols-[minmax(26rem,1fr)_minmax(0,1.1fr)]">
      <main className="flex flex-col px-6 py-8 sm:px-10">
        <TenantLogo className="self-start" />
        <div
          className={cn(
            'mx-auto flex w-full flex-1 flex-col justify-center py-10',
            wide ? 'max-w-lg' : 'max-w-sm',
          )}
        >
          <h1 className="text-2xl font-semibold tracking-tight break-words">{title}</h1>
          {description && <p className="mt-1.5 text-sm text-muted-foreground">{description}</p>}
          {children && <div className="mt-6">{children}</div>}
          {foot}
        </div>
        <div
          className={cn(
            'mx-auto w-full border-t border-border pt-4',
            wide ? 'max-w-lg' : 'max-w-sm',
          )}
        >
          <Languages />
          <Switch
            label={t('Allow zoom')}
            hint={t('Allows pinch zoom. Remembered on this device.')}
            checked={zoom}
            onChange={(event) => setPreferences({ zoom: event.target.checked })}
          />
        </div>
      </main>
      <aside className="relative overflow-hidden bg-sidebar text-sidebar-foreground max-lg:hidden">
        <RoutePicture />
        <div
          className={cn(
            'absolute inset-x-0 bottom-0 bg-linear-to-t from-sidebar via-sidebar/90',
            'to-transparent p-10 pt-24',
          )}
        >
          <p className="max-w-sm text-xl leading-snug font-semibold tracking-tight">
            {t('All consignments, from quote to proof of delivery.')}
          </p>
          <p className="mt-2 text-sm text-sidebar-muted">{tenant.name}</p>
        </div>
      </aside>
    </div>
  );
}
