import { render } from '@testing-library/react';
import { act } from 'react';
import { queryClient } from '../request/queryClient';
import { runWhenOffered, useCommands } from './registry';

const pause = jest.fn();
const onMissing = jest.fn();
function Offers() {
  useCommands(() => [
    { key: 'row.pause', label: 'team.reason', group: 'record', subject: 4, run: pause },
    { key: 'row.close', label: 'team.reason', group: 'record', subject: 5, run: onMissing },
  ]);
  return null;
}
const passes = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  jest.useFakeTimers();
  pause.mockClear();
  onMissing.mockClear();
});
afterEach(() => jest.useRealTimers());

test('an action runs when its own row offers it, not when another row does', async () => {
  runWhenOffered('row.pause', 4, onMissing);
  await passes(1_000);
  expect(pause).not.toHaveBeenCalled();
  render(<Offers />);
  await passes(1_000);
  expect(pause).toHaveBeenCalledTimes(1);
  runWhenOffered('row.close', 4, onMissing);
  await passes(7_000);
  expect(onMissing).toHaveBeenCalledTimes(1);
});

test('an action waits until the loading page offers it, at most 30 seconds', async () => {
  let answer = (_rows: readonly never[]): void => undefined;
  const query = queryClient.fetchQuery({
    queryKey: ['slow'],
    queryFn: () => new Promise<readonly never[]>((resolve) => (answer = resolve)),
  });
  runWhenOffered('row.pause', 4, onMissing);
  await passes(20_000);
  expect(onMissing).not.toHaveBeenCalled();
  await passes(11_000);
  expect(onMissing).toHaveBeenCalledTimes(1);
  answer([]);
  await query;
});
