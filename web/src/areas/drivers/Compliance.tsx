// Pre-start answers of all drivers.
import { msg } from '../../lib/i18n.ts';
import { screen } from '../../shell/screen.tsx';
import { AnswerList } from './AnswerList.tsx';

export const Compliance = screen(
  { needs: 'Pages.Driver.Compliance', title: msg('Compliance'), to: msg('see pre-start answers') },
  () => <AnswerList />,
);
