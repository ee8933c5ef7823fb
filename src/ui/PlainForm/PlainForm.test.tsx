import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { Field, PasswordField } from '.';

function Page({ error = '' }: { readonly error?: string }) {
  const [value, setValue] = useState('');
  return (
    <PasswordField id="password" label="Password" hint="8 or more" error={error} value={value} onChange={setValue} />
  );
}

beforeAll(async () => {
  await loadTexts('public');
  await setLocale('en-US');
});

test('hint and error are connected to the field, and the error is announced', () => {
  const { rerender } = render(<Page />);
  const field = screen.getByLabelText('Password', { selector: 'input' });
  expect(field).toHaveAccessibleDescription('8 or more');
  expect(field).toBeValid();
  rerender(<Page error="Too short" />);
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Too short 8 or more');
  expect(screen.getByText('Too short')).toHaveAttribute('aria-live', 'polite');
});

test('a password is shown and hidden by keyboard, and the typed text is kept', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.tab();
  await user.keyboard('Harbour');
  const field = screen.getByLabelText('Password', { selector: 'input' });
  expect(field).toHaveAttribute('type', 'password');
  await user.tab();
  await user.keyboard(' ');
  expect(field).toHaveAttribute('type', 'text');
  expect(screen.getByRole('button', { pressed: true })).toHaveFocus();
  expect(field).toHaveValue('Harbour');
});

test('a field without hint and error has no description', () => {
  render(<Field id="tel" label="Phone" value="" onChange={() => undefined} />);
  expect(screen.getByLabelText('Phone')).not.toHaveAttribute('aria-describedby');
});
