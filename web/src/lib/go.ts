// Goes to an address of the application by its text.
import { useNavigate } from '@tanstack/react-router';
import { target } from './href.ts';

export function useGo(): (
  href: string,
  options?: { replace?: boolean; ignoreBlocker?: boolean },
) => Promise<void> {
  const navigate = useNavigate();
  return (href, options = {}) => navigate({ ...target(href), ...options });
}
