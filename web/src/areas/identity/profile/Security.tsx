// /settings/profile/security: password and second factor.
import { useQuery } from '@tanstack/react-query';
import { Card, CardHeader, ErrorNote, Skeleton } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { useSession } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { SectionHeading } from '../../../shell/SectionHeading.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { NotYours } from './NotYours.tsx';
import { PasskeysCard } from './Passkeys.tsx';
import { profileKey, profileQuery } from './queries.ts';
import { TwoFactorCard } from './TwoFactor.tsx';

export default function Security() {
  const t = useT();
  const { isImpersonating } = useSession();
  const profile = useQuery(profileQuery);
  return (
    <>
      <SectionHeading title={t('Password and two-factor authentication')} />
      <div className="grid max-w-2xl gap-4">
        {isImpersonating && <NotYours />}
        <TwoFactorCard locked={isImpersonating} hasPassword={profile.data?.hasPassword ?? true} />
        <PasskeysCard locked={isImpersonating} />
        <Card>
          <CardHeader
            title={t('Password')}
            description={t('Changing your password signs you out on all other devices.')}
          />
          {profile.isLoadingError ? (
            <ErrorNote error={profile.error} onRetry={() => void profile.refetch()} />
          ) : !profile.data ? (
            <Skeleton className="h-64" />
          ) : profile.data.hasPassword ? (
            <div className="max-w-sm">
              <ChangePassword
                locked={isImpersonating}
                onChanged={() => {
                  void queryClient.invalidateQueries({ queryKey: profileKey });
                  toast({
                    title: t('Password changed'),
                    description: t('You have been signed out on all other devices.'),
                  });
                }}
              />
            </div>
          ) : (
            <p className="text-sm text-muted-foreground">
              {t('You sign in with an external provider and have no password here.')}
            </p>
          )}
        </Card>
      </div>
    </>
  );
}
