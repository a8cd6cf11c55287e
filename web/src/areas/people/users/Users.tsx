// /settings/users, /settings/users/new and /settings/users/5.
import type { SectionProps } from '../../../shell/settings.ts';
import { recordId } from '../../../kit/record.tsx';
import { UserEdit, UserNew } from './UserEdit.tsx';
import { UserList } from './UserList.tsx';

export default function Users({ rest: [step] }: SectionProps) {
  if (step === undefined) return <UserList />;
  return step === 'new' ? <UserNew /> : <UserEdit key={step} id={recordId(step)} />;
}
