// Enables a plugin, with consent.
import { useState } from 'react';
import { Checkbox } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { useT } from '../../lib/i18n.ts';
import { AskList } from './AskList.tsx';
import {
  asksChanged,
  needsAgreement,
  newAsks,
  pluginState,
  questionOf,
  refusalText,
  reviewText,
  signerChange,
  wantedOf,
  type Plugin,
} from './model.ts';
import { agreeToVersion, enablePlugin, renew } from './queries.ts';

export function EnableDialog({ plugin, onClose }: { plugin: Plugin; onClose: () => void }) {
  const t = useT();
  const { name, waiting } = plugin;
  const requestedPackage = wantedOf(plugin);
  const question = questionOf(requestedPackage);
  const asking = needsAgreement(requestedPackage);
  // Frozen: the wording must not change.
  const [reviewing] = useState(() => pluginState(plugin) === 'review');
  const of = useRecordForm({
    record: null,
    // Consent applies to the listed permissions only.
    values: (): { agreedTo: string | null } => ({ agreedTo: null }),
    save: async () => {
      try {
        await (waiting ? agreeToVersion(requestedPackage) : enablePlugin(plugin));
      } catch (error) {
        if (asksChanged(error)) {
          of.form.setValue('agreedTo', null);
          void renew();
        }
        throw error;
      }
      await renew();
    },
    say: (error) =>
      `${
        asksChanged(error)
          ? t('The permissions have changed')
          : t('{name} could not be enabled', { name })
      }: ${refusalText(error)}`,
    notice: () => t('{name} enabled', { name }),
    saved: onClose,
  });
  const agreedTo = useWatch({ control: of.form.control, name: 'agreedTo' });
  return (
    <FormDialog
      of={of}
      light
      title={
        reviewing ? t('Review permissions of {name}', { name }) : t('Enable {name}?', { name })
      }
      description={
        reviewing ? reviewText(plugin, t) : t('The plugin becomes active for your organisation.')
      }
      action={reviewing ? t('Approve') : t('Enable')}
      disabled={asking && agreedTo !== question && !of.saving}
      onClose={onClose}
    >
      {plugin.isBundled ? (
        <p className="text-[13px] text-muted-foreground">
          {t('This plugin is built in and needs no approval.')}
        </p>
      ) : (
        <>
          {waiting?.newSigner && (
            <p
              role="alert"
              className="rounded-lg bg-warning-soft px-3 py-2.5 text-sm text-warning-text"
            >
              {signerChange(waiting.newSigner, t)}{' '}
              {t('Approve it only if you expected this change.')}
            </p>
          )}
          {requestedPackage.asks.length > 0 && (
            <p className="text-sm font-medium">{t('This plugin will be able to:')}</p>
          )}
          <AskList asks={requestedPackage.asks} marked={newAsks(requestedPackage)} />
        </>
      )}
      {asking && (
        <Checkbox
          className="rounded-lg bg-muted px-3 py-2.5"
          label={t("I allow {name} to do this with my organisation's data.", { name })}
          checked={agreedTo === question}
          disabled={of.saving}
          onChange={(event) => of.form.setValue('agreedTo', event.target.checked ? question : null)}
        />
      )}
    </FormDialog>
  );
}
