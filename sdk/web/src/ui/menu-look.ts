// The look that menus and lists of suggestions share.

export const MENU_PANEL =
  'z-50 min-w-44 overflow-hidden rounded-lg border border-border ' +
  'bg-popover p-1 text-popover-foreground shadow-lg ' +
  'data-[state=open]:animate-in data-[state=open]:fade-in-0 ' +
  'data-[state=open]:zoom-in-98';

export const MENU_ITEM =
  'flex cursor-pointer items-center gap-2 rounded-md px-2 py-1.5 text-sm ' +
  'outline-none select-none data-disabled:cursor-not-allowed ' +
  'data-disabled:opacity-50 data-highlighted:bg-accent [&_svg]:size-4 ' +
  '[&_svg]:text-muted-foreground';
