// Asks before a plugin is enabled: what it wants to be allowed to do, and whether that is agreed to.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button, Checkbox, Dialog, ErrorNote } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { toast } from '../../shell/toast.tsx';
import { AskList } from './AskList.tsx';
import { asksChanged, needsAgreement, newAsks, pluginState, questionOf, refusalText, type Plugin } from './model.ts';
import { enablePlugin, renew } from './queries.ts';

export function EnableDialog({ plugin, onClose }: { plugin: Plugin; onClose: () => void }) {
  const t = useT();
  const { name } = plugin;
  const question = questionOf(plugin);
  // Kept with the question it answers: if other asks arrive while the dialog is open, the agreement is gone.
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const asking = needsAgreement(plugin);
  // As it was when the dialog opened: the wording must not change while the answer comes in.
  const [reviewing] = useState(() => pluginState(plugin) === 'review');
  const enable = useMutation({
    mutationFn: () => enablePlugin(plugin),
    onSuccess: async () => {
      await renew();
      toast({ title: t('{name} is enabled', { name }) });
      onClose();
    },
    onError: (error) => {
      if (!asksChanged(error)) return;
      setAgreedTo(null);
      void renew();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !enable.isPending && onClose()}
      title={reviewing ? t('Review what {name} asks for', { name }) : t('Enable {name}?', { name })}
      description={reviewing ? t('It asks for more than was agreed to, and is not called until somebody agrees.') : t('It works for your organisation from then on.')}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={enable.isPending}>
            {t('Cancel')}
          </Button>
          <Button pending={enable.isPending} disabled={asking && agreedTo !== question} onClick={() => enable.mutate()}>
            {reviewing ? t('Agree') : t('Enable')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {enable.isError && <ErrorNote title={asksChanged(enable.error) ? t('What it asks for has changed') : t('{name} could not be enabled', { name })} message={refusalText(enable.error)} />}
        {plugin.isBundled ? (
          <p className="text-[13px] text-muted-foreground">{t('It came with the program; there is nothing to agree to.')}</p>
        ) : (
          <>
            {plugin.asks.length > 0 && <p className="text-sm font-medium">{t('It wants to be allowed to:')}</p>}
            <AskList asks={plugin.asks} marked={newAsks(plugin)} />
          </>
        )}
        {asking && (
          <Checkbox
            className="rounded-lg bg-muted px-3 py-2.5"
            label={t('I agree that {name} may do all of this with the data of the organisation.', { name })}
            checked={agreedTo === question}
            disabled={enable.isPending}
            onChange={(event) => setAgreedTo(event.target.checked ? question : null)}
          />
        )}
      </div>
    </Dialog>
  );
}
