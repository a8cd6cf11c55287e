// A picture, else initials.
import { useState } from 'react';
import { cn } from '@waybill/plugin';
import { initials } from '../../../lib/people/model.ts';
import { pictureAddress } from './queries.ts';

export interface AvatarProps {
  name: string;
  userId?: number | null | undefined;
  pictureId?: number | null | undefined;
  className?: string;
}

/** Hidden from screen readers: the name is adjacent. */
export function Avatar({ name, userId, pictureId, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const source = userId && pictureId ? pictureAddress(userId, pictureId) : null;
  return (
    <span
      aria-hidden
      className={cn(
        'inline-grid size-7 shrink-0 place-items-center overflow-hidden',
        'rounded-full bg-neutral-soft text-[11px] font-medium text-neutral-text',
        'select-none',
        className,
      )}
    >
      {source && source !== failed ? (
        <img
          src={source}
          alt=""
          loading="lazy"
          onError={() => setFailed(source)}
          className="size-full object-cover"
        />
      ) : (
        initials(name)
      )}
    </span>
  );
}
