// Error pages: not found, failed screen, unknown tenant.
import { useEffect, type ReactNode } from 'react';
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { Button, buttonClass, errorMessage } from '@waybill/plugin';
import type { TenantAvailability } from '../api/tenant.tsx';
import { callWatch } from '../api/reach.ts';
import { log } from '../api/session-service.ts';
import { msg, useT } from '../lib/i18n.ts';

function Problem({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="grid min-h-[60vh] place-items-center px-6">
      <div className="max-w-md text-center">
        <h1 className="text-lg font-semibold">{title}</h1>
        <p className="mt-1 text-sm text-muted-foreground">{children}</p>
        {action && <div className="mt-5 flex justify-center gap-2">{action}</div>}
      </div>
    </div>
  );
}

export function NotFound() {
  const t = useT();
  return (
    <Problem
      title={t('Page not found')}
      action={
        <Link to="/" className={buttonClass()}>
          {t('Go to start page')}
        </Link>
      }
    >
      {t('Check the address, or the page may have been removed.')}
    </Problem>
  );
}

export function PageFailed({ error, reset }: ErrorComponentProps) {
  const t = useT();
  useEffect(() => callWatch.onPageFailed?.(error), [error]);
  useEffect(
    () =>
      void log('error', 'SCREEN_FAILED', {
        message: errorMessage(error),
        stack: error instanceof Error ? (error.stack?.slice(0, 500) ?? '') : '',
      }),
    [error],
  );
  return (
    <Problem
      title={t('This page could not be shown')}
      action={
        <>
          <Button onClick={reset}>{t('Try again')}</Button>
          <Button variant="outline" onClick={() => location.reload()}>
            {t('Reload')}
          </Button>
        </>
      }
    >
      {errorMessage(error)}
    </Problem>
  );
}

const TENANT_PROBLEMS: Record<
  Exclude<TenantAvailability, 'Available'> | 'Unreachable',
  [string, string]
> = {
  InActive: [
    msg('This account is not active'),
    msg('Ask your freight provider to turn it on again.'),
  ],
  NotFound: [
    msg('Organisation not found'),
    msg('No account uses this address. Check it for typos.'),
  ],
  Unreachable: [msg('The server cannot be reached'), msg('Check your connection and try again.')],
};

/** Milliseconds between attempts to reach the server again. */
const RETRY_PAUSE = 5_000;

export function TenantProblem({
  reason,
  retry,
}: {
  reason: TenantAvailability | 'Unreachable';
  retry: () => void;
}) {
  const t = useT();
  useEffect(() => {
    if (reason !== 'Unreachable') return undefined;
    const timer = setInterval(() => retry(), RETRY_PAUSE);
    return () => clearInterval(timer);
  }, [reason, retry]);
  const [title, text] = TENANT_PROBLEMS[reason === 'Available' ? 'Unreachable' : reason];
  return (
    <main>
      <Problem
        title={t(title)}
        action={
          reason === 'Unreachable' ? <Button onClick={retry}>{t('Try again')}</Button> : undefined
        }
      >
        {t(text)}
      </Problem>
    </main>
  );
}
