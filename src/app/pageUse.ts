import type { Input } from '@contract/index';
import { type Metric, onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { chance } from './clock';
import { api } from './request/api';
import { windowSettings } from './windowSettings';

type View = Input<'site.Monitor/pageView'>;
type Sample = Input<'site.Monitor/pageVitals'>['values'][number];

/* Opened pages with their times, to assign each metric to its page. Times are `performance.now()` in milliseconds. */
const opened: { readonly path: string; readonly at: number }[] = [];
const samples = new Map<string, Map<Sample['metric'], number>>();
let isWatching = false;

const pageAt = (at: number): string => (opened.findLast((entry) => entry.at <= at) ?? opened[0])?.path ?? '';

/**
 * Reports the opened page (SPEC §7) and starts to measure web vitals. The page does not wait for the report, and a failed report is not
 * shown.
 */
export function reportView(view: View, at: number): void {
  opened.push({ path: view.path, at });
  api.askPost('site.Monitor/pageView', view, { silent: true, keepalive: true }).catch(() => undefined);
  watchVitals();
}

/** Starts to measure web vitals, but only in a random sample of the opened windows (`vitalsSample` in the window settings). */
function watchVitals(): void {
  if (isWatching) return;
  isWatching = true;
  if (chance() >= windowSettings().vitalsSample) return;
  const note = ({ name, value, entries }: Metric) => {
    if (name === 'FCP') return;
    // Use the start time of the metric's first entry: the largest paint, the input or the layout shift. TTFB belongs to the first page.
    const path = pageAt(name === 'TTFB' ? 0 : (entries[0]?.startTime ?? 0));
    const ofPage = samples.get(path) ?? new Map<Sample['metric'], number>();
    samples.set(path, ofPage.set(name, Math.round(value * 1_000) / 1_000));
  };
  for (const watch of [onLCP, onINP, onCLS, onTTFB]) watch(note);
  // The metrics are final when the page is left or hidden. This listener runs after those of `web-vitals`.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') queueMicrotask(flush);
  });
}

function flush(): void {
  for (const [path, ofPage] of samples) {
    const values = [...ofPage].map(([metric, value]) => ({ metric, value }));
    api.askPost('site.Monitor/pageVitals', { path, values }, { silent: true, keepalive: true }).catch(() => undefined);
  }
  samples.clear();
}
