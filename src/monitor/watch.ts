import { now } from '@/app/clock';
import { leaveUnasked } from '@/app/session/unsaved';
import { windowSettings } from '@/app/windowSettings';
import { createDetector, EVERY_MS, type Probe } from './detector';
import { halt } from './halt';
import { type DebugRecord, isLifted, keepRecord } from './record';

/** The user named in the record. */
export interface Watched {
  readonly tel: string;
  readonly loginIp: string;
}

/** Maximum wait for the names of system and browser, in milliseconds. After that, the record has no names and the page turns blank. */
const NAMES_MS = 1_500;

/** Functions with effects on the page. Tests replace them. */
export interface Surroundings {
  readonly probe: Probe;
  /** Replaces this page with a blank page. */
  blank(): void;
}

const browserProbe: Probe = {
  now: () => performance.now(),
  wall: now,
  halt,
  attentive: () => document.visibilityState === 'visible' && document.hasFocus(),
};

const surroundings: Surroundings = {
  probe: browserProbe,
  blank: () => {
    leaveUnasked();
    window.location.replace('about:blank');
  },
};

async function deviceNames(): Promise<Pick<DebugRecord, 'os' | 'browser'>> {
  const { default: UAParser } = await import('ua-parser-js');
  const { os, browser } = new UAParser().getResult();
  const name = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(' ');
  return { os: name(os.name, os.version), browser: name(browser.name, browser.version) };
}

const noNames = { os: '', browser: '' };
const lateNames = () =>
  new Promise<typeof noNames>((resolve) => {
    setTimeout(() => resolve(noNames), NAMES_MS);
  });

async function leave({ tel, loginIp }: Watched, { blank }: Surroundings): Promise<void> {
  const base = { state: false, account: tel, loginIp, time: new Date(now()).toISOString() };
  // Store the record immediately, because the user may close the page before the names are known.
  keepRecord({ ...base, ...noNames });
  const names = await Promise.race([deviceNames().catch(() => noNames), lateNames()]);
  keepRecord({ ...base, ...names });
  blank();
}

function refuseMenu(event: Event): void {
  event.preventDefault();
}

function refuseF12(event: KeyboardEvent): void {
  if (event.key === 'F12') event.preventDefault();
}

/** Returns whether the monitor is turned off for this page. */
export function isBypassed(): boolean {
  // The navigation entry has the URL that the user opened, before any routing.
  const opened = performance.getEntriesByType?.('navigation')[0]?.name ?? '';
  return isLifted([window.location.href, opened], windowSettings().monitorBypass);
}

/**
 * Watches for developer tools while the user is signed in. Right-click and F12 are disabled. If the page is halted, a record is stored for
 * the next visit and the page turns blank (SPEC §5). Without `performance.now`, the monitor does nothing.
 *
 * @returns a function that stops the monitor
 */
export function watch(person: Watched, around: Surroundings = surroundings): () => void {
  if (typeof performance?.now !== 'function') return () => undefined;
  const look = createDetector(around.probe);
  const timer = setInterval(() => {
    if (!look()) return;
    stop();
    void leave(person, around);
  }, EVERY_MS);
  const stop = () => {
    clearInterval(timer);
    window.removeEventListener('contextmenu', refuseMenu);
    window.removeEventListener('keydown', refuseF12, true);
  };
  window.addEventListener('contextmenu', refuseMenu);
  window.addEventListener('keydown', refuseF12, true);
  return stop;
}
