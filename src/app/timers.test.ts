import { sharedTimers } from './timers';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('calls every timer once at its time, in whatever order the timers were set', () => {
  const timers = sharedTimers();
  const rung: string[] = [];
  timers.setTimeout(() => rung.push('five minutes'), 300_000);
  timers.setTimeout(() => rung.push('fifteen seconds'), 15_000);
  timers.setTimeout(() => rung.push('half a second'), 500);
  jest.advanceTimersByTime(14_999);
  expect(rung).toEqual(['half a second']);
  jest.advanceTimersByTime(1);
  expect(rung).toEqual(['half a second', 'fifteen seconds']);
  jest.advanceTimersByTime(600_000);
  expect(rung).toEqual(['half a second', 'fifteen seconds', 'five minutes']);
});

it('does not call a cleared timer, and still calls the other timers', () => {
  const timers = sharedTimers();
  const rung: string[] = [];
  const first = timers.setTimeout(() => rung.push('cleared'), 2_000);
  const short = timers.setTimeout(() => rung.push('cleared as well'), 20);
  timers.setTimeout(() => rung.push('kept'), 3_000);
  timers.clearTimeout(first);
  timers.clearTimeout(short);
  timers.clearTimeout(undefined);
  jest.advanceTimersByTime(10_000);
  expect(rung).toEqual(['kept']);
});

it('uses one browser timer, however many answers wait', () => {
  const timers = sharedTimers();
  for (let index = 0; index < 50; index += 1) timers.setTimeout(() => undefined, 15_000 + index);
  expect(jest.getTimerCount()).toBe(1);
});

it('accepts timers that are set while others are called', () => {
  const timers = sharedTimers();
  const rung: number[] = [];
  const again = () => {
    rung.push(Math.round(performance.now()));
    if (rung.length < 3) timers.setTimeout(again, 1_000);
  };
  const begun = performance.now();
  timers.setTimeout(again, 1_000);
  jest.advanceTimersByTime(60_000);
  expect(rung.map((at) => at - Math.round(begun))).toEqual([1_000, 2_000, 3_000]);
});
