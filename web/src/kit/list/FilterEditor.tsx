// Filter editors: choices, days, numbers, text, reference search.
import { useState, type FormEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { DropdownMenu } from 'radix-ui';
import { Check } from 'lucide-react';
import { Button, Combobox, Field, Input, readNumber, writeNumber } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { listOf } from './address.ts';
import { DAY_WORDS, daysOf } from './days.ts';
import type {
  ChoiceFilter,
  FilterOption,
  ListFilter,
  PlainFilter,
  ReferenceFilter,
} from './declare.ts';

export interface EditorProps<F extends ListFilter = ListFilter> {
  filter: F;
  value: string;
  onChange: (value: string) => void;
  onClose: () => void;
}

const ITEM =
  'relative flex cursor-pointer items-center gap-2 rounded-md py-1 pe-2 ' +
  'ps-7 text-[13px] outline-none select-none data-highlighted:bg-accent';

function Tick() {
  return (
    <DropdownMenu.ItemIndicator className="absolute start-2">
      <Check aria-hidden className="size-3.5 text-link" />
    </DropdownMenu.ItemIndicator>
  );
}

const Counted = ({ option }: { option: FilterOption }) => (
  <>
    <span className="flex-1">{option.label}</span>
    {option.count !== undefined && (
      <span className="ps-4 text-xs text-muted-foreground tabular-nums">{option.count}</span>
    )}
  </>
);

/** Inside a menu, which stays open while several are ticked. */
export function ChoiceItems({ filter, value, onChange }: EditorProps<ChoiceFilter>) {
  const t = useT();
  const chosen = listOf(value);
  const known = filter.options;
  const options = [
    ...known,
    ...chosen
      .filter((entry) => !known.some((option) => option.value === entry))
      .map((entry) => ({ value: entry, label: entry })),
  ];
  if (options.length === 0)
    return <p className="px-2 py-1.5 text-[13px] text-muted-foreground">{t('No options')}</p>;
  if (filter.single) {
    return (
      <DropdownMenu.RadioGroup
        value={value}
        onValueChange={(next) => onChange(next === value ? '' : next)}
      >
        {options.map((option) => (
          <DropdownMenu.RadioItem key={option.value} value={option.value} className={ITEM}>
            <Tick />
            <Counted option={option} />
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    );
  }
  return options.map((option: FilterOption) => (
    <DropdownMenu.CheckboxItem
      key={option.value}
      checked={chosen.includes(option.value)}
      onCheckedChange={(on) =>
        onChange(
          (on ? [...chosen, option.value] : chosen.filter((entry) => entry !== option.value)).join(
            ',',
          ),
        )
      }
      onSelect={(event) => event.preventDefault()}
      className={ITEM}
    >
      <Tick />
      <Counted option={option} />
    </DropdownMenu.CheckboxItem>
  ));
}

export function PlainChoiceItems({ filter, value, onChange }: EditorProps<PlainFilter>) {
  const t = useT();
  const [yes, no] = filter.words ?? [t('Yes'), t('No')];
  return (
    <ChoiceItems
      filter={{
        ...filter,
        kind: 'choice',
        single: true,
        options: [
          { value: 'yes', label: yes },
          { value: 'no', label: no },
        ],
      }}
      value={value}
      onChange={onChange}
      onClose={() => undefined}
    />
  );
}

function DaysEditor({ value, onChange, onClose }: EditorProps<PlainFilter>) {
  const t = useT();
  const { from = '', to = '' } = value in DAY_WORDS ? {} : daysOf(value, '');
  const set = (nextFrom: string, nextTo: string) =>
    onChange(nextFrom || nextTo ? `${nextFrom}..${nextTo}` : '');
  return (
    <div className="grid w-72 gap-3">
      <div className="grid grid-cols-2 gap-1.5">
        {Object.entries(DAY_WORDS).map(([word, text]) => (
          <Button
            key={word}
            size="sm"
            variant={word === value ? 'primary' : 'outline'}
            aria-pressed={word === value}
            onClick={() => {
              onChange(word === value ? '' : word);
              onClose();
            }}
          >
            {t(text)}
          </Button>
        ))}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Field label={t('From')}>
          <Input
            type="date"
            value={from}
            max={to || undefined}
            onChange={(event) => set(event.target.value, to)}
            className="h-8 px-2 text-[13px]"
          />
        </Field>
        <Field label={t('To')}>
          <Input
            type="date"
            value={to}
            min={from || undefined}
            onChange={(event) => set(from, event.target.value)}
            className="h-8 px-2 text-[13px]"
          />
        </Field>
      </div>
    </div>
  );
}

function NumberEditor({ filter, value, onChange, onClose }: EditorProps<PlainFilter>) {
  const t = useT();
  // The address has numbers with a point.
  const [from = '', to = from] = value
    .split('..')
    .map((edge) => (edge === '' ? '' : writeNumber(Number(edge))));
  const [min, setMin] = useState(from);
  const [max, setMax] = useState(to);
  const [isSent, setSent] = useState(false);
  const isWrong = (text: string) => text.trim() !== '' && readNumber(text) === null;
  const edge = (text: string) => String(readNumber(text) ?? '');
  const problem = (text: string) => (isSent && isWrong(text) ? t('Enter a number') : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (isWrong(min) || isWrong(max)) return;
    onChange(edge(min) === edge(max) ? edge(min) : `${edge(min)}..${edge(max)}`);
    onClose();
  };
  return (
    <form onSubmit={submit} className="grid w-60 gap-3" aria-label={filter.label}>
      <div className="grid grid-cols-2 gap-2">
        <Field label={t('Minimum')} error={problem(min)}>
          <Input
            inputMode="decimal"
            autoFocus
            value={min}
            onChange={(event) => setMin(event.target.value)}
            className="h-8"
          />
        </Field>
        <Field label={t('Maximum')} error={problem(max)}>
          <Input
            inputMode="decimal"
            value={max}
            onChange={(event) => setMax(event.target.value)}
            className="h-8"
          />
        </Field>
      </div>
      <Button type="submit" size="sm" disabled={!min && !max}>
        {t('Apply')}
      </Button>
    </form>
  );
}

function TextEditor({ filter, value, onChange, onClose }: EditorProps<PlainFilter>) {
  const t = useT();
  const [text, setText] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(text.trim());
    onClose();
  };
  return (
    <form onSubmit={submit} className="flex w-72 gap-2">
      <Input
        autoFocus
        aria-label={filter.label}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        className="h-8"
      />
      <Button type="submit" size="sm" className="h-8">
        {t('Apply')}
      </Button>
    </form>
  );
}

/** Name of the referenced record; its id while loading. */
export function useReferenceName(filter: ListFilter, value: string): string {
  const found = useQuery({
    queryKey: ['list-reference', filter.id, value],
    queryFn: () => (filter.kind === 'reference' ? filter.find(value) : null),
    enabled: filter.kind === 'reference' && value !== '',
    staleTime: 300_000,
  });
  return found.data?.label ?? (value && `#${value}`);
}

function ReferenceEditor({ filter, value, onChange, onClose }: EditorProps<ReferenceFilter>) {
  const t = useT();
  const label = useReferenceName(filter, value);
  return (
    <div className="w-72">
      <Combobox<FilterOption>
        aria-label={filter.label}
        placeholder={filter.placeholder ?? t('Type to search')}
        minLength={1}
        clearable
        value={value ? { value, label } : null}
        onChange={(found) => {
          onChange(found?.value ?? '');
          if (found) onClose();
        }}
        search={filter.search}
        getKey={(option) => option.value}
        getLabel={(option) => option.label}
      />
    </div>
  );
}

/** Panel editor; choices use a menu instead. */
export function PanelEditor(props: EditorProps) {
  const { filter } = props;
  switch (filter.kind) {
    case 'days':
      return <DaysEditor {...props} filter={filter} />;
    case 'number':
      return <NumberEditor {...props} filter={filter} />;
    case 'reference':
      return <ReferenceEditor {...props} filter={filter} />;
    case 'text':
      return <TextEditor {...props} filter={filter as PlainFilter} />;
    default:
      return null;
  }
}
