// Audience of a note: a badge on each, and the choice for a new one.
import { Eye, Lock } from 'lucide-react';
import { Badge, cn } from '@waybill/plugin';
import { useT } from '../lib/i18n.ts';

const AUDIENCES = {
  internal: { icon: Lock, tone: 'warning' },
  shared: { icon: Eye, tone: 'info' },
} as const;

/** Frame of the field that writes an internal note, in the colour of its badge. */
export const INTERNAL_FIELD = 'border-warning-text/50 bg-warning-soft';

export function NoteBadge({ isInternal }: { isInternal: boolean }) {
  const t = useT();
  const { icon: Icon, tone } = isInternal ? AUDIENCES.internal : AUDIENCES.shared;
  return (
    <Badge tone={tone} className="h-4.5 px-1.5">
      <Icon aria-hidden className="size-3" />
      {isInternal ? t('Internal') : t('Customer sees this')}
    </Badge>
  );
}

export function NoteAudience({
  name,
  isInternal,
  onChange,
}: {
  /** Of the radio buttons. */
  name: string;
  isInternal: boolean;
  onChange: (isInternal: boolean) => void;
}) {
  const t = useT();
  const options = [
    {
      value: true,
      label: t('Internal'),
      look: AUDIENCES.internal,
      on: 'bg-warning-soft text-warning-text',
    },
    {
      value: false,
      label: t('Customer sees this'),
      look: AUDIENCES.shared,
      on: 'bg-info-soft text-info-text',
    },
  ];
  return (
    <div
      role="radiogroup"
      aria-label={t('Who reads the note')}
      className="flex w-max max-w-full rounded-md border border-border bg-card p-0.5 text-xs"
    >
      {options.map(({ value, label, look: { icon: Icon }, on }) => (
        <label
          key={label}
          className={cn(
            'relative flex cursor-pointer items-center gap-1 rounded px-2 py-0.5 text-muted-foreground',
            'has-focus-visible:outline-2 has-focus-visible:outline-ring',
            isInternal === value && cn('font-medium', on),
          )}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={isInternal === value}
            onChange={() => onChange(value)}
          />
          <Icon aria-hidden className="size-3" />
          {label}
        </label>
      ))}
    </div>
  );
}
