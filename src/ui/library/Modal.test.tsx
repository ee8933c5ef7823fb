import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, use } from 'react';
import { Modal } from './Modal';

const never = new Promise<null>(() => {});
const Waiting = () => use(never);
const { NODE_ENV } = process.env;

afterEach(() => {
  process.env.NODE_ENV = NODE_ENV;
});

test('a dialog closes by Escape although React discarded another dialog that was rendered after it', async () => {
  // With NODE_ENV `test`, the library gives all dialogs the same id and cannot distinguish them.
  process.env.NODE_ENV = 'development';
  const close = jest.fn();
  await act(() =>
    render(
      <>
        <Modal open title="first" onCancel={close} />
        <Suspense fallback={null}>
          <Modal open title="discarded" />
          <Waiting />
        </Suspense>
      </>,
    ),
  );
  expect(screen.getByText('first')).toBeVisible();
  expect(screen.queryByText('discarded')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(close).toHaveBeenCalled();
});
