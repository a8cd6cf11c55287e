// The keys that work here, by group.
import { Dialog } from '@waybill/plugin';
import { Key } from '../kit/Key.tsx';
import { inOrder, KEY_GROUPS, shownKeys, type Binding, type KeyGroup } from '../kit/keys.ts';
import { useT } from '../lib/i18n.ts';

export default function KeysOverview({
  keys,
  onClose,
}: {
  keys: readonly Binding[];
  onClose: () => void;
}) {
  const t = useT();
  const groups = (Object.keys(KEY_GROUPS) as KeyGroup[])
    .map((group) => ({ group, keys: inOrder(keys.filter((one) => one.group === group)) }))
    .filter((one) => one.keys.length > 0);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t('Keyboard shortcuts')}
      description={t('They work outside text fields.')}
    >
      <div className="columns-1 gap-8 sm:columns-2">
        {groups.map(({ group, keys: bindings }) => (
          <section
            key={group}
            aria-label={t(KEY_GROUPS[group])}
            className="mb-4 break-inside-avoid"
          >
            <h3 className="mb-1 text-xs font-medium text-muted-foreground">
              {t(KEY_GROUPS[group])}
            </h3>
            <dl className="grid gap-1 text-[13px]">
              {bindings.map(({ key, also = [], shown, text }) => (
                <div
                  key={`${key} ${text}`}
                  className="flex items-start justify-between gap-4 py-0.5"
                >
                  <dt className="min-w-0">{t(text)}</dt>
                  <dd dir="ltr" className="flex shrink-0 gap-1">
                    {(shown ?? [...shownKeys(key), ...also.flatMap(shownKeys)]).map((one) => (
                      <Key key={one}>{one}</Key>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
