/** SPEC §9: a `debugger` statement that takes longer than this was halted by developer tools. Milliseconds. */
const HALTED_MS = 100;
/** Interval between two checks. Milliseconds. */
export const EVERY_MS = 2_000;
/** Halts in a row that are needed on a computer with a recent stall: another stall may hit a statement, but not so often in a row. */
const CONFIRMATIONS = 3;
/** After so many checks without a stall a computer is calm: one halt is then sufficient. */
const CALM_LOOKS = 3;
/** A check that is later than this found a busy page, a throttled tab or a computer that slept. Milliseconds. */
const MOST_LATE_MS = 1_000;
/** Longest duration of an empty function. Above it the processor is starved, and no measurement is reliable. Milliseconds. */
const STARVED_MS = 20;
/** Largest difference between the two clocks during a halt. Milliseconds. */
const CLOCKS_PART_MS = 1_000;

/** Functions that a check needs; tests replace all of them. */
export interface Probe {
  /** Monotonic clock, in milliseconds. */
  now(): number;
  /** Wall clock, in milliseconds. */
  wall(): number;
  /** Runs a `debugger` statement. */
  halt(): void;
  /** Whether the page is visible and focused. */
  attentive(): boolean;
}

function span(probe: Probe, run: () => void): number {
  const begun = probe.now();
  run();
  return probe.now() - begun;
}

const nothing = () => undefined;

/** Measures one `debugger` statement: `passed`, `halted` by a debugger, or `unsure`, when the computer stalled around it. */
function tryStatement(probe: Probe): 'passed' | 'halted' | 'unsure' {
  if (span(probe, nothing) > STARVED_MS) return 'unsure';
  const wall = probe.wall();
  const took = span(probe, probe.halt);
  if (took <= HALTED_MS) return 'passed';
  // Only one clock continued: the computer slept, or its time was set.
  if (Math.abs(probe.wall() - wall - took) > CLOCKS_PART_MS) return 'unsure';
  return span(probe, nothing) <= STARVED_MS ? 'halted' : 'unsure';
}

/**
 * Creates the check for developer tools that halt this page (SPEC §5): one `debugger` statement took more than 100 ms. A user who did
 * not open them must never lose the page. Therefore only the statement itself is timed, while the page is visible. After a recent stall
 * (a busy main thread, a starved processor, a sleep) three statements in a row must be halted.
 *
 * @returns the check to run every `EVERY_MS`
 */
export function createDetector(probe: Probe): () => boolean {
  let last = probe.now();
  // A newly opened page is busy.
  let calmLooks = 0;
  return () => {
    const late = probe.now() - last - EVERY_MS;
    if (late > HALTED_MS) calmLooks = 0;
    const needed = calmLooks >= CALM_LOOKS ? 1 : CONFIRMATIONS;
    let halts = 0;
    let outcome: ReturnType<typeof tryStatement> = 'passed';
    if (late <= MOST_LATE_MS && probe.attentive()) {
      do {
        outcome = tryStatement(probe);
        if (outcome === 'halted') halts += 1;
      } while (outcome === 'halted' && halts < needed);
    }
    // A halt without confirmation was a stall.
    const stoodStill = outcome === 'unsure' || halts > 0 || late > HALTED_MS;
    calmLooks = stoodStill ? 0 : calmLooks + 1;
    last = probe.now();
    return halts === needed;
  };
}
