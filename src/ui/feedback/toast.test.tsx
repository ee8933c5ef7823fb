import { act, render, screen } from '@testing-library/react';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { shownToasts, toast } from '@/app/toast';
import { ToastHost } from './ToastHost';

beforeAll(async () => {
  await loadTexts('public');
  await setLocale('en-US');
});

beforeEach(() => {
  jest.useFakeTimers();
  render(<ToastHost />);
});

afterEach(() => {
  act(() => {
    jest.runAllTimers();
  });
  jest.useRealTimers();
});

test('a message stays for the given time', () => {
  act(() => toast.success('Saved', 1_000));
  expect(screen.getByRole('status')).toHaveTextContent('Success: Saved');
  act(() => {
    jest.advanceTimersByTime(999);
  });
  expect(screen.getByText('Saved')).toBeVisible();
  act(() => {
    jest.advanceTimersByTime(1);
  });
  expect(screen.queryByText('Saved')).toBeNull();
});

test('an error is announced at once, and only once for several calls that fail for the same reason', () => {
  act(() => {
    toast.error('Network error');
    toast.error('Network error');
    toast.warning('Careful');
  });
  expect(screen.getByRole('alert')).toHaveTextContent('Error: Network error');
  expect(shownToasts()).toHaveLength(2);
});

test('a message can be closed, and stays while it has the focus', () => {
  act(() => toast.error('Refused', 1_000));
  act(() => screen.getByRole('button', { name: 'Close message' }).focus());
  act(() => {
    jest.advanceTimersByTime(60_000);
  });
  expect(screen.getByText('Refused')).toBeVisible();
  act(() => screen.getByRole('button', { name: 'Close message' }).click());
  expect(screen.queryByText('Refused')).toBeNull();
});

test('an equal message neither shortens the time of a message with an action nor removes a message that has the focus', () => {
  act(() => toast.success('Paused', undefined, { label: 'Undo', run: () => undefined }));
  act(() => toast.success('Paused'));
  act(() => {
    jest.advanceTimersByTime(9_000);
  });
  act(() => screen.getByRole('button', { name: 'Undo' }).focus());
  act(() => toast.success('Paused'));
  act(() => {
    jest.advanceTimersByTime(60_000);
  });
  expect(screen.getByText('Paused')).toBeVisible();
  act(() => screen.getByRole('button', { name: 'Undo' }).blur());
  act(() => {
    jest.advanceTimersByTime(10_000);
  });
  expect(screen.queryByText('Paused')).toBeNull();
});

test('at most four messages are shown: a fifth removes the oldest', () => {
  act(() => {
    for (const text of ['1', '2', '3', '4', '5']) toast.success(text);
  });
  expect(shownToasts().map((entry) => entry.text)).toEqual(['2', '3', '4', '5']);
});

test('a message with an action stays longer, and is removed when the action is used', () => {
  const run = jest.fn();
  act(() => toast.success('Paused', undefined, { label: 'Undo', run }));
  act(() => {
    jest.advanceTimersByTime(9_000);
  });
  act(() => screen.getByRole('button', { name: 'Undo' }).click());
  expect(run).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Paused')).toBeNull();
});
