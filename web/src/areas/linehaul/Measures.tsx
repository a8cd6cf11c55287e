// Planned and loaded amounts against the capacity, as bars with numbers.
import { cn, useFormat } from '@waybill/plugin';
import { msg, useT } from '../../lib/i18n.ts';
import { loadOf, MEASURES, shareOf, type Load, type LineHaul, type MeasureName } from './model.ts';

const LABELS: Readonly<Record<MeasureName, string>> = {
  weight: msg('Weight'),
  palletspaces: msg('Pallet spaces'),
  volume: msg('Volume'),
};
const UNITS: Readonly<Record<MeasureName, string>> = {
  weight: 'kg',
  palletspaces: '',
  volume: 'm³',
};
const DIGITS: Readonly<Record<MeasureName, number>> = { weight: 0, palletspaces: 1, volume: 1 };

/** Above this share of the capacity a bar warns. */
const NEARLY_FULL = 0.95;

const percent = (share: number | null) => `${Math.min(100, Math.max(0, (share ?? 0) * 100))}%`;

/** Loaded is solid, planned is pale behind it. */
export function Bar({ load, label, text }: { load: Load; label: string; text: string }) {
  const loaded = shareOf(load.loaded, load);
  const planned = shareOf(load.planned, load);
  const isTight = (planned ?? 0) > NEARLY_FULL;
  return (
    <span
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(Math.min(1, planned ?? 0) * 100)}
      aria-valuetext={text}
      className="relative block h-1.5 overflow-hidden rounded-full bg-muted"
    >
      <span
        className={cn(
          'absolute inset-y-0 start-0 rounded-full opacity-35',
          isTight ? 'bg-warning-text' : 'bg-primary',
        )}
        style={{ width: percent(planned) }}
      />
      <span
        className={cn(
          'absolute inset-y-0 start-0 rounded-full transition-[width] motion-reduce:transition-none',
          isTight ? 'bg-warning-text' : 'bg-primary',
        )}
        style={{ width: percent(loaded) }}
      />
    </span>
  );
}

export function useMeasures(lineHaul: LineHaul) {
  const t = useT();
  const format = useFormat();
  return MEASURES.map((name) => {
    const load = loadOf(lineHaul, name);
    const unit = UNITS[name] && ` ${UNITS[name]}`;
    const number = (value: number) => format.number(value, DIGITS[name]);
    const text =
      load.capacity === null
        ? `${number(load.planned)}${unit}`
        : t('{amount} of {capacity}', {
            amount: number(load.planned),
            capacity: `${number(load.capacity)}${unit}`,
          });
    return {
      name,
      label: t(LABELS[name]),
      load,
      text,
      loadedText: `${number(load.loaded)}${unit}`,
    };
  });
}

export function Measures({ lineHaul, className }: { lineHaul: LineHaul; className?: string }) {
  const t = useT();
  const measures = useMeasures(lineHaul);
  return (
    <ul className={cn('grid gap-2.5', className)}>
      {measures.map(({ name, label, load, text, loadedText }) => (
        <li key={name} className="grid content-start gap-1 text-[13px]">
          <span className="flex flex-wrap justify-between gap-x-3">
            <span className="text-muted-foreground">{label}</span>
            <span className="tabular-nums">
              <bdi>{text}</bdi>
            </span>
          </span>
          {load.capacity !== null && (
            <Bar
              load={load}
              label={label}
              text={`${text}, ${t('{amount} loaded', { amount: loadedText })}`}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
