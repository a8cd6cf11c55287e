// A button that opens a list of things to tick; it stays open while several are ticked.
import type { ReactNode } from 'react';
import { DropdownMenu } from 'radix-ui';
import { Check, ChevronDown } from 'lucide-react';
import { Button, MENU_PANEL } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';

export interface FilterOption {
  value: string;
  label: string;
  count?: number;
}

export interface FilterMenuProps {
  label: string;
  icon?: ReactNode;
  options: readonly FilterOption[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** The last entry, which undoes the choice. */
  reset?: { label: string; onSelect: () => void };
  /** A choice of columns is not a filter: its button does not count. */
  showCount?: boolean;
  variant?: 'outline' | 'ghost';
  size?: 'sm' | 'md';
}

export function FilterMenu({ label, icon, options, chosen, onChange, reset, showCount = true, variant = 'outline', size = 'md' }: FilterMenuProps) {
  const t = useT();
  const toggle = (value: string, on: boolean) => onChange(on ? [...chosen, value] : chosen.filter((entry) => entry !== value));
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button variant={variant} size={size}>
          {icon}
          {label}
          {showCount && chosen.length > 0 && <span className="rounded-full bg-primary px-1.5 text-xs text-primary-foreground tabular-nums">{chosen.length}</span>}
          <ChevronDown aria-hidden className="text-muted-foreground" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="start" sideOffset={4} collisionPadding={8} className={`${MENU_PANEL} max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto`}>
          {options.length === 0 && <p className="px-2 py-1.5 text-sm text-muted-foreground">{t('Nothing to choose from')}</p>}
          {options.map((option) => (
            <DropdownMenu.CheckboxItem
              key={option.value}
              checked={chosen.includes(option.value)}
              onCheckedChange={(on) => toggle(option.value, on)}
              onSelect={(event) => event.preventDefault()}
              className="flex cursor-pointer items-center gap-2 rounded-md py-1 pe-2 ps-8 text-sm outline-none select-none data-highlighted:bg-accent"
            >
              <DropdownMenu.ItemIndicator className="absolute start-3">
                <Check aria-hidden className="size-4 text-link" />
              </DropdownMenu.ItemIndicator>
              <span className="flex-1">{option.label}</span>
              {option.count !== undefined && <span className="ps-4 text-xs text-muted-foreground tabular-nums">{option.count}</span>}
            </DropdownMenu.CheckboxItem>
          ))}
          {reset && (
            <>
              <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-border" />
              <DropdownMenu.Item onSelect={reset.onSelect} className="cursor-pointer rounded-md py-1 pe-2 ps-8 text-sm text-muted-foreground outline-none select-none data-highlighted:bg-accent">
                {reset.label}
              </DropdownMenu.Item>
            </>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
