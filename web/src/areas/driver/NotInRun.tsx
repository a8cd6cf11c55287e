// A job that is not, or no longer, in the run.
import { useT } from '../../lib/i18n.ts';
import { linkTo } from './address.ts';
import { ActionLink, Actions, Foot, TopBar } from './look.tsx';
import { QueueBadge } from './QueueBadge.tsx';
import { useWork } from './use-device.ts';

export function NotInRun() {
  const t = useT();
  const { isLoaded } = useWork();
  return (
    <>
      <TopBar title={t('Job stop')} back={{ page: 'run' }} end={<QueueBadge />} />
      <main className="flex-1 px-6 py-16 text-center">
        {isLoaded && <p>{t('This job is not on your run. Dispatch may have moved it.')}</p>}
      </main>
      <Foot>
        <Actions>
          <ActionLink look="main" {...linkTo({ page: 'run' })}>
            {t('Back to the run')}
          </ActionLink>
        </Actions>
      </Foot>
    </>
  );
}
