// Holiday editor with pasted days.
import { useId, useMemo, useRef, useState } from 'react';
import { ClipboardPaste, Plus } from 'lucide-react';
import {
  Badge,
  Button,
  dateFormat,
  Field,
  formatDate,
  Input,
  Textarea,
  useFormat,
} from '@waybill/plugin';
import { useController } from '@waybill/plugin/forms';
import { RowsCard } from '../../../kit/settings/RowsCard.tsx';
import { dayIn, dayText } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import { MAX_HOLIDAYS, readDays, withDays, writingOf } from './holidays.ts';

const NAME = 'bookings.holidays';
const EXAMPLE = '2026-12-25';

export function Holidays() {
  const t = useT();
  const { timezone, language } = useFormat();
  const { field } = useController({ name: NAME });
  const days = (field.value as string[]).toSorted();
  const set = field.onChange as (next: string[]) => void;
  const today = dayIn(timezone);
  const isPast = (day: string | undefined) => day !== undefined && day < today;
  const shown = (at: number) => dayText(days[at] ?? '', language);
  const weekday = (day: string) =>
    dateFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
  return (
    <RowsCard
      name={NAME}
      title={t('Holidays')}
      description={t(
        'Days without pickup or delivery, in addition to weekends. Pickups and estimated ' +
          'deliveries move to the next working day.',
      )}
      keys={days}
      rowClass={(at) => (isPast(days[at]) ? 'text-muted-foreground' : undefined)}
      columns={[
        {
          header: t('Day'),
          className: 'whitespace-nowrap',
          cell: (at) => (
            <span className="flex flex-wrap items-center gap-x-2">
              <time dateTime={days[at]}>{shown(at)}</time>
              {isPast(days[at]) && <Badge>{t('Past')}</Badge>}
            </span>
          ),
        },
        { header: t('Weekday'), cell: (at) => weekday(days[at] ?? '') },
      ]}
      nameOf={shown}
      onRemove={(at) => set(days.toSpliced(at, 1))}
      empty={{
        title: t('No holidays'),
        description: t('Every day from Monday to Friday is a working day.'),
      }}
      below={
        days.some(isPast)
          ? [
              {
                text: t('Remove past holidays'),
                quiet: true,
                onClick: () => set(days.filter((day) => !isPast(day))),
              },
            ]
          : []
      }
    >
      <AddDays days={days} onAdd={set} />
    </RowsCard>
  );
}

interface Outcome {
  added: readonly string[];
  duplicates: readonly string[];
  unread: readonly string[];
  /** Its size, if too large. */
  tooMany?: number;
}

function AddDays({ days, onAdd }: { days: readonly string[]; onAdd: (days: string[]) => void }) {
  const t = useT();
  const { language } = useFormat();
  const example = formatDate(EXAMPLE, 'UTC');
  const writing = useMemo(() => writingOf(language, example), [language, example]);
  const [day, setDay] = useState('');
  const [problem, setProblem] = useState<string>();
  const [text, setText] = useState('');
  const [isPasting, setPasting] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const pasteId = useId();
  const problemId = useId();

  /** True if added. */
  const add = (more: readonly string[], unread: readonly string[] = []): boolean => {
    const next = withDays(days, more);
    const isTooMany = next.days.length > MAX_HOLIDAYS;
    setOutcome(
      isTooMany
        ? { added: [], duplicates: [], unread: [], tooMany: next.days.length }
        : { ...next, unread },
    );
    if (!isTooMany && next.added.length > 0) onAdd(next.days);
    return !isTooMany;
  };
  const addOne = () => {
    setProblem(day ? undefined : t('Choose a day'));
    if (day && add([day])) setDay('');
    box.current?.querySelector('input')?.focus();
  };
  const addPasted = () => {
    const read = readDays(text, writing);
    // Unparsed lines stay for correction.
    if (add(read.days, read.unread)) setText(read.unread.join('\n'));
  };
  const addMany = () => {
    addPasted();
    box.current?.querySelector('textarea')?.focus();
  };
  /** Adds a typed day before saving. */
  const leave = (to: EventTarget | null) => {
    if (to instanceof Node && box.current?.contains(to)) return;
    if (day && add([day])) setDay('');
    else if (!day && text.trim() !== '') addPasted();
  };
  return (
    <div ref={box} className="grid gap-3" onBlur={({ relatedTarget }) => leave(relatedTarget)}>
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t('Day')}>
          <Input
            type="date"
            value={day}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? problemId : undefined}
            onChange={({ target }) => {
              setDay(target.value);
              setProblem(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Don't submit the form around.
              event.preventDefault();
              addOne();
            }}
          />
        </Field>
        <Button variant="outline" onClick={addOne}>
          <Plus aria-hidden /> {t('Add holiday')}
        </Button>
        <Button
          variant="ghost"
          aria-expanded={isPasting}
          aria-controls={pasteId}
          onClick={() => setPasting(!isPasting)}
        >
          <ClipboardPaste aria-hidden /> {t('Paste multiple')}
        </Button>
        {/* Below, to keep the buttons aligned. */}
        {problem && (
          <p id={problemId} className="basis-full text-xs font-medium text-destructive-text">
            {problem}
          </p>
        )}
      </div>
      <div
        id={pasteId}
        hidden={!isPasting}
        className={isPasting ? 'grid justify-items-start gap-2' : ''}
      >
        <Field
          label={t('One day in each line')}
          hint={t('As {examples}. You can add the name of the holiday.', {
            examples: [EXAMPLE, writing.isDayFirst ? '25/12/2026' : '12/25/2026', example].join(
              ', ',
            ),
          })}
          className="w-full max-w-md"
        >
          <Textarea rows={5} value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
        <Button variant="outline" disabled={text.trim() === ''} onClick={addMany}>
          <Plus aria-hidden /> {t('Add these days')}
        </Button>
      </div>
      <div role="status" className="grid gap-1 text-[13px] empty:hidden">
        {outcome && <OutcomeText outcome={outcome} />}
      </div>
    </div>
  );
}

function OutcomeText({ outcome: { added, duplicates, unread, tooMany } }: { outcome: Outcome }) {
  const t = useT();
  const { language } = useFormat();
  const listed = (days: readonly string[]) => days.map((day) => dayText(day, language)).join('; ');
  return (
    <>
      {added.length > 0 && (
        <p>
          {added.length === 1
            ? t('{day} added', { day: listed(added) })
            : t('{count} days added', { count: added.length }, '{count} day added')}
        </p>
      )}
      {duplicates.length > 0 && (
        <p className="text-warning-text">
          {t('Already listed: {days}', { days: listed(duplicates) })}
        </p>
      )}
      {unread.length > 0 && (
        <p className="text-warning-text">
          {t('No day was found in: {lines}', {
            lines: unread.map((line) => `“${line}”`).join(', '),
          })}
        </p>
      )}
      {tooMany !== undefined && (
        <p className="text-destructive-text">
          {t('Nothing was added: you would have {count} holidays, and the maximum is {max}.', {
            count: tooMany,
            max: MAX_HOLIDAYS,
          })}
        </p>
      )}
    </>
  );
}
