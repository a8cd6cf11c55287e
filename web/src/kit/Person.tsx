// A person with a face: the picture, else initials, before the name.
import { cn } from '@waybill/plugin';
import { UserImage } from '../shell/UserImage.tsx';

export function Person({
  name,
  image,
  className,
}: {
  name: string;
  image?: string | null;
  className?: string;
}) {
  return (
    <span className={cn('inline-flex max-w-full min-w-0 items-center gap-1.5', className)}>
      <UserImage name={name} image={image} className="size-5 text-[9px]" />
      <span dir="auto" className="min-w-0 truncate">
        {name}
      </span>
    </span>
  );
}

/** A cell; a dash for nobody. */
export const PersonCell = ({ name }: { name: string | null | undefined }) =>
  name ? <Person name={name} className="align-middle" /> : '–';
