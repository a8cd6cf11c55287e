// Opens one window after another: only a window that a page opened may be as narrow as a telephone.
import { next } from './messages.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function openAll(): Promise<void> {
  for (let request = await next(); request; request = await next()) {
    const opened = window.open(
      `/kit-case/${request.number}`,
      '_blank',
      `popup,width=${request.width},height=${request.height}`,
    );
    const isOpen = () => opened?.closed === false;
    while (isOpen()) await pause(20);
  }
}
