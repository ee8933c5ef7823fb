import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from '.';

test('Enter and Space press the button, and by default it does not submit a form', async () => {
  const user = userEvent.setup();
  const press = jest.fn();
  const send = jest.fn();
  render(
    <form onSubmit={send}>
      <Button onClick={press}>Add</Button>
    </form>,
  );
  await user.tab();
  expect(screen.getByRole('button', { name: 'Add' })).toHaveFocus();
  await user.keyboard('{Enter} ');
  expect(press).toHaveBeenCalledTimes(2);
  expect(send).not.toHaveBeenCalled();
});

test('while it is loading the button keeps the focus, is marked busy, and ignores presses', async () => {
  const user = userEvent.setup();
  const press = jest.fn();
  const send = jest.fn((event: { preventDefault(): void }) => event.preventDefault());
  const form = (loading: boolean) => (
    <form onSubmit={send}>
      <Button htmlType="submit" loading={loading} onClick={press}>
        Save
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  const button = screen.getByRole('button', { name: 'Save' });
  await user.click(button);
  rerender(form(true));
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(button).toBeEnabled();
  expect(button).toHaveFocus();
  await user.click(button);
  await user.keyboard('{Enter}');
  expect(press).toHaveBeenCalledTimes(1);
  expect(send).toHaveBeenCalledTimes(1);
});
