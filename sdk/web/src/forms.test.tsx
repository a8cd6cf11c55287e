// Tests of server errors on fields and the summary.
import { expect, test } from 'vitest';
import { render, renderHook, screen, act } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError, Field, Input, ValidationSummary } from '@waybill/plugin';
import { applyServerErrors, errorItems, useForm } from './forms.ts';

const refusal = (...validationErrors: { message: string; members: string[] }[]) =>
  new ApiError(400, 'The booking is not complete.', { validationErrors });

function form() {
  return renderHook(() => {
    const hook = useForm({
      defaultValues: {
        reference: '',
        items: [{ weight: 0 }, { weight: 0 }],
        attributes: { apiKey: '' },
      },
    });
    return { hook, errors: hook.formState.errors };
  });
}

test('members find nested fields, with or without the wrapping object, whatever their case', () => {
  const { result } = form();
  let left: string[] = [];
  act(() => {
    left = applyServerErrors(
      result.current.hook,
      refusal(
        { message: 'must be above 0', members: ['booking.items[1].weight'] },
        { message: 'Too long.', members: ['Reference'] },
        { message: 'must be paid first', members: ['booking.customer.accountStatus'] },
      ),
    );
  });
  expect(result.current.errors.items?.[1]?.weight?.message).toBe('must be above 0');
  expect(result.current.errors.items?.[0]).toBeUndefined();
  expect(result.current.errors.reference?.message).toBe('Too long.');
  expect(left).toEqual(['Account status must be paid first']);
  expect(errorItems(result.current.errors, left).map((item) => item.selector)).toEqual([
    '[name="items.1.weight"], [data-field="items.1.weight"]',
    '[name="reference"], [data-field="reference"]',
    undefined,
  ]);
});

test('a refusal without fields, or no refusal at all, is one sentence', () => {
  const { result } = form();
  expect(
    applyServerErrors(result.current.hook, new ApiError(409, 'Someone else changed this.')),
  ).toEqual(['Someone else changed this.']);
  expect(applyServerErrors(result.current.hook, new Error('Boom.'))).toEqual(['Boom.']);
});

test('a renamed member is found under the form’s own name', () => {
  const { result } = form();
  let left: string[] = ['x'];
  act(() => {
    left = applyServerErrors(
      result.current.hook,
      refusal({ message: 'Wrong.', members: ['api-key'] }),
      { 'api-key': 'attributes.apiKey' },
    );
  });
  expect(left).toEqual([]);
  expect(result.current.errors.attributes?.apiKey?.message).toBe('Wrong.');
});

test('the summary names the field, focuses it, and is absent without errors', async () => {
  const { rerender } = render(<ValidationSummary errors={[]} />);
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(
    <>
      <Field label="Weight" optional>
        <Input name="weight" />
      </Field>
      <ValidationSummary
        errors={[
          { message: 'must be above 0', selector: '[name="weight"]' },
          { message: 'Nothing to carry.' },
          { message: 'Hidden.', selector: '[name="other"]' },
        ]}
      />
    </>,
  );
  // The list reads field order when rendered; a rerender is needed here.
  rerender(
    <>
      <Field label="Weight" optional>
        <Input name="weight" />
      </Field>
      <ValidationSummary
        errors={[
          { message: 'must be above 0', selector: '[name="weight"]' },
          { message: 'Nothing to carry.' },
        ]}
        only={['[name="weight"]']}
      />
    </>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Errors');
  expect(screen.getByRole('alert')).not.toHaveTextContent('Nothing to carry.');
  await userEvent.click(screen.getByRole('button', { name: 'Weight must be above 0' }));
  expect(screen.getByRole('textbox', { name: /Weight/ })).toHaveFocus();
});
