// Overlay parts on Radix, loaded apart from the kit.
import { useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react';
import {
  Dialog as RadixDialog,
  DropdownMenu as RadixMenu,
  Tooltip as RadixTooltip,
} from 'radix-ui';
import { X } from 'lucide-react';
import { useSpeech, useT } from '../i18n.ts';
import { cn } from './cn.ts';
import type { DialogProps } from './dialog.tsx';
import type { DropdownMenuProps } from './menu.tsx';
import { MENU_ITEM, MENU_PANEL } from './menu-look.ts';

/** Menu button of the last chosen entry, for focus restoration. */
let menuButton: HTMLElement | null = null;

/** A file's input is hidden; its button is marked. */
const FIELDS =
  'input:not([type=hidden], :disabled, [tabindex="-1"]), select:not(:disabled), ' +
  'textarea:not(:disabled), button[data-chooser]:not(:disabled)';

/** Focuses the autofocus field or button, first field, or first footer button. */
const firstOf = (content: HTMLElement) =>
  content.querySelector<HTMLElement>('[autofocus], [data-first]') ??
  content.querySelector<HTMLElement>(FIELDS) ??
  content.querySelector<HTMLElement>('footer button:not(:disabled)');

/** Gives the focus back as soon as the dialog around it is removed. */
function FocusReturn({ restore }: { restore: () => void }) {
  const latest = useRef(restore);
  useLayoutEffect(() => {
    latest.current = restore;
  });
  // The dialog is still in the page, and holds the focus, until the microtask.
  useLayoutEffect(() => () => queueMicrotask(() => latest.current()), []);
  return null;
}

const WIDTHS = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl', xl: 'max-w-5xl' };

export function DialogParts({
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = 'md',
  children,
}: DialogProps) {
  const t = useT();
  const content = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const restore = () => {
    // React mounts effects twice in development.
    if (content.current) return;
    const target = opener.current;
    opener.current = null;
    if (target?.isConnected) target.focus();
    // Lists move it to the next row.
    else if (target) document.dispatchEvent(new Event('focuslost'));
  };
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        {/* On the level of dialogs, so that a second one dims the first. */}
        <RadixDialog.Overlay
          className={cn(
            'fixed inset-0 z-50 bg-overlay data-[state=closed]:animate-out',
            'data-[state=closed]:fade-out-0 data-[state=open]:animate-in',
            'data-[state=open]:fade-in-0',
          )}
        />
        <RadixDialog.Content
          ref={content}
          onOpenAutoFocus={(event) => {
            const before = document.activeElement;
            opener.current =
              menuButton ??
              (before instanceof HTMLElement && before !== document.body ? before : null);
            menuButton = null;
            const first = content.current && firstOf(content.current);
            if (!first) return;
            event.preventDefault();
            first.focus();
          }}
          // Radix would focus a trigger these dialogs lack, a moment later: a key pressed meanwhile
          // would be lost.
          onCloseAutoFocus={(event) => event.preventDefault()}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            'fixed top-1/2 left-1/2 z-50 flex max-h-[min(90dvh,56rem)]',
            'w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col',
            'rounded-xl border border-border bg-popover text-popover-foreground',
            'shadow-xl outline-none',
            'data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:zoom-in-98',
            WIDTHS[size],
          )}
        >
          <FocusReturn restore={restore} />
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
            <div className="min-w-0">
              <RadixDialog.Title className="text-base font-semibold break-words">
                {title}
              </RadixDialog.Title>
              {description && (
                <RadixDialog.Description className="mt-1 text-sm text-muted-foreground">
                  {description}
                </RadixDialog.Description>
              )}
            </div>
            <RadixDialog.Close
              aria-label={t('Close')}
              className={cn(
                '-me-1.5 cursor-pointer rounded-md p-1.5 text-muted-foreground',
                'hover:bg-accent hover:text-foreground focus-visible:outline-2',
                'focus-visible:outline-ring',
              )}
            >
              <X aria-hidden className="size-4" />
            </RadixDialog.Close>
          </header>
          {children !== undefined && (
            <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
          )}
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-border px-5 py-3">
              {footer}
            </footer>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

export function MenuParts({
  trigger,
  items,
  align = 'end',
  label,
  onNavigate,
  defaultOpen,
}: DropdownMenuProps & { onNavigate: (to: string) => void; defaultOpen: boolean }) {
  const { direction } = useSpeech();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <RadixMenu.Root modal={false} dir={direction} defaultOpen={defaultOpen}>
      <RadixMenu.Trigger ref={button} asChild>
        {trigger}
      </RadixMenu.Trigger>
      <RadixMenu.Portal>
        <RadixMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          // Radix focuses the button a moment later, and a key pressed meanwhile would be lost.
          onEscapeKeyDown={() => button.current?.focus()}
          className={MENU_PANEL}
        >
          {items.map((item, index) =>
            item.separator ? (
              <RadixMenu.Separator key={index} className="-mx-1 my-1 h-px bg-border" />
            ) : (
              <RadixMenu.Item
                key={index}
                disabled={item.disabled ?? false}
                aria-keyshortcuts={item.shortcut}
                onSelect={() => {
                  menuButton = button.current;
                  // Only dialogs opened immediately belong to the menu.
                  setTimeout(() => (menuButton = null), 500);
                  item.onClick?.();
                  if (item.href) onNavigate(item.href);
                }}
                className={cn(
                  MENU_ITEM,
                  item.destructive && 'text-destructive-text [&_svg]:text-destructive-text',
                )}
              >
                {item.icon}
                {item.text}
                {item.shortcut && (
                  <kbd aria-hidden className="ms-auto ps-4 font-sans text-xs text-muted-foreground">
                    {item.shortcut}
                  </kbd>
                )}
              </RadixMenu.Item>
            ),
          )}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  );
}

export function TooltipParts({
  content,
  children,
  side,
}: {
  content: ReactNode;
  children: ReactElement;
  side: 'top' | 'right' | 'bottom' | 'left';
}) {
  return (
    <RadixTooltip.Provider delayDuration={300}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className={cn(
              'z-50 max-w-72 rounded-md bg-foreground px-2 py-1 text-xs',
              'text-background shadow-md data-[state=delayed-open]:animate-in',
              'data-[state=delayed-open]:fade-in-0',
            )}
          >
            {content}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
