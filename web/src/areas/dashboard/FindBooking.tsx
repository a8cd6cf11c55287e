// Finds a consignment by its number: typed, or read by a scanner, which ends with Enter.
import { useState, type FormEvent } from 'react';
import { Search } from 'lucide-react';
import { Button, Card, Field, Input } from '@waybill/plugin';
import { failure } from '../../kit/mutate.ts';
import { useGo } from '../../lib/go.ts';
import { useT } from '../../lib/i18n.ts';
import { findBookings } from './home-queries.ts';

export function FindBooking({ title, label }: { title: string; label: string }) {
  const t = useT();
  const go = useGo();
  const [text, setText] = useState('');
  const [pending, setPending] = useState(false);
  const [unknown, setUnknown] = useState('');
  const find = async () => {
    const number = text.trim();
    if (!number) return;
    setPending(true);
    try {
      const [first, second] = await findBookings(number);
      if (!first) setUnknown(number);
      else if (second) await go(`/bookings?q=${encodeURIComponent(number)}`);
      else await go(`/bookings-beta/details/${first.id}`);
    } catch (error) {
      failure(t('The consignment could not be looked up'))(error);
    } finally {
      setPending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void find();
  };
  return (
    <Card aria-label={title} className="py-3">
      <form onSubmit={submit} className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Field
          label={title}
          className="min-w-0 flex-1 basis-64"
          error={
            unknown && unknown === text.trim()
              ? t('No consignment has the number {number}.', { number: unknown })
              : undefined
          }
        >
          <Input
            value={text}
            placeholder={label}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="outline" pending={pending} className="sm:mt-6">
          <Search aria-hidden />
          {t('Find')}
        </Button>
      </form>
    </Card>
  );
}
