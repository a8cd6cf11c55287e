// Heading of a settings section, with a way back.
import { useT } from '../lib/i18n.ts';
import { PageHeading, type PageHeadingProps } from './PageHeading.tsx';

export function SectionHeading({ breadcrumbs = [], ...rest }: PageHeadingProps) {
  const t = useT();
  return (
    <PageHeading
      {...rest}
      breadcrumbs={[{ text: t('Settings'), href: '/settings' }, ...breadcrumbs]}
    />
  );
}
