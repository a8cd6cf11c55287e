// Filter chip: value, editor, clear button.
import { useState } from 'react';
import { DropdownMenu, Popover } from 'radix-ui';
import { ChevronDown, X } from 'lucide-react';
import { cn, MENU_PANEL, useFormat, useSpeech } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { listOf } from './address.ts';
import { DAY_WORDS, daysOf } from './days.ts';
import type { ListFilter } from './declare.ts';
import { ChoiceItems, PanelEditor, PlainChoiceItems, useReferenceName } from './FilterEditor.tsx';
import { shortDay } from './times.ts';

export interface FilterChipProps {
  filter: ListFilter;
  value: string;
  onChange: (value: string) => void;
  /** Opened by the filter menu. */
  startsOpen?: boolean;
  /** Called when the editor closes; an unset filter is removed. */
  onClosed?: () => void;
}

const MAX_NAMED = 2;

function useValueText(filter: ListFilter, value: string): string {
  const t = useT();
  const format = useFormat();
  const reference = useReferenceName(filter, value);
  if (!value) return '';
  switch (filter.kind) {
    case 'choice': {
      const names = listOf(value).map(
        (entry) => filter.options.find((option) => option.value === entry)?.label ?? entry,
      );
      return names.length > MAX_NAMED
        ? t('{name} and {count} more', { name: names[0] ?? '', count: names.length - 1 })
        : names.join(', ');
    }
    case 'yesNo':
      return value === 'yes' ? (filter.words?.[0] ?? t('Yes')) : (filter.words?.[1] ?? t('No'));
    case 'days': {
      const word = DAY_WORDS[value];
      if (word) return t(word);
      const { from, to } = daysOf(value, '');
      const day = (text: string) => shortDay(`${text}T00:00:00Z`, 'UTC');
      return from && to
        ? from === to
          ? day(from)
          : `${day(from)} – ${day(to)}`
        : from
          ? t('from {day}', { day: day(from) })
          : t('to {day}', { day: day(to ?? '') });
    }
    case 'number': {
      const [from = '', to] = value.split('..');
      const number = (text: string) => format.number(Number(text));
      if (to === undefined) return number(from);
      return from && to
        ? `${number(from)} – ${number(to)}`
        : from
          ? `≥ ${number(from)}`
          : `≤ ${number(to)}`;
    }
    case 'reference':
      return reference;
    case 'text':
      return `“${value}”`;
  }
}

const CHIP =
  'inline-flex h-7.5 max-w-64 cursor-pointer items-center gap-1 ' +
  'rounded-full border px-3 text-[13px] whitespace-nowrap ' +
  'focus-visible:outline-2 focus-visible:outline-ring';

export function FilterChip({
  filter,
  value,
  onChange,
  startsOpen = false,
  onClosed,
}: FilterChipProps) {
  const t = useT();
  const { direction } = useSpeech();
  const [open, setOpen] = useState(startsOpen);
  const text = useValueText(filter, value);
  const turn = (next: boolean) => {
    setOpen(next);
    if (!next) onClosed?.();
  };
  const close = () => turn(false);
  const trigger = (
    <button
      type="button"
      className={cn(
        CHIP,
        value
          ? 'rounded-e-none border-primary/40 bg-primary/10 pe-1.5 text-foreground hover:bg-primary/15'
          : 'border-input bg-card text-foreground hover:bg-accent',
      )}
    >
      <span className="min-w-0 truncate">
        {value ? t('{filter}: {value}', { filter: filter.label, value: text }) : filter.label}
      </span>
      {!value && <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />}
    </button>
  );
  const editor = { value, onChange, onClose: close };
  const inMenu = filter.kind === 'choice' || filter.kind === 'yesNo';
  return (
    <span className="inline-flex">
      {inMenu ? (
        <DropdownMenu.Root modal={false} dir={direction} open={open} onOpenChange={turn}>
          <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content
              align="start"
              sideOffset={4}
              collisionPadding={8}
              className={cn(
                MENU_PANEL,
                'max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto',
              )}
            >
              {filter.kind === 'choice' ? (
                <ChoiceItems {...editor} filter={filter} />
              ) : filter.kind === 'yesNo' ? (
                <PlainChoiceItems {...editor} filter={filter} />
              ) : null}
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      ) : (
        <Popover.Root open={open} onOpenChange={turn}>
          <Popover.Trigger asChild>{trigger}</Popover.Trigger>
          <Popover.Portal>
            <Popover.Content
              align="start"
              sideOffset={4}
              collisionPadding={8}
              aria-label={filter.label}
              className={cn(MENU_PANEL, 'overflow-visible p-3')}
            >
              <PanelEditor {...editor} filter={filter} />
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
      {value && (
        <button
          type="button"
          aria-label={t('Remove filter {filter}', { filter: filter.label })}
          onClick={() => onChange('')}
          className={cn(
            'inline-flex h-7.5 cursor-pointer items-center rounded-e-full border',
            'border-s-0 border-primary/40 bg-primary/10 ps-1 pe-2',
            'text-muted-foreground hover:bg-primary/15 hover:text-foreground',
            'focus-visible:outline-2 focus-visible:outline-ring',
          )}
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  );
}
