// User picture in a circle, or initials.
import { useState } from 'react';
import { cn } from '@waybill/plugin';

export interface UserImageProps {
  name: string;
  image: string | null | undefined;
  className?: string;
}

export const initials = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .flatMap((part) => [...part].slice(0, 1))
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase();

export function UserImage({ name, image, className }: UserImageProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (image && failed !== image)
    return (
      <img
        src={image}
        alt=""
        onError={() => setFailed(image)}
        className={cn('size-8 shrink-0 rounded-full object-cover', className)}
      />
    );
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-8 shrink-0 place-items-center rounded-full bg-muted text-xs font-semibold text-muted-foreground',
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}
