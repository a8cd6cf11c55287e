// Articles of a job on a line haul, each with its state and what can be done with it.
import { useState } from 'react';
import { Badge, Button, remark, useFormat } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { shortMoment } from '../../../kit/list/times.ts';
import { failure, undoable } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import {
  articleState,
  isAtDestination,
  isOpen,
  type Article,
  type LineHaul,
  type ScanRow,
} from '../model.ts';
import {
  lineHaulsKey,
  loadArticles,
  takeOffArticles,
  undoUnloading,
  unloadArticles,
} from '../queries.ts';

type Call = (id: number, articles: readonly string[]) => Promise<ScanRow[]>;

interface ArticleAction {
  label: string;
  done: string;
  call: Call;
  back?: Call;
}

function useArticleActions(lineHaul: LineHaul) {
  const t = useT();
  return ({ state }: Article): ArticleAction[] => {
    const load = { label: t('Load'), done: t('loaded'), call: loadArticles, back: takeOffArticles };
    if (isOpen(lineHaul)) {
      if (state === 'Free') return [load];
      if (state === 'Allocated')
        return [load, { label: t('Take off'), done: t('taken off'), call: takeOffArticles }];
      return state === 'Loaded'
        ? [
            {
              label: t('Take off'),
              done: t('taken off'),
              call: takeOffArticles,
              back: loadArticles,
            },
          ]
        : [];
    }
    const mayComeOff =
      (isAtDestination(lineHaul) && state === 'Loaded') ||
      (lineHaul.status === 'Completed' && state === 'Short');
    if (mayComeOff)
      return [
        {
          label: t('Unload'),
          done: t('unloaded'),
          call: unloadArticles,
          ...(isAtDestination(lineHaul) ? { back: undoUnloading } : {}),
        },
      ];
    return isAtDestination(lineHaul) && (state === 'Unloaded' || state === 'Over')
      ? [
          {
            label: t('Take back'),
            done: state === 'Over' ? t('not over') : t('on board again'),
            call: undoUnloading,
            back: unloadArticles,
          },
        ]
      : [];
  };
}

export function Articles({
  lineHaul,
  articles,
}: {
  lineHaul: LineHaul;
  articles: readonly Article[];
}) {
  const t = useT();
  const format = useFormat();
  const actionsOf = useArticleActions(lineHaul);
  const [running, setRunning] = useState<string | null>(null);
  const run = async ({ label, done, call, back }: ArticleAction, articlenumber: string) => {
    if (running !== null) return;
    setRunning(articlenumber);
    try {
      const [row] = await call(lineHaul.id, [articlenumber]);
      if (row && !row.success)
        toast({
          title: t('{operation}: refused', { operation: label }),
          description: remark(row) ?? '',
          variant: 'destructive',
        });
      else {
        const notice = { title: `${articlenumber}: ${done}` };
        toast(
          back
            ? undoable(notice, {
                call: () => back(lineHaul.id, [articlenumber]),
                stale: [lineHaulsKey],
              })
            : notice,
        );
      }
      await queryClient.invalidateQueries({ queryKey: lineHaulsKey });
    } catch (error) {
      failure(t('{operation} failed', { operation: label }))(error);
    } finally {
      setRunning(null);
    }
  };
  return (
    <ul className="grid gap-1">
      {articles.map((article) => {
        const { text, tone } = articleState(article);
        const time = article.unloadedtime ?? article.loadedtime;
        return (
          <li
            key={article.articlenumber}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px]"
          >
            <bdi dir="ltr" className="min-w-28 font-medium">
              {article.articlenumber}
            </bdi>
            <span className="min-w-0 flex-1 basis-32 truncate text-muted-foreground">
              <bdi>
                {[
                  article.packagetype,
                  article.description,
                  article.weight > 0 && format.quantity({ value: article.weight, unit: 'kg' }, 1),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </bdi>
            </span>
            {time && (
              <time dateTime={time} className="text-xs text-muted-foreground tabular-nums">
                {shortMoment(time, format.timezone)}
              </time>
            )}
            <Badge tone={tone} dot>
              {t(text)}
            </Badge>
            {actionsOf(article).map((action) => (
              <Button
                key={action.label}
                size="sm"
                variant="outline"
                aria-label={`${action.label}: ${article.articlenumber}`}
                pending={running === article.articlenumber}
                onClick={() => void run(action, article.articlenumber)}
              >
                {action.label}
              </Button>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
