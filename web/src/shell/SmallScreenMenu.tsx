// Sidebar on small screens, as a sheet.
import { Dialog } from 'radix-ui';
import { useSpeech } from '../lib/i18n.ts';
import { cn } from '@waybill/plugin';
import { Sidebar } from './Sidebar.tsx';

export default function SmallScreenMenu({ onClose }: { onClose: () => void }) {
  const { t, direction } = useSpeech();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-overlay animate-in fade-in-0" />
        <Dialog.Content
          aria-describedby={undefined}
          className={cn(
            'fixed inset-y-0 start-0 z-50 w-64 animate-in shadow-xl outline-none',
            direction === 'rtl' ? 'slide-in-from-right' : 'slide-in-from-left',
          )}
        >
          <Dialog.Title className="sr-only">{t('Menu')}</Dialog.Title>
          <Sidebar onNavigate={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
