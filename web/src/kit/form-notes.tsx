// Notes above a form: errors, concurrent changes, restored draft.
import { useEffect, useRef, type ReactNode, type Ref } from 'react';
import { GitMerge, RotateCcw } from 'lucide-react';
import { Button, cn, ValidationSummary } from '@waybill/plugin';
import { errorItems, type FieldValues, type FormErrorItem } from '@waybill/plugin/forms';
import { useT } from '../lib/i18n.ts';
import { fieldLabel, fieldValue } from './form-words.ts';
import type { Conflict, RecordForm } from './form.ts';

function Note({
  icon,
  title,
  children,
  action,
  ref,
}: {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  ref?: Ref<HTMLDivElement>;
}) {
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className={cn(
        'flex scroll-mt-20 outline-none flex-wrap items-start gap-3 rounded-lg',
        'border border-warning-text/30 bg-warning-soft px-3 py-2.5 text-sm',
        'text-warning-text [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0',
      )}
    >
      {icon}
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{title}</p>
        {children}
      </div>
      {action}
    </div>
  );
}

function Clash({
  clash,
  root,
  onChoose,
}: {
  clash: Conflict['clashes'][number];
  root: ParentNode | undefined;
  onChoose: (side: 'mine' | 'theirs') => void;
}) {
  const t = useT();
  const say = { yes: t('Yes'), no: t('No'), empty: t('empty') };
  const choice = (side: 'mine' | 'theirs', label: string) => (
    <label
      className={cn(
        'flex min-w-0 cursor-pointer items-start gap-2 rounded-md border',
        'bg-card px-2.5 py-1.5 text-foreground has-focus-visible:outline-2',
        'has-focus-visible:outline-ring',
        clash.chosen === side ? 'border-primary' : 'border-border',
      )}
    >
      <span className="flex h-5 items-center">
        <input
          type="radio"
          name={`clash ${clash.path}`}
          checked={clash.chosen === side}
          onChange={() => onChoose(side)}
          className="size-4 accent-primary"
        />
      </span>
      <span className="min-w-0">
        <span className="block text-xs text-muted-foreground">{label}</span>
        <span className="block text-sm break-words [overflow-wrap:anywhere]">
          {fieldValue(clash.path, clash[side], say, root)}
        </span>
      </span>
    </label>
  );
  return (
    <fieldset className="mt-2">
      <legend className="mb-1 text-[13px] font-medium">{fieldLabel(clash.path, root)}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {choice('mine', t('Yours'))}
        {choice('theirs', t('Theirs'))}
      </div>
    </fieldset>
  );
}

/** Error prefixed with its field's label. */
function labelledProblems(
  { message, path }: FormErrorItem,
  title: (path: string) => string | undefined,
): string {
  const name = path === undefined ? undefined : title(path);
  return name ? `${name}${/^\p{Ll}/u.test(message) ? '' : ':'} ${message}` : message;
}

export function FormNotes<V extends FieldValues>({
  of,
  brief,
}: {
  of: RecordForm<V>;
  brief: boolean;
}) {
  const t = useT();
  const { conflict } = of;
  const root = of.root.current ?? undefined;
  const note = useRef<HTMLDivElement>(null);
  const met = conflict?.theirs;
  // It appears above the fields while the user is below; choosing sides does not call back.
  useEffect(() => {
    if (!met) return;
    note.current?.scrollIntoView({ block: 'start' });
    note.current?.focus({ preventScroll: true });
  }, [met]);
  const summary = useRef<HTMLDivElement>(null);
  const { others } = of;
  const isPlaced = Object.keys(of.form.formState.errors).length > 0;
  // Field errors get the focus automatically.
  useEffect(() => {
    if (others.length > 0 && !isPlaced) summary.current?.scrollIntoView({ block: 'center' });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [others]);
  const changedLabels = [...new Set(conflict?.theirs.map((path) => fieldLabel(path, root)))];
  return (
    <>
      {of.restored && (
        <Note
          icon={<RotateCcw aria-hidden />}
          title={t('Your unsaved changes were restored')}
          action={
            <Button variant="outline" size="sm" className="text-foreground" onClick={of.discard}>
              {t('Discard')}
            </Button>
          }
        >
          {t('Restored from before this page was reloaded.')}
        </Note>
      )}
      {conflict && (
        <Note
          ref={note}
          icon={<GitMerge aria-hidden />}
          title={t('Someone else has saved changes')}
        >
          {changedLabels.length > 0 && (
            <p>{t('Their changes were loaded: {fields}.', { fields: changedLabels.join(', ') })}</p>
          )}
          <p>
            {conflict.clashes.length > 0
              ? t(
                  'These fields were changed by both of you. Choose which version to keep, then save.',
                )
              : t('Your changes are kept. Review them and save.')}
          </p>
          {conflict.clashes.map((clash) => (
            <Clash
              key={clash.path}
              clash={clash}
              root={root}
              onChoose={(side) => of.choose(clash.path, side)}
            />
          ))}
        </Note>
      )}
      <div ref={summary} className="empty:hidden">
        <ValidationSummary
          errors={errorItems(brief ? {} : of.form.formState.errors, [...others]).map((item) => ({
            ...item,
            message: labelledProblems(item, of.title),
          }))}
          title={isPlaced ? t('Please check these fields') : t('Not saved')}
        />
      </div>
    </>
  );
}
