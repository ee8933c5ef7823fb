/** SPEC §9: a `debugger` statement that takes longer than this was halted by developer tools. Milliseconds. */
const HALTED_MS = 100;
/** How often it is looked. Milliseconds. */
export const EVERY_MS = 2_000;
/** A computer that stood still lately may stand still in the statement as well, but not so often in a row. */
const CONFIRMATIONS = 3;
/** So many looks without a standstill make a computer calm: there, one halt is a debugger. */
const CALM_LOOKS = 3;
/** A look that comes later than this found a busy page, a throttled tab or a computer that slept. Milliseconds. */
const MOST_LATE_MS = 1_000;
/** Nothing at all may take this long; where it does, the processor is starved and no measure is worth anything. Milliseconds. */
const STARVED_MS = 20;
/** By how much the two clocks may part during a halt. Milliseconds. */
const CLOCKS_PART_MS = 1_000;

/** What a look is made with; tests set all of it. */
export interface Probe {
  /** Milliseconds that only ever grow. */
  now(): number;
  /** Milliseconds of the wall clock. */
  wall(): number;
  /** Runs a `debugger` statement. */
  halt(): void;
  /** The person looks at this very page. */
  attentive(): boolean;
}

function span(probe: Probe, run: () => void): number {
  const begun = probe.now();
  run();
  return probe.now() - begun;
}

const nothing = () => undefined;

/** What one `debugger` statement was: `passed` over, `halted` by a debugger, or `unsure`: the computer stood still around it. */
function tryStatement(probe: Probe): 'passed' | 'halted' | 'unsure' {
  if (span(probe, nothing) > STARVED_MS) return 'unsure';
  const wall = probe.wall();
  const took = span(probe, probe.halt);
  if (took <= HALTED_MS) return 'passed';
  // One clock went on while the other stood: the computer slept, or its time was set.
  if (Math.abs(probe.wall() - wall - took) > CLOCKS_PART_MS) return 'unsure';
  return span(probe, nothing) <= STARVED_MS ? 'halted' : 'unsure';
}

/**
 * Tells whether developer tools halt this page (SPEC §5): one `debugger` statement took more than 100 ms. A user who did not open
 * them must never be sent away. So only the statement itself is timed, while the page is visible. On a computer that stood still
 * lately (a busy main thread, a starved processor, a sleep) three statements in a row have to be halted.
 *
 * @returns the look to make every `EVERY_MS`
 */
export function createDetector(probe: Probe): () => boolean {
  let last = probe.now();
  // A page that has just opened is busy.
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
    // A halt that others did not confirm was a standstill.
    const stoodStill = outcome === 'unsure' || halts > 0 || late > HALTED_MS;
    calmLooks = stoodStill ? 0 : calmLooks + 1;
    last = probe.now();
    return halts === needed;
  };
}
