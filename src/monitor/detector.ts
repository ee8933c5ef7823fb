/** Maximum duration of a `debugger` statement in milliseconds. If it takes longer, developer tools have halted it (SPEC §9). */
const HALTED_MS = 100;
/** Milliseconds between two checks. */
export const EVERY_MS = 2_000;
/** Number of halts in a row that are required after a recent stall. Another stall may delay one statement, but not several in a row. */
const CONFIRMATIONS = 3;
/** Number of checks without a stall after which a single halt is sufficient. */
const CALM_LOOKS = 3;
/**
 * Maximum delay of a check in milliseconds. A later check measures nothing: the page was busy, the tab was throttled, or the computer
 * slept.
 */
const MOST_LATE_MS = 1_000;
/** Maximum duration of an empty function in milliseconds. If it takes longer, the processor is overloaded and measurements are wrong. */
const STARVED_MS = 20;
/** Maximum difference between the durations of a halt by the monotonic clock and by the wall clock, in milliseconds. */
const CLOCKS_PART_MS = 1_000;

/** Functions that a check needs. Tests replace all of them. */
export interface Probe {
  /** Returns the monotonic clock in milliseconds. */
  now(): number;
  /** Returns the wall clock in milliseconds. */
  wall(): number;
  /** Runs a `debugger` statement. */
  halt(): void;
  /** Returns whether the page is visible and focused. */
  attentive(): boolean;
}

function span(probe: Probe, run: () => void): number {
  const begun = probe.now();
  run();
  return probe.now() - begun;
}

const nothing = () => undefined;

/**
 * Measures one `debugger` statement. `passed` means that no debugger halted the statement. `halted` means that a debugger halted the
 * statement. `unsure` means that the computer stalled, or that a clock was changed, during the measurement.
 */
function tryStatement(probe: Probe): 'passed' | 'halted' | 'unsure' {
  if (span(probe, nothing) > STARVED_MS) return 'unsure';
  const wall = probe.wall();
  const took = span(probe, probe.halt);
  if (took <= HALTED_MS) return 'passed';
  // The clocks disagree, because one of them stopped while the computer slept, or because the time was changed.
  if (Math.abs(probe.wall() - wall - took) > CLOCKS_PART_MS) return 'unsure';
  return span(probe, nothing) <= STARVED_MS ? 'halted' : 'unsure';
}

/**
 * Creates the check for developer tools that halt this page (SPEC §5). They are detected when one `debugger` statement takes more than
 * 100 ms. Other users must not lose their page. The check therefore times only the statement, and only while the page is visible and
 * focused. After a recent stall (busy main thread, overloaded processor, sleep), three statements in a row must be halted.
 *
 * @returns the check to run every `EVERY_MS`
 */
export function createDetector(probe: Probe): () => boolean {
  let last = probe.now();
  // A newly opened page is busy, so start with zero.
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
    // A halt that is not confirmed by further halts was a stall.
    const stoodStill = outcome === 'unsure' || halts > 0 || late > HALTED_MS;
    calmLooks = stoodStill ? 0 : calmLooks + 1;
    last = probe.now();
    return halts === needed;
  };
}
