import { act, renderHook } from '@testing-library/react';
import { useKeepFresh } from './useKeepFresh';

let visible = true;

beforeEach(() => {
  jest.useFakeTimers();
  visible = true;
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (visible ? 'visible' : 'hidden'),
  });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(document, 'visibilityState');
});

const minutes = (n: number) => act(() => jest.advanceTimersByTime(n * 60_000));
const show = (is: boolean) =>
  act(() => {
    visible = is;
    document.dispatchEvent(new Event('visibilitychange'));
  });

it('reloads each minute while the page is visible', () => {
  const reload = jest.fn();
  renderHook(() => useKeepFresh(reload));
  minutes(3);
  expect(reload).toHaveBeenCalledTimes(3);
});

it('does nothing in the background and reloads once on return', () => {
  const reload = jest.fn();
  renderHook(() => useKeepFresh(reload));
  show(false);
  minutes(5);
  expect(reload).not.toHaveBeenCalled();
  show(true);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not reload on return when no minute was missed', () => {
  const reload = jest.fn();
  renderHook(() => useKeepFresh(reload));
  show(false);
  show(true);
  expect(reload).not.toHaveBeenCalled();
});

it('stops when the page unmounts', () => {
  const reload = jest.fn();
  renderHook(() => useKeepFresh(reload)).unmount();
  minutes(2);
  expect(reload).not.toHaveBeenCalled();
});
