// Removes a user's picture; only the user can choose one.
import { Trash2 } from 'lucide-react';
import { Button } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { Avatar } from './Avatar.tsx';

export interface PictureProps {
  name: string;
  userId: number | null;
  pictureId: number | null;
  onRemove: () => void;
  disabled: boolean;
}

export function Picture({ name, userId, pictureId, onRemove, disabled }: PictureProps) {
  const t = useT();
  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} userId={userId} pictureId={pictureId} className="size-16 text-lg" />
      <div className="grid justify-items-start gap-1">
        {pictureId !== null && !disabled && (
          <Button variant="outline" size="sm" onClick={onRemove}>
            <Trash2 aria-hidden /> {t('Remove the picture')}
          </Button>
        )}
        <p className="text-xs text-muted-foreground">
          {t('Users choose their own picture in their profile.')}
        </p>
      </div>
    </div>
  );
}
