// Event choice by group, with samples.
import { useId, useState } from 'react';
import { Braces } from 'lucide-react';
import { Button, Checkbox, Dialog } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { JsonText } from './JsonText.tsx';
import { chosen, grouped } from './model.ts';
import type { EventType } from './queries.ts';

export interface EventChoiceProps {
  types: readonly EventType[];
  names: readonly string[];
  onChange: (names: string[]) => void;
  readOnly: boolean;
  error: string | undefined;
}

export function EventChoice({ types, names, onChange, readOnly, error }: EventChoiceProps) {
  const t = useT();
  const id = useId();
  const [shown, setShown] = useState<EventType | null>(null);
  const set = (changed: readonly EventType[], on: boolean) =>
    onChange(
      chosen(
        types,
        names,
        changed.map(({ name }) => name),
        on,
      ),
    );
  return (
    <div
      className="grid gap-4"
      data-field="events"
      tabIndex={-1}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      {grouped(types).map(({ group, types: all }) => {
        const open = all.filter(({ mayChoose }) => mayChoose);
        const count = all.filter(({ name }) => names.includes(name)).length;
        return (
          <fieldset key={group} className="grid gap-2">
            <legend className="contents">
              <Checkbox
                label={<span className="font-medium">{t(group)}</span>}
                checked={count > 0 && count >= open.length}
                indeterminate={count > 0 && count < open.length}
                disabled={readOnly || open.length === 0}
                onChange={(event) => set(open, event.target.checked)}
              />
            </legend>
            <ul className="grid gap-x-6 gap-y-2 ps-6 xl:grid-cols-2">
              {all.map((type) => (
                <li key={type.name} className="flex items-start justify-between gap-2">
                  <Checkbox
                    label={t(type.title)}
                    hint={
                      <>
                        <span dir="ltr" className="block font-mono">
                          {type.name}
                        </span>
                        {t(type.description)}
                        {!type.mayChoose && ` ${t('You lack the permission to see this.')}`}
                      </>
                    }
                    checked={names.includes(type.name)}
                    disabled={readOnly || (!type.mayChoose && !names.includes(type.name))}
                    onChange={(event) => set([type], event.target.checked)}
                  />
                  <Button
                    variant="ghost"
                    size="sm"
                    className="h-6 shrink-0"
                    title={t('Sample message: {event}', { event: t(type.title) })}
                    aria-label={t('Sample message: {event}', { event: t(type.title) })}
                    onClick={() => setShown(type)}
                  >
                    <Braces aria-hidden />
                  </Button>
                </li>
              ))}
            </ul>
          </fieldset>
        );
      })}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-xs font-medium text-destructive-text">
          {error}
        </p>
      )}
      <Dialog
        open={shown !== null}
        onOpenChange={(open) => !open && setShown(null)}
        size="lg"
        title={shown ? t('Sample message: {event}', { event: t(shown.title) }) : ''}
        footer={<Button onClick={() => setShown(null)}>{t('Close')}</Button>}
      >
        {shown && <JsonText label={t('Message')} text={JSON.stringify(shown.sample)} />}
      </Dialog>
    </div>
  );
}
