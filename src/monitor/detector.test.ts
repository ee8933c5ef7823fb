import { createDetector, EVERY_MS, type Probe } from './detector';

/** Simulates a computer. @param halts durations of the next `debugger` statements in milliseconds */
function computer(halts: readonly number[] = []) {
  const left = [...halts];
  const state = { at: 5_000, wall: 1_800_000_000_000, attentive: true, starved: 0, wallStands: false, statements: 0 };
  const pass = (ms: number, wall = ms) => {
    state.at += ms;
    state.wall += wall;
  };
  const probe: Probe = {
    now: () => {
      pass(state.starved);
      return state.at;
    },
    wall: () => state.wall,
    halt: () => {
      state.statements += 1;
      const ms = left.shift() ?? 0.01;
      pass(ms, state.wallStands ? 0 : ms);
    },
    attentive: () => state.attentive,
  };
  const look = createDetector(probe);
  /** Advances the time by the given milliseconds and runs a check. */
  const after = (ms = EVERY_MS) => {
    pass(ms);
    return look();
  };
  return { state, after };
}

test('one debugger statement that takes more than 100 ms is a debugger (SPEC §5)', () => {
  const { after, state } = computer([0.01, 0.01, 0.01, 101]);
  for (let count = 0; count < 3; count += 1) expect(after()).toBe(false);
  expect(after()).toBe(true);
  expect(state.statements).toBe(4);
});

test('after a recent stall or a page load, three halts in a row are a debugger, but one or two are not', () => {
  const { after } = computer([800, 350, 0.01, 800, 350, 101]);
  expect(after(EVERY_MS + 300)).toBe(false);
  expect(after(EVERY_MS + 300)).toBe(true);
});

test('after six calm seconds, one halt is sufficient again', () => {
  const { after } = computer([0.01, 0.01, 0.01, 0.01, 300]);
  expect(after(EVERY_MS + 300)).toBe(false);
  for (let count = 0; count < 3; count += 1) expect(after()).toBe(false);
  expect(after()).toBe(true);
});

test('a slow main thread, whose stalls also hit the statement, gives no false alarm in a day', () => {
  // A stall can occur at any moment. Here it occurs at every fourth statement.
  const { after } = computer(Array.from({ length: 43_200 }, (_, index) => (index % 4 === 0 ? 900 : 0.01)));
  for (let count = 0; count < 43_200; count += 1) {
    // A page with stalls also delays many checks.
    expect(after(EVERY_MS + (count % 3) * 150)).toBe(false);
  }
});

test('a halt of exactly 100 ms is no debugger', () => {
  expect(computer([100, 100, 100]).after()).toBe(false);
});

test('without developer tools a page gives no false alarm in a day', () => {
  const { after } = computer();
  for (let count = 0; count < 43_200; count += 1) expect(after()).toBe(false);
});

test('a page with a busy main thread is not measured at all', () => {
  const { after, state } = computer([900, 900, 900]);
  for (let count = 0; count < 100; count += 1) expect(after(EVERY_MS + 1_500)).toBe(false);
  expect(state.statements).toBe(0);
});

test('a starved processor, on which even an empty function is slow, is no debugger', () => {
  const { after, state } = computer([900, 900, 900, 900, 900]);
  state.starved = 30;
  for (let count = 0; count < 100; count += 1) expect(after()).toBe(false);
});

test('a laptop that slept between two checks is not measured when it wakes', () => {
  const { after, state } = computer([500, 500, 500]);
  expect(after(8 * 3_600_000)).toBe(false);
  expect(state.statements).toBe(0);
});

test('a laptop that fell asleep during the statement is no debugger, whichever clock continued', () => {
  const sleeps = 3_600_000;
  const { after, state } = computer([sleeps, sleeps, sleeps]);
  state.wallStands = true;
  expect(after()).toBe(false);
  // Here both clocks continued. After a recent stall three halts in a row are required, but here only one halt occurs.
  expect(computer([sleeps]).after(EVERY_MS + 500)).toBe(false);
});

test('stalls on a busy page that do not repeat at once are no debugger', () => {
  const { after } = computer([700, 0.01, 0.01, 650, 300, 0.01, 500]);
  for (let count = 0; count < 20; count += 1) expect(after(EVERY_MS + 200)).toBe(false);
});

test('a hidden page is not measured', () => {
  const { after, state } = computer([900, 900, 900]);
  state.attentive = false;
  for (let count = 0; count < 100; count += 1) expect(after()).toBe(false);
  expect(state.statements).toBe(0);
});

test('developer tools that are opened later are found at the next check', () => {
  const { after, state } = computer();
  expect(after()).toBe(false);
  expect(state.statements).toBe(1);
  const opened = computer([0.01, 0.01, 0.01, 2_000]);
  for (let count = 0; count < 3; count += 1) expect(opened.after()).toBe(false);
  expect(opened.after()).toBe(true);
});
