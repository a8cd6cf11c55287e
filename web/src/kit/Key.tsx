// A key, shown next to its action.
import { cn } from '@waybill/plugin';

export function Key({ children }: { children: string }) {
  return (
    <kbd
      className={cn(
        'inline-grid min-w-5 place-items-center rounded border border-border',
        'bg-muted px-1.5 font-sans text-[11px] leading-4.5',
      )}
    >
      {children}
    </kbd>
  );
}
