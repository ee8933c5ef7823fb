import { now } from '@/app/clock';
import { leaveUnasked } from '@/app/session/unsaved';
import { windowSettings } from '@/app/windowSettings';
import { createDetector, EVERY_MS, type Probe } from './detector';
import { halt } from './halt';
import { type DebugRecord, isLifted, keepRecord } from './record';

/** Whom the record names. */
export interface Watched {
  readonly tel: string;
  readonly loginIp: string;
}

/** The names of system and browser may take this long to come; the page is left without them otherwise. Milliseconds. */
const NAMES_MS = 1_500;

/** What the watch does to the page; tests set it. */
export interface Surroundings {
  readonly probe: Probe;
  /** Shows a blank page instead of this one. */
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
  // At once, should the page be closed before the names are known.
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

/** Whether the monitor is lifted for the person who opened this page. */
export function isBypassed(): boolean {
  // The name of this entry is the address as it was typed, whatever routing made of it since.
  const opened = performance.getEntriesByType?.('navigation')[0]?.name ?? '';
  return isLifted([window.location.href, opened], windowSettings().monitorBypass);
}

/**
 * Watches for developer tools while the person is signed in: right-click and F12 do nothing, a halted page is left for a
 * blank one, and what happened is kept for the next visit (SPEC §5). Where it cannot be measured it stays silent.
 *
 * @returns ends the watch
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
