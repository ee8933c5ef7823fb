import { render, screen } from '@testing-library/react';
import { OpeningFocus } from '.';

const first = () => screen.getByRole('textbox', { name: 'First' }).focus();

function Contents({ chosen = false }: { readonly chosen?: boolean }) {
  return (
    <div role="dialog" aria-label="Form">
      <input aria-label="First" />
      {/* biome-ignore lint/a11y/noAutofocus: simulates a user who has focused this field. */}
      <input aria-label="Second" autoFocus={chosen} />
      <OpeningFocus focus={first} />
    </div>
  );
}

test('the first field gets the focus as soon as the content of a dialog is mounted', () => {
  render(<Contents />);
  expect(screen.getByRole('textbox', { name: 'First' })).toHaveFocus();
});

test('the focus stays in another field of the dialog that the user has focused', () => {
  render(<Contents chosen />);
  expect(screen.getByRole('textbox', { name: 'Second' })).toHaveFocus();
});

test('the first field is focused once: rendering the dialog again does not move the focus', () => {
  const { rerender } = render(<Contents />);
  screen.getByRole('textbox', { name: 'Second' }).focus();
  screen.getByRole('textbox', { name: 'Second' }).blur();
  rerender(<Contents />);
  expect(document.body).toHaveFocus();
});
