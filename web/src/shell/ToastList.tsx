// Toast rendering; loaded with the first toast.
import { Toast as Radix } from 'radix-ui';
import { CircleAlert, X } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { Key } from '../kit/Key.tsx';
import { KEYS } from '../kit/keys.ts';
import { useT } from '../lib/i18n.ts';
import { dismissToast, type ToastItem } from './toast.tsx';

const DURATION = 5000;

export default function ToastList({ items }: { items: ToastItem[] }) {
  const t = useT();
  return (
    <Radix.Provider
      label={t('Notification')}
      duration={DURATION}
      swipeDirection="right"
      swipeThreshold={50}
    >
      {items.map((item) => {
        const action = item.undo ? { label: t('Undo'), onClick: item.undo } : item.action;
        return (
          <Radix.Root
            key={item.id}
            open={item.open}
            onOpenChange={(open) => !open && dismissToast(item.id)}
            className={cn(
              'relative flex items-start gap-3 rounded-lg border bg-popover p-3.5',
              'pe-10 text-popover-foreground shadow-lg',
              // Slides out without fading, to stay readable.
              'data-[state=open]:animate-in data-[state=open]:slide-in-from-bottom-4',
              'data-[state=closed]:animate-out',
              'data-[state=closed]:slide-out-to-end-full',
              'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
              'data-[swipe=end]:animate-out data-[swipe=end]:slide-out-to-right-full',
              item.variant === 'destructive'
                ? 'border-danger-text/40 bg-danger-soft text-danger-text'
                : 'border-border',
            )}
          >
            {item.variant === 'destructive' && (
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            )}
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-sm font-medium break-words">{item.title}</Radix.Title>
              {item.description && (
                <Radix.Description className="mt-0.5 text-[13px] break-words opacity-90">
                  {item.description}
                </Radix.Description>
              )}
              {action && (
                <Radix.Action
                  altText={action.label}
                  aria-keyshortcuts={item.undo && KEYS.undo.key}
                  onClick={action.onClick}
                  className={cn(
                    'mt-2 rounded-md border border-input bg-card px-2.5 py-1 text-xs',
                    'font-medium text-foreground hover:bg-accent focus-visible:outline-2',
                    'focus-visible:outline-ring',
                  )}
                >
                  {action.label}
                  {item.undo && (
                    <span aria-hidden className="ms-1.5">
                      <Key>{KEYS.undo.key}</Key>
                    </span>
                  )}
                </Radix.Action>
              )}
            </div>
            <Radix.Close
              aria-label={t('Close')}
              className={cn(
                'absolute top-2.5 end-2.5 rounded-md p-1 opacity-70 hover:opacity-100',
                'focus-visible:outline-2 focus-visible:outline-ring',
              )}
            >
              <X aria-hidden className="size-4" />
            </Radix.Close>
          </Radix.Root>
        );
      })}
      <Radix.Viewport
        label={t('Notifications ({hotkey})', { hotkey: 'F8' })}
        className={cn(
          'fixed end-4 bottom-4 z-[60] flex w-96 max-w-[calc(100vw-2rem)] flex-col gap-2',
          // Above the bar with the page's buttons.
          'outline-none [[data-has-bar]_&]:bottom-20',
        )}
      />
    </Radix.Provider>
  );
}
