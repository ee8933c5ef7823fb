import { createDetector, EVERY_MS, type Probe } from './detector';

/** A computer that does what the test says: `halts` are the lengths of the next `debugger` statements. */
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
  /** Looks again after so many milliseconds. */
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

test('on a computer that stood still lately, or a page that has just opened, three halts in a row are a debugger, one or two are not', () => {
  const { after } = computer([800, 350, 0.01, 800, 350, 101]);
  expect(after(EVERY_MS + 300)).toBe(false);
  expect(after(EVERY_MS + 300)).toBe(true);
});

test('six calm seconds after a standstill one halt is enough again', () => {
  const { after } = computer([0.01, 0.01, 0.01, 0.01, 300]);
  expect(after(EVERY_MS + 300)).toBe(false);
  for (let count = 0; count < 3; count += 1) expect(after()).toBe(false);
  expect(after()).toBe(true);
});

test('a slow main thread, whose standstills also hit the statement, is never found guilty in a day', () => {
  // Every standstill of a page hits some moment of it: here each fourth statement.
  const { after } = computer(Array.from({ length: 43_200 }, (_, index) => (index % 4 === 0 ? 900 : 0.01)));
  for (let count = 0; count < 43_200; count += 1) {
    // Between any two statements so many looks come late on such a page.
    expect(after(EVERY_MS + (count % 3) * 150)).toBe(false);
  }
});

test('a halt of exactly 100 ms is none', () => {
  expect(computer([100, 100, 100]).after()).toBe(false);
});

test('without tools a page is looked at for a day and never found guilty', () => {
  const { after } = computer();
  for (let count = 0; count < 43_200; count += 1) expect(after()).toBe(false);
});

test('a page whose main thread is busy is never even measured', () => {
  const { after, state } = computer([900, 900, 900]);
  for (let count = 0; count < 100; count += 1) expect(after(EVERY_MS + 1_500)).toBe(false);
  expect(state.statements).toBe(0);
});

test('a starved processor, on which nothing takes long as well, is no debugger', () => {
  const { after, state } = computer([900, 900, 900, 900, 900]);
  state.starved = 30;
  for (let count = 0; count < 100; count += 1) expect(after()).toBe(false);
});

test('a laptop that slept between two looks is not measured when it wakes', () => {
  const { after, state } = computer([500, 500, 500]);
  expect(after(8 * 3_600_000)).toBe(false);
  expect(state.statements).toBe(0);
});

test('a laptop that fell asleep in the very statement is no debugger, whichever clock went on', () => {
  const sleeps = 3_600_000;
  const { after, state } = computer([sleeps, sleeps, sleeps]);
  state.wallStands = true;
  expect(after()).toBe(false);
  // Both clocks went on: where the page stood still before, it happens once, not three times in a row.
  expect(computer([sleeps]).after(EVERY_MS + 500)).toBe(false);
});

test('standstills on a busy page that do not come back at once are no debugger', () => {
  const { after } = computer([700, 0.01, 0.01, 650, 300, 0.01, 500]);
  for (let count = 0; count < 20; count += 1) expect(after(EVERY_MS + 200)).toBe(false);
});

test('a hidden page is not measured', () => {
  const { after, state } = computer([900, 900, 900]);
  state.attentive = false;
  for (let count = 0; count < 100; count += 1) expect(after()).toBe(false);
  expect(state.statements).toBe(0);
});

test('tools that are opened later are found at the next look', () => {
  const { after, state } = computer();
  expect(after()).toBe(false);
  expect(state.statements).toBe(1);
  const opened = computer([0.01, 0.01, 0.01, 2_000]);
  for (let count = 0; count < 3; count += 1) expect(opened.after()).toBe(false);
  expect(opened.after()).toBe(true);
});
