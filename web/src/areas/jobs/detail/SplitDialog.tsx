// Splits a job: the chosen articles become a job of their own.
import { useNavigate } from '@tanstack/react-router';
import { Checkbox } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { useT } from '../../../lib/i18n.ts';
import { packageTypeText } from '../../../lib/package-types.ts';
import type { Job, JobItem } from '../model.ts';
import { jobsKey, splitJob } from '../queries.ts';

interface SplitDraft {
  articles: string[];
}

const articlesOf = ({ items }: Pick<Job, 'items'>): string[] =>
  items.flatMap(({ articlenumbers }) => articlenumbers);

function ItemArticles({ item }: { item: JobItem }) {
  const t = useT();
  const { control, setValue } = useFormContext<SplitDraft>();
  const chosen = useWatch({ control, name: 'articles' });
  const set = (numbers: readonly string[], isOn: boolean) =>
    setValue(
      'articles',
      [
        ...chosen.filter((article) => !numbers.includes(article)),
        ...(isOn ? numbers : []),
      ].toSorted(),
      { shouldDirty: true, shouldValidate: true },
    );
  const all = item.articlenumbers;
  const name =
    [item.packagetype && packageTypeText(item.packagetype, t), item.description]
      .filter(Boolean)
      .join(', ') || t('Article');
  return (
    <fieldset className="grid gap-1">
      <legend className="sr-only">{name}</legend>
      <Checkbox
        label={
          <span className="font-medium">
            {name} <span className="text-muted-foreground">({all.length})</span>
          </span>
        }
        checked={all.length > 0 && all.every((article) => chosen.includes(article))}
        onChange={({ target }) => set(all, target.checked)}
      />
      <div className="ms-6 grid gap-x-4 gap-y-0.5 sm:grid-cols-2">
        {all.map((article) => (
          <Checkbox
            key={article}
            label={<bdi dir="ltr">{article}</bdi>}
            checked={chosen.includes(article)}
            onChange={({ target }) => set([article], target.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}

export function SplitDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const all = articlesOf(job);
  const form = useRecordForm<Job, SplitDraft, { job: Job; newjob: Job }>({
    record: job,
    values: () => ({ articles: [] }),
    check: ({ articles }) =>
      articles.length === 0
        ? { articles: t('Choose the articles of the new job') }
        : articles.length >= all.length
          ? { articles: t('Leave at least one article in this job') }
          : {},
    members: (member) => (/articlenumbers/.test(member) ? 'articles' : member),
    save: ({ articles }) => splitJob(job.id, articles),
    stale: [jobsKey],
    notice: ({ newjob }) =>
      t('{name} split: {other} has the chosen articles', {
        name: job.jobno,
        other: newjob.jobno,
      }),
    saved: ({ newjob }) => navigate({ to: '/jobs/details/$id', params: { id: String(newjob.id) } }),
  });
  const count = form.form.watch('articles').length;
  return (
    <FormDialog
      of={form}
      size="lg"
      title={t('Split {name}', { name: job.jobno })}
      description={t('The chosen articles become a new job. The price is shared by weight.')}
      action={t(
        'Split off {count} articles',
        { count, number: count },
        'Split off {count} article',
      )}
      disabled={count === 0}
      light
      onClose={onClose}
    >
      <div data-field="articles" tabIndex={-1} className="grid max-h-[50dvh] gap-3 overflow-y-auto">
        {job.items.map((item) => (
          <ItemArticles key={item.id} item={item} />
        ))}
      </div>
    </FormDialog>
  );
}
