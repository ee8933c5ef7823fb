import { render, screen } from '@testing-library/react';
import { OpeningFocus } from '.';

const first = () => screen.getByRole('textbox', { name: 'First' }).focus();

function Contents({ chosen = false }: { readonly chosen?: boolean }) {
  return (
    <div role="dialog" aria-label="Form">
      <input aria-label="First" />
      {/* biome-ignore lint/a11y/noAutofocus: stands for a user who is already there. */}
      <input aria-label="Second" autoFocus={chosen} />
      <OpeningFocus focus={first} />
    </div>
  );
}

test('the first field has the focus as soon as the contents of a dialog stand', () => {
  render(<Contents />);
  expect(screen.getByRole('textbox', { name: 'First' })).toHaveFocus();
});

test('a user who is in another field already stays there', () => {
  render(<Contents chosen />);
  expect(screen.getByRole('textbox', { name: 'Second' })).toHaveFocus();
});

test('the first field takes the focus once: a dialog that is rendered again leaves the focus where it is', () => {
  const { rerender } = render(<Contents />);
  screen.getByRole('textbox', { name: 'Second' }).focus();
  screen.getByRole('textbox', { name: 'Second' }).blur();
  rerender(<Contents />);
  expect(document.body).toHaveFocus();
});
