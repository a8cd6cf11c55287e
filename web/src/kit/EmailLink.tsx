// An email address that breaks behind its @ where it has no room.
import { cn } from '@waybill/plugin';

/** The address with a place to break. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1;
  return (
    <bdi dir="ltr" className="[overflow-wrap:anywhere]">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  );
}

export function EmailLink({ email, className }: { email: string; className?: string }) {
  return (
    <a
      href={`mailto:${email}`}
      className={cn('text-link underline-offset-2 hover:underline', className)}
    >
      <EmailText email={email} />
    </a>
  );
}
