/** SPEC §9: a `debugger` statement that takes longer than this was halted by somebody's tools. Milliseconds. */
const HALTED_MS = 100;
/** How often it is looked. Milliseconds. */
export const EVERY_MS = 2_000;
/** Halts in a row that count: a computer that stood still once, for whatever reason, does not stand still three times. */
const CONFIRMATIONS = 3;
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

/** Whether one `debugger` statement was halted, and by nothing but a debugger. */
function isHalted(probe: Probe): boolean {
  if (span(probe, nothing) > STARVED_MS) return false;
  const wall = probe.wall();
  const took = span(probe, probe.halt);
  if (took <= HALTED_MS) return false;
  // One clock went on while the other stood: the computer slept, or its time was set.
  if (Math.abs(probe.wall() - wall - took) > CLOCKS_PART_MS) return false;
  return span(probe, nothing) <= STARVED_MS;
}

/**
 * Tells whether developer tools halt this page (SPEC §5). In doubt it tells no: nobody who did not open them may ever be sent
 * away, so only the statement itself is timed, three times in a row, on a page that is looked at and not busy.
 *
 * @returns the look to make every `EVERY_MS`
 */
export function createDetector(probe: Probe): () => boolean {
  let last = probe.now();
  return () => {
    const late = probe.now() - last - EVERY_MS;
    let halts = 0;
    if (late <= MOST_LATE_MS && probe.attentive()) {
      while (halts < CONFIRMATIONS && isHalted(probe)) halts += 1;
    }
    last = probe.now();
    return halts === CONFIRMATIONS;
  };
}
