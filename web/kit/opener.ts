// Opens one window after another: only a window that a page opened may be as narrow as a telephone.
import { next } from './messages.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function openAll(): Promise<void> {
  for (let wanted = await next(); wanted; wanted = await next()) {
    const opened = window.open(
      `/kit-case/${wanted.number}`,
      '_blank',
      `popup,width=${wanted.width},height=${wanted.height}`,
    );
    const isOpen = () => opened?.closed === false;
    while (isOpen()) await pause(20);
  }
}
