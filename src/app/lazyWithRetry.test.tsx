import { act, fireEvent, render, screen } from '@testing-library/react';
import { watchUnsaved } from '@/app/session/unsaved';
import { PromptHost } from '@/ui/calls/PromptHost';
import { ToastHost } from '@/ui/feedback/ToastHost';
import { t } from './i18n/i18n';
import { lazyWithRetry } from './lazyWithRetry';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const Part = ({ name }: { readonly name: string }) => <p>{name}</p>;

test('code that does not arrive is reported once and fetched again, and the rest of the page is kept', async () => {
  let fails = 2;
  const load = jest.fn(async () => {
    fails -= 1;
    if (fails >= 0) throw new Error('Loading chunk 7 failed');
    return Part;
  });
  const Later = lazyWithRetry(load);
  render(
    <>
      <input aria-label="name" defaultValue="half" />
      <Later name="here" />
      <ToastHost />
    </>,
  );
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(screen.getByRole('textbox')).toHaveValue('half');
  expect(screen.getAllByText(t('common.chunkFailed'))).toHaveLength(1);
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(screen.queryByText('here')).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(screen.getByText('here')).toBeInTheDocument();
  expect(screen.getByRole('textbox')).toHaveValue('half');
  expect(load).toHaveBeenCalledTimes(3);
});

const gone = () => Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' });

test('code that a new version replaced is fetched a limited number of times; the message offers a reload, which asks first', async () => {
  const load = jest.fn(async (): Promise<typeof Part> => {
    throw gone();
  });
  const Later = lazyWithRetry(load);
  const endUnsaved = watchUnsaved(() => true);
  render(
    <>
      <Later name="never" />
      <PromptHost />
      <ToastHost />
    </>,
  );
  await act(() => jest.advanceTimersByTimeAsync(0));
  fireEvent.click(screen.getByRole('button', { name: t('common.reload') }));
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  // The user chooses to stay, so the page must not be reloaded.
  expect(await screen.findByText(t('form.leaveText'))).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: t('form.stay') }));
  endUnsaved();
  await act(() => jest.advanceTimersByTimeAsync(600_000));
  expect(load).toHaveBeenCalledTimes(6);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(load).toHaveBeenCalledTimes(7);
});

test('a download that is still running is not started a second time when the network returns', async () => {
  let fail = (_error: Error) => {};
  const load = jest.fn(
    () =>
      new Promise<typeof Part>((_resolve, reject) => {
        fail = reject;
      }),
  );
  const Later = lazyWithRetry(load, { quiet: true });
  render(<Later name="late" />);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(load).toHaveBeenCalledTimes(1);
  await act(async () => fail(new Error('no network')));
  act(() => void window.dispatchEvent(new Event('online')));
  expect(load).toHaveBeenCalledTimes(2);
});

test('a part whose code is loaded is drawn at once', async () => {
  const load = jest.fn(async () => Part);
  const Later = lazyWithRetry(load);
  const first = render(<Later name="first" />);
  await act(() => jest.advanceTimersByTimeAsync(0));
  first.unmount();
  render(<Later name="second" />);
  expect(screen.getByText('second')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});

test('background code fails without a message, and is not fetched again when it is gone', async () => {
  const load = jest.fn(() => Promise.reject(new Error('no network')));
  const Later = lazyWithRetry<object>(load, { quiet: true });
  render(<ToastHost />);
  const shown = render(<Later />);
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(load).toHaveBeenCalledTimes(2);
  shown.unmount();
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(load).toHaveBeenCalledTimes(2);
  expect(screen.queryByText(t('common.chunkFailed'))).toBeNull();
});
