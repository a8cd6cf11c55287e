// Impersonation banner and exit; loaded on demand.
import { useState } from 'react';
import { UserRoundCheck } from 'lucide-react';
import { cn, Button, errorMessage } from '@waybill/plugin';
import { useSession } from '../api/session.ts';
import { endImpersonation } from '../api/sign-in.ts';
import { useT } from '../lib/i18n.ts';
import { toast } from './toast.tsx';

function useEnd() {
  const t = useT();
  const [pending, setPending] = useState(false);
  const end = async () => {
    if (pending) return;
    setPending(true);
    try {
      // Stays busy until the page reloads.
      await endImpersonation();
    } catch (error) {
      setPending(false);
      toast({
        title: t('The impersonation could not be ended'),
        description: errorMessage(error),
        variant: 'destructive',
      });
    }
  };
  return { pending, end: () => void end() };
}

function Banner() {
  const t = useT();
  const { data, impersonatorName } = useSession();
  const { pending, end } = useEnd();
  if (!data) return null;
  const { name } = data.user;
  return (
    <div
      role="region"
      aria-label={t('Impersonation')}
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b',
        'border-warning-text/30 bg-warning-soft px-3 py-2 text-sm',
        'text-warning-text md:px-4',
      )}
    >
      <UserRoundCheck aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-56 break-words">
        {impersonatorName
          ? t('{impersonator}, you are signed in as {name}.', {
              impersonator: impersonatorName,
              name,
            })
          : t('You are signed in as {name}.', { name })}
      </p>
      <Button variant="outline" size="sm" pending={pending} onClick={end}>
        {t('End impersonation')}
      </Button>
    </div>
  );
}

function Entry({ itemClass }: { itemClass: string }) {
  const t = useT();
  const { pending, end } = useEnd();
  return (
    <button type="button" className={itemClass} aria-disabled={pending || undefined} onClick={end}>
      <UserRoundCheck aria-hidden />
      {t('End impersonation')}
    </button>
  );
}

/** A sidebar entry with `itemClass`, else the banner. */
export default function EndImpersonation({ itemClass }: { itemClass?: string }) {
  return itemClass ? <Entry itemClass={itemClass} /> : <Banner />;
}
