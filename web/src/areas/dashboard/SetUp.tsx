// Set-up list of a new tenant: each step with its state, from the tenant's data.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck, X } from 'lucide-react';
import { Button, Card, cn, ErrorNote, Skeleton } from '@waybill/plugin';
import { api } from '../../api/client.ts';
import { useTenant } from '../../api/tenant.tsx';
import { failure } from '../../kit/mutate.ts';
import { target } from '../../lib/href.ts';
import { useT } from '../../lib/i18n.ts';
import { useHint } from '../../shell/hints.ts';
import { isDone, stepsOf, type Facts } from './set-up.ts';

const ONE = { maxResultCount: 1, skipCount: 0 };

/** All at once, so that the list appears whole. */
const factsQuery = {
  queryKey: ['set-up'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Omit<Facts, 'guestsMayBook'>> => {
    const [settings, accounts, cards, users] = await Promise.all([
      api.get('/api/core/tenantsettings/getallsettings', undefined, { signal }),
      api.get('/api/carrier/carrieraccount/getcarrieraccounts', ONE, { signal }),
      api.get('/api/rates/rate-card/rate-cards', ONE, { signal }),
      api.get('/api/core/user/getusers', ONE, { signal }),
    ]);
    return {
      email: settings.email,
      logoId: settings.ui.logoId,
      carrierAccounts: accounts.totalCount,
      rateCards: cards.totalCount,
      users: users.totalCount,
    };
  },
};

export default function SetUp() {
  const t = useT();
  const { guests } = useTenant();
  const { isHidden, hide } = useHint('set-up');
  const { data, error, refetch } = useQuery({ ...factsQuery, enabled: isHidden === false });
  if (isHidden === undefined) return <Skeleton className="h-40 w-full" />;
  if (isHidden) return null;
  const steps = data && stepsOf({ ...data, guestsMayBook: guests.canBook });
  return (
    <Card aria-label={t('Set-up')} className="min-h-40">
      <header className="mb-2 flex items-center gap-3">
        <h2 className="text-sm font-semibold">{t('Set-up')}</h2>
        {steps && (
          <span className="text-[13px] text-muted-foreground tabular-nums">
            {t('{done} of {total} done', {
              done: steps.filter(isDone).length,
              total: steps.length,
            })}
          </span>
        )}
        <Button
          variant="ghost"
          size="icon"
          className="ms-auto -my-1 text-muted-foreground"
          aria-label={t('Dismiss the set-up list')}
          title={t('Dismiss the set-up list')}
          onClick={() => hide(true).catch(failure(t('The change could not be saved')))}
        >
          <X aria-hidden />
        </Button>
      </header>
      {error && !data ? (
        <ErrorNote error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className="grid gap-x-4 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
          {steps
            ? steps.map((step) => (
                <li key={step.href}>
                  <Link
                    {...target(step.href)}
                    className={cn(
                      '-mx-2 flex items-start gap-2 rounded-md px-2 py-1 text-[13px]',
                      'hover:bg-accent/60 focus-visible:outline-2 focus-visible:outline-ring',
                    )}
                  >
                    {isDone(step) ? (
                      <CircleCheck
                        role="img"
                        aria-label={t('Done')}
                        className="mt-0.5 size-4 shrink-0 text-success-text"
                      />
                    ) : (
                      <Circle
                        role="img"
                        aria-label={t('To do')}
                        className="mt-0.5 size-4 shrink-0 text-muted-foreground"
                      />
                    )}
                    <span className="min-w-0">
                      <span className="block font-medium">{t(step.title)}</span>
                      <span className="block text-xs text-muted-foreground">
                        {t(step.text, step.values)}
                      </span>
                    </span>
                  </Link>
                </li>
              ))
            : Array.from({ length: 6 }, (_, at) => (
                <li key={at} className="py-1">
                  <Skeleton className="h-8 w-4/5" />
                </li>
              ))}
        </ul>
      )}
    </Card>
  );
}
