// Question mark next to a heading: leads to the page of the guide about the screen.
import { Link, useRouterState } from '@tanstack/react-router';
import { CircleHelp } from 'lucide-react';
import { cn, Tooltip } from '@waybill/plugin';
import { useT } from '../lib/i18n.ts';
import { guidePageAt } from './guide.ts';

export default function HelpLink() {
  const t = useT();
  const page = useRouterState({ select: ({ location }) => guidePageAt(location.pathname) });
  if (!page) return null;
  const text = t('Guide: {title}', { title: t(page.title) });
  return (
    <Tooltip content={text}>
      <Link
        to="/guide/$page"
        params={{ page: page.id }}
        data-tour="guide"
        className={cn(
          'grid size-6 shrink-0 place-items-center rounded text-muted-foreground',
          'hover:bg-accent hover:text-foreground focus-visible:outline-2',
          'focus-visible:outline-ring',
        )}
      >
        <CircleHelp aria-hidden className="size-4" />
        <span className="sr-only">{text}</span>
      </Link>
    </Tooltip>
  );
}
