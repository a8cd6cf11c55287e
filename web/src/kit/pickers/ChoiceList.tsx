// List that is narrowed by typing and chosen from by arrow keys, for dialogs.
import { useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Command } from 'cmdk';
import { cn } from '@waybill/plugin';
import { useNamedOption } from './marked.ts';

export interface ChoiceListProps {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  isBusy: boolean;
  /** Marked until a person marks another one; the first by default. */
  best?: string | undefined;
  /** Between the field and the list. */
  notes?: ReactNode;
  children: ReactNode;
}

export function ChoiceList({
  label,
  placeholder,
  text,
  onText,
  isBusy,
  best,
  notes,
  children,
}: ChoiceListProps) {
  const [marked, setMarked] = useState<string | null>(null);
  const isTouched = useRef(false);
  const root = useRef<HTMLDivElement>(null);
  useNamedOption(root);
  const touch = () => {
    isTouched.current = true;
  };
  return (
    <Command
      ref={root}
      shouldFilter={false}
      label={label}
      {...(best === undefined
        ? {}
        : {
            value: marked ?? best,
            onValueChange: (value: string) => isTouched.current && setMarked(value),
          })}
      onKeyDown={({ key }) => {
        if (key.startsWith('Arrow') || key === 'Home' || key === 'End') touch();
      }}
      onPointerMove={touch}
      className="grid gap-2 p-0.5"
    >
      <Command.Input
        value={text}
        onValueChange={(typed) => {
          isTouched.current = false;
          setMarked(null);
          onText(typed);
        }}
        placeholder={placeholder}
        className={cn(
          'h-9 w-full rounded-md border border-input bg-field px-2.5 text-sm',
          'focus-visible:outline-2 focus-visible:outline-ring',
        )}
      />
      {notes}
      <Command.List aria-busy={isBusy} className="h-80 overflow-y-auto [scrollbar-gutter:stable]">
        {children}
      </Command.List>
    </Command>
  );
}

export function Choice({ className, ...rest }: ComponentProps<typeof Command.Item>) {
  return (
    <Command.Item
      {...rest}
      className={cn(
        'flex cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 text-sm',
        'data-[selected=true]:bg-accent',
        className,
      )}
    />
  );
}

export function ChoiceGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className={cn(
        '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2',
        '[&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs',
        '[&_[cmdk-group-heading]]:text-muted-foreground',
      )}
    >
      {children}
    </Command.Group>
  );
}

/** Shown while nothing matches. */
export function NoChoice({ children }: { children: ReactNode }) {
  return (
    <Command.Empty className="px-2 py-6 text-center text-sm text-muted-foreground">
      {children}
    </Command.Empty>
  );
}
