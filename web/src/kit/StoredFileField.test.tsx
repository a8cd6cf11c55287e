// Tests of the field of a stored file: upload, refusal, removal, open.
import { afterEach, expect, test, vi } from 'vitest';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HostProvider, type HostApi } from '@waybill/plugin';
import { FormProvider, useForm, useWatch } from '@waybill/plugin/forms';
import { some } from '../../test/some.ts';
import { SENDING, StoredFileField } from './StoredFileField.tsx';

const STORED = '5e0c7c3e-0000-4000-8000-000000000001';
const FRESH = '5e0c7c3e-0000-4000-8000-000000000002';
const file = new File(['x'], 'licence.pdf', { type: 'application/pdf' });

/** Answers the upload when told. */
function server() {
  const sent: { answer: (status: number, body: unknown) => void }[] = [];
  class Request extends EventTarget {
    upload = new EventTarget();
    status = 0;
    responseText = '';
    open() {}
    setRequestHeader() {}
    abort() {
      this.dispatchEvent(new Event('abort'));
    }
    send() {
      sent.push({
        answer: (status, body) => {
          this.status = status;
          this.responseText = JSON.stringify(body);
          this.dispatchEvent(new Event('load'));
        },
      });
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return sent;
}
afterEach(() => vi.unstubAllGlobals());

function Value() {
  return <code>{useWatch({ name: 'fileid' }) as string}</code>;
}

function show(stored: string) {
  const open = vi.fn();
  function Form() {
    const form = useForm({ defaultValues: { fileid: stored } });
    return (
      <HostProvider
        value={some<HostApi>({
          tenant: some<HostApi['tenant']>({ currency: 'AUD', timezone: 'UTC' }),
        })}
      >
        <FormProvider {...form}>
          <StoredFileField
            name="fileid"
            label="File"
            stored={stored ? { assetId: stored, open } : null}
          />
          <Value />
        </FormProvider>
      </HostProvider>
    );
  }
  const { container } = render(<Form />);
  return {
    user: userEvent.setup(),
    open,
    value: () => container.querySelector('code')?.textContent,
  };
}

const button = (name: string) => screen.getByRole('button', { name });
const done = {
  __abp: true,
  success: true,
  result: { assetId: FRESH, fileId: 3, fileName: 'licence.pdf', size: 2048 },
};
const unsupported = {
  __abp: true,
  success: false,
  error: { code: 4, message: 'This kind of file is not taken.', validationErrors: null },
};

test('a chosen file is sent at once, and its asset becomes the value', async () => {
  const sent = server();
  const { user, value } = show('');
  await user.upload(screen.getByLabelText(/^File/), file);
  expect(value()).toBe(SENDING);
  expect(screen.getByRole('progressbar', { name: 'Uploading licence.pdf' })).toBeVisible();
  sent[0]?.answer(200, done);
  expect(await screen.findByText('licence.pdf · 2 KB')).toBeVisible();
  expect(value()).toBe(FRESH);
  await user.click(button('Remove'));
  expect(value()).toBe('');
  expect(button('Choose a file')).toHaveFocus();
});

test('a refusal keeps the stored file and offers another try', async () => {
  const sent = server();
  const { user, value, open } = show(STORED);
  await user.click(button('View'));
  expect(open).toHaveBeenCalledOnce();
  fireEvent.drop(screen.getByRole('status'), { dataTransfer: { types: ['Files'], files: [file] } });
  expect(value()).toBe(SENDING);
  sent[0]?.answer(400, unsupported);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'licence.pdf could not be uploaded: This kind of file is not taken.',
  );
  expect(value()).toBe(STORED);
  await user.click(button('Try again'));
  expect(sent).toHaveLength(2);
  await user.click(button('Stop'));
  expect(await screen.findByText('A file is stored.')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('removal waits for the save, and the stored file can be kept', async () => {
  server();
  const { user, value } = show(STORED);
  await user.click(button('Remove'));
  expect(value()).toBe('');
  expect(screen.getByText('The stored file is removed when you save.')).toBeVisible();
  await user.click(button('Keep'));
  expect(value()).toBe(STORED);
  expect(button('Choose another')).toHaveFocus();
});
