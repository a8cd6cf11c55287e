// Language choice, kept on the device and in the profile.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { errorMessage, ErrorNote, Field, Select, Skeleton } from '@waybill/plugin';
import { api } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionState } from '../api/session.ts';
import { setLanguage, useSpeech, useT } from '../lib/i18n.ts';
import { languagesQuery } from './languages.ts';

async function keepWithProfile(language: string): Promise<void> {
  if (sessionState().status !== 'authenticated') return;
  await api.put('/api/core/profile/updateprofile', { language });
  // The profile form saves over the new version.
  await queryClient.invalidateQueries({ queryKey: ['profile'] });
}

export function LanguageChoice() {
  const t = useT();
  const { language } = useSpeech();
  const languages = useQuery(languagesQuery);
  const [failure, setFailure] = useState<string | null>(null);
  if (languages.isLoadingError)
    return <ErrorNote error={languages.error} onRetry={() => void languages.refetch()} />;
  if (!languages.data) return <Skeleton className="h-8.5" />;
  const offered = languages.data.items.filter((entry) => !entry.isDisabled);
  // `de-AT` falls back to `de`.
  const current =
    offered.find((entry) => entry.name === language) ??
    offered.find((entry) => entry.name.split('-')[0] === language.split('-')[0]);
  const choose = async (name: string) => {
    setFailure(null);
    await setLanguage(name);
    try {
      await keepWithProfile(name);
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  return (
    <div className="grid gap-2">
      <Field label={t('Language')} labelHidden className="max-w-72">
        <Select value={current?.name ?? ''} onChange={(event) => void choose(event.target.value)}>
          {!current && <option value="">{language}</option>}
          {offered.map((entry) => (
            <option key={entry.name} value={entry.name} lang={entry.name}>
              {entry.displayName}
            </option>
          ))}
        </Select>
      </Field>
      {failure && (
        <ErrorNote title={t('The language is saved on this device only')} message={failure} />
      )}
    </div>
  );
}
