// Pre-start check: questions about the driver, then the vehicle's checklists.
import { useState } from 'react';
import { Check, TriangleAlert } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { go } from '../address.ts';
import type { Checklists } from '../calls.ts';
import { HoursText } from '../HoursText.tsx';
import { Action, Actions, Card, Foot, Note, SectionTitle, TopBar, YesNo } from '../look.tsx';
import { usePerform, useWork } from '../use-device.ts';
import {
  answerOf,
  groupsOf,
  isBarring,
  itemKey,
  OWN_QUESTIONS,
  questionCount,
  type Given,
  type Group,
} from './answers.ts';

function Checklist({
  group,
  given,
  onChange,
}: {
  group: Group;
  given: Given;
  onChange: (change: Given) => void;
}) {
  const t = useT();
  const { list, title, items } = group;
  const values = items.map((_, index) => given[itemKey(list, index)]);
  const good = values.filter((value) => value === true).length;
  const hasFault = values.includes(false);
  const all = (value: boolean) =>
    onChange(Object.fromEntries(items.map((_, index) => [itemKey(list, index), value])));
  return (
    <details className="border-b border-border last:border-0">
      <summary className="flex min-h-15 cursor-pointer items-center gap-3 py-1.5">
        <span
          aria-hidden
          className={cn(
            'grid size-9 shrink-0 place-items-center rounded-full font-semibold',
            hasFault
              ? 'bg-danger-soft text-danger-text'
              : good === items.length
                ? 'bg-driver-good text-white'
                : 'bg-muted',
          )}
        >
          {hasFault ? (
            <TriangleAlert className="size-5" />
          ) : good === items.length ? (
            <Check className="size-5" />
          ) : (
            items.length
          )}
        </span>
        <span className="min-w-0 flex-1 font-semibold">{t(title)}</span>
        <span className="text-[15px] text-muted-foreground">
          {t('{done} of {total}', { done: good, total: items.length })}
        </span>
      </summary>
      {items.length > 1 && (
        <Action size="side" className="mb-1.5 w-full" onClick={() => all(true)}>
          {t('All in order')}
        </Action>
      )}
      {items.map((item, index) => (
        <YesNo
          key={item.title}
          label={t(item.title)}
          value={values[index]}
          onChange={(value) => onChange({ [itemKey(list, index)]: value })}
        />
      ))}
    </details>
  );
}

function Questions({ checklists }: { checklists: Checklists }) {
  const t = useT();
  const perform = usePerform();
  const { hours, answer } = useWork();
  const [given, setGiven] = useState<Given>({});
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const groups = groupsOf(checklists);
  const total = questionCount(groups);
  const left = total - Object.keys(given).length;
  const isBarred = isBarring(given, groups);
  const change = (more: Given) => setGiven((before) => ({ ...before, ...more }));
  const finish = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await perform([{ kind: 'answer', answer: answerOf(given, groups), isBarred }]);
      go({ page: 'run' }, { replace: true });
    } catch {
      setProblem(t('This could not be kept on the phone. Free some space and try again.'));
      setBusy(false);
    }
  };
  return (
    <>
      <TopBar
        title={t('Pre-start check')}
        detail={t('{done} of {total} answered', { done: total - left, total })}
        back={{ page: 'run' }}
        share={(total - left) / total}
      />
      <main className="flex-1 pb-4">
        {answer && (
          <Note tone={answer.isBarred ? 'danger' : 'success'}>
            {answer.isBarred
              ? t('Your answers of today bar you from this shift.')
              : t('You have answered today. New answers replace them.')}
          </Note>
        )}
        <SectionTitle>{t('You')}</SectionTitle>
        <Card className="py-0">
          {OWN_QUESTIONS.map(({ id, text }) => (
            <YesNo
              key={id}
              label={t(text)}
              value={given[id]}
              onChange={(value) => change({ [id]: value })}
            />
          ))}
        </Card>
        {groups.length > 0 && <SectionTitle>{t('Vehicle')}</SectionTitle>}
        {groups.length > 0 && (
          <Card className="py-0">
            {groups.map((group) => (
              <Checklist key={group.list} group={group} given={given} onChange={change} />
            ))}
          </Card>
        )}
        {isBarred && (
          <Note tone="danger" role="alert">
            <b>{t('These answers bar you from this shift.')}</b>{' '}
            {t('Dispatch can swap the vehicle or clear the fault.')}
          </Note>
        )}
      </main>
      <Foot>
        {problem && (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
        {hours && (
          <p className="px-4 pt-1 text-[15px]">
            <HoursText hours={hours} />
          </p>
        )}
        <Actions>
          <Action look="main" disabled={left > 0 || isBusy} onClick={() => void finish()}>
            {left > 0
              ? t('{count} answers left', { count: left }, '{count} answer left')
              : t('Send answers')}
          </Action>
        </Actions>
      </Foot>
    </>
  );
}

export function PreStart() {
  const t = useT();
  const { checklists, isRefreshing } = useWork();
  if (checklists) return <Questions checklists={checklists} />;
  return (
    <>
      <TopBar title={t('Pre-start check')} back={{ page: 'run' }} />
      <main className="flex-1 px-6 py-16 text-center">
        {isRefreshing ? t('Loading') : t('The questions are loaded once the phone is online.')}
      </main>
    </>
  );
}
