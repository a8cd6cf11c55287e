// Badge of an email's delivery.
import { Badge } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { mailStates, type MailState as State } from './model.ts';

export function MailState({ state }: { state: State | null }) {
  const t = useT();
  if (!state) return null;
  const { text, tone } = mailStates[state];
  return (
    <Badge tone={tone} dot>
      {t(text)}
    </Badge>
  );
}
