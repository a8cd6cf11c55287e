// /settings/profile: details, picture, language, time zone.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Card, CardHeader, ErrorNote, Skeleton } from '@waybill/plugin';
import { useSession } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { LanguageChoice } from '../../../shell/LanguageChoice.tsx';
import { SectionHeading } from '../../../shell/SectionHeading.tsx';
import { Details } from './Details.tsx';
import { NotYours } from './NotYours.tsx';
import { Picture } from './Picture.tsx';
import { profileQuery } from './queries.ts';

const LINK =
  'text-link underline underline-offset-2 hover:no-underline ' +
  'focus-visible:outline-2 focus-visible:outline-ring rounded';

export default function Profile() {
  const t = useT();
  const { isImpersonating } = useSession();
  const profile = useQuery(profileQuery);
  return (
    <>
      <SectionHeading title={t('Profile')} />
      {profile.isLoadingError ? (
        <ErrorNote
          title={t('Your profile could not be loaded')}
          error={profile.error}
          onRetry={() => void profile.refetch()}
        />
      ) : profile.data ? (
        <div className="grid max-w-2xl gap-4">
          {isImpersonating && <NotYours />}
          <Picture profile={profile.data} locked={isImpersonating} />
          <Details key={profile.data.id} profile={profile.data} locked={isImpersonating} />
          <Card>
            <CardHeader title={t('Language')} description={t('Applies wherever you sign in.')} />
            <LanguageChoice />
            <p className="mt-3 text-[13px] text-muted-foreground">
              <Link to="/settings/$" params={{ _splat: 'appearance' }} className={LINK}>
                {t('Theme and zoom')}
              </Link>
            </p>
          </Card>
        </div>
      ) : (
        <div className="grid max-w-2xl gap-4">
          <Skeleton className="h-28" />
          <Skeleton className="h-72" />
        </div>
      )}
    </>
  );
}
