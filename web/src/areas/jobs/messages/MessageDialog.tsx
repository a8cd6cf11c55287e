// Writes to a driver without leaving the screen.
import { Dialog } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { Job } from '../model.ts';
import { Conversation } from './Conversation.tsx';

export function MessageDialog({
  driver,
  job = null,
  onClose,
}: {
  driver: { id: number; name: string };
  job?: Job | null;
  onClose: () => void;
}) {
  const t = useT();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="md"
      title={
        driver.name ? t('Messages to {name}', { name: driver.name }) : t('Messages to the driver')
      }
    >
      <Conversation driverId={driver.id} job={job} />
    </Dialog>
  );
}
