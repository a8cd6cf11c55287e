// /settings/profile/security: one's password, and the second step of signing in.
import { useQuery } from '@tanstack/react-query';
import { Card, CardHeader, ErrorNote, Skeleton } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { useSession } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { SectionHeading } from '../../tenancy/settings/SectionHeading.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { NotYours } from './NotYours.tsx';
import { profileKey, profileQuery } from './queries.ts';
import { TwoFactorCard } from './TwoFactor.tsx';

export default function Security() {
  const t = useT();
  const { isImpersonating } = useSession();
  const profile = useQuery(profileQuery);
  return (
    <>
      <SectionHeading title={t('Password and second step')} />
      <div className="grid max-w-2xl gap-4">
        {isImpersonating && <NotYours />}
        <TwoFactorCard locked={isImpersonating} hasPassword={profile.data?.hasPassword ?? true} />
        <Card>
          <CardHeader title={t('Password')} description={t('A new password ends your sessions elsewhere.')} />
          {profile.isError ? (
            <ErrorNote error={profile.error} onRetry={() => void profile.refetch()} />
          ) : !profile.data ? (
            <Skeleton className="h-64" />
          ) : profile.data.hasPassword ? (
            <div className="max-w-sm">
              <ChangePassword
                locked={isImpersonating}
                onChanged={() => {
                  void queryClient.invalidateQueries({ queryKey: profileKey });
                  toast({ title: t('Your password is changed'), description: t('Your sessions elsewhere have ended.') });
                }}
              />
            </div>
          ) : (
            <p className="text-sm text-muted-foreground">{t('You sign in through another provider and have no password here.')}</p>
          )}
        </Card>
      </div>
    </>
  );
}
