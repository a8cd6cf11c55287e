// Card form in the page: an iframe of the provider's fields, with height and messages.
import { useEffect, useRef, useState } from 'react';
import {
  cn,
  ErrorNote,
  Skeleton,
  t as translate,
  useSpeech,
  useT,
  type CardNonce,
  type SlotProps,
} from '@waybill/plugin';
import { lookOf } from './look.ts';
import { BEGIN, type CardBegin, type FromFrame, type ToFrame } from './messages.ts';

export interface ProviderCardFormProps {
  /** Plugin whose `[web.frame]` is shown. */
  plugin: string;
  of: SlotProps['payment.card.form@1'];
}

/** A provider's script comes from far away. */
const FRAME_TIMEOUT_MS = 20_000;
const LEAST_HEIGHT = 46;

type Stand = { is: 'loading' } | { is: 'ready' } | { is: 'failed'; message: string | null };

interface Waiting {
  resolve: (nonce: CardNonce) => void;
  reject: (error: Error) => void;
}

function connectFrame(
  frame: HTMLIFrameElement,
  begin: CardBegin,
  receive: (message: FromFrame) => void,
): { say: (message: ToFrame) => void; end: () => void } {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', ({ data }: MessageEvent<FromFrame>) => receive(data));
  port1.start();
  // A frame navigated elsewhere gets nothing.
  frame.contentWindow?.postMessage(begin, location.origin, [port2]);
  return { say: (message) => port1.postMessage(message), end: () => port1.close() };
}

export function ProviderCardForm({ plugin, of }: ProviderCardFormProps) {
  const t = useT();
  const [attempt, setAttempt] = useState(1);
  const [stand, setStand] = useState<Stand>({ is: 'loading' });
  const [problem, setProblem] = useState<string | null>(null);
  const retry = () => {
    setStand({ is: 'loading' });
    setProblem(null);
    setAttempt(attempt + 1);
  };
  return (
    <div aria-busy={stand.is === 'loading' || undefined} className="relative grid gap-1.5">
      {stand.is === 'failed' ? (
        <ErrorNote
          title={t('The card form could not be loaded')}
          message={
            stand.message ??
            t('The payment provider did not answer. Check your connection, then try again.')
          }
          onRetry={retry}
        />
      ) : (
        <>
          {stand.is === 'loading' && <Skeleton className="h-10" />}
          <CardFrame
            key={`${attempt} ${of.tokenizationKey}`}
            plugin={plugin}
            of={of}
            isShown={stand.is === 'ready'}
            onStand={setStand}
            onProblem={setProblem}
          />
        </>
      )}
      {problem && stand.is === 'ready' && (
        <p role="alert" className="text-xs text-destructive-text">
          {problem}
        </p>
      )}
    </div>
  );
}

interface CardFrameProps extends ProviderCardFormProps {
  isShown: boolean;
  onStand: (stand: Stand) => void;
  onProblem: (problem: string | null) => void;
}

function CardFrame({ plugin, of, isShown, onStand, onProblem }: CardFrameProps) {
  const t = useT();
  const { language } = useSpeech();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(LEAST_HEIGHT);
  const [isLoaded, setIsLoaded] = useState(false);
  // Renders must not restart the exchange.
  const now = useRef({ of, language, onStand, onProblem });
  now.current = { of, language, onStand, onProblem };

  useEffect(() => {
    const late = setTimeout(
      () => now.current.onStand({ is: 'failed', message: null }),
      FRAME_TIMEOUT_MS,
    );
    const element = frame.current;
    if (!isLoaded || !element) return () => clearTimeout(late);
    const { tokenizationKey, amount, currency } = now.current.of;
    const waiting = new Map<number, Waiting>();
    let last = 0;
    const begin: CardBegin = {
      type: BEGIN,
      tokenizationKey,
      amount,
      currency,
      language: now.current.language,
      direction: getComputedStyle(element).direction === 'rtl' ? 'rtl' : 'ltr',
      look: lookOf(element),
      labels: {
        card: translate('Card details'),
        number: translate('Card number'),
        expires: translate('Expires'),
        code: translate('Security code'),
      },
    };
    const { say, end } = connectFrame(element, begin, (message) => {
      const { of: callbacks, onStand: stands, onProblem: says } = now.current;
      if (message.type === 'height') setHeight(Math.max(LEAST_HEIGHT, Math.ceil(message.height)));
      if (message.type === 'failed') {
        clearTimeout(late);
        stands({ is: 'failed', message: message.message });
      }
      if (message.type === 'ready') {
        clearTimeout(late);
        stands({ is: 'ready' });
        callbacks.onReady({
          focus: () => {
            element.focus();
            say({ type: 'focus' });
          },
          nonce: () =>
            new Promise((resolve, reject) => {
              last += 1;
              waiting.set(last, { resolve, reject });
              say({ type: 'nonce', id: last });
            }),
        });
      }
      if (message.type === 'state') {
        says(message.state.problem);
        callbacks.onChange(message.state);
      }
      if (message.type === 'nonce' || message.type === 'refused') {
        const request = waiting.get(message.id);
        waiting.delete(message.id);
        if (message.type === 'nonce') request?.resolve(message.nonce);
        else
          request?.reject(
            new Error(
              message.message ??
                translate(
                  'The payment provider did not accept the card. Check the details, then try again.',
                ),
            ),
          );
      }
    });
    const follow = new MutationObserver(() => say({ type: 'look', look: lookOf(element) }));
    follow.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['class', 'style'],
    });
    return () => {
      clearTimeout(late);
      follow.disconnect();
      end();
      for (const { reject } of waiting.values())
        reject(new Error(translate('The card form was closed.')));
      now.current.of.onReady(null);
    };
  }, [isLoaded]);

  return (
    // A sandbox without an origin would be passed on to the provider's frames, which fail.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe
      ref={frame}
      title={t('Card details')}
      src={`/plugins/${plugin}/frame`}
      inert={of.isLocked}
      onLoad={() => setIsLoaded(true)}
      style={{ height }}
      className={cn(
        'block w-full border-0 bg-transparent',
        !isShown && 'invisible absolute',
        of.isLocked && 'opacity-60',
      )}
    />
  );
}
