import { SESSION_COOKIE } from '@contract/limits';
import { waitFor } from '@testing-library/react';
import Cookies from 'js-cookie';

/** Callbacks of the mocked `web-vitals` by metric. The tests call them in place of the browser. */
const watchers = new Map<string, (metric: object) => void>();
jest.mock('web-vitals', () =>
  Object.fromEntries(
    ['onLCP', 'onINP', 'onCLS', 'onTTFB'].map((name) => [
      name,
      (note: (metric: object) => void) => watchers.set(name.slice(2), note),
    ]),
  ),
);

const sent: { address: string; body: unknown; keepalive: boolean | undefined }[] = [];

async function load(vitalsSample: number) {
  jest.resetModules();
  watchers.clear();
  sent.length = 0;
  Cookies.set(SESSION_COOKIE, 'token');
  Object.assign(window, { MULTISTATION_SETTINGS: { vitalsSample } });
  globalThis.fetch = async (input, init) => {
    sent.push({
      address: String(input).replace(/^.*\/api\//, ''),
      body: JSON.parse(String(init?.body)),
      keepalive: init?.keepalive,
    });
    return new Response(JSON.stringify({ code: 100, msg: '', data: {}, requestId: 'a' }), {
      headers: { 'content-type': 'application/json' },
    });
  };
  return import('./pageUse');
}

function hide(): void {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

test('an opened page is reported by a call that continues after the page is left', async () => {
  const { reportView } = await load(0);
  reportView({ path: '/teamList/index', title: 'Station list', from: '/dashboard/index' }, 10);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toEqual([
    {
      address: 'site.Monitor/pageView',
      body: { path: '/teamList/index', title: 'Station list', from: '/dashboard/index' },
      keepalive: true,
    },
  ]);
  expect(watchers.size).toBe(0);
});

test('a metric counts for the page on which it arose, and all metrics are sent when the window is hidden', async () => {
  const { reportView } = await load(1);
  reportView({ path: '/dashboard/index', title: '', from: '' }, 0);
  reportView({ path: '/teamList/index', title: '', from: '/dashboard/index' }, 5_000);
  watchers.get('LCP')?.({ name: 'LCP', value: 812.34567, entries: [{ startTime: 812 }] });
  watchers.get('TTFB')?.({ name: 'TTFB', value: 30, entries: [{ startTime: 0 }] });
  watchers.get('INP')?.({ name: 'INP', value: 64, entries: [{ startTime: 7_000 }] });
  hide();
  await waitFor(() => expect(sent).toHaveLength(4));
  expect(sent.slice(2).map(({ body }) => body)).toEqual([
    {
      path: '/dashboard/index',
      values: [
        { metric: 'LCP', value: 812.346 },
        { metric: 'TTFB', value: 30 },
      ],
    },
    { path: '/teamList/index', values: [{ metric: 'INP', value: 64 }] },
  ]);
});

test('a window outside the sample measures nothing', async () => {
  const { reportView } = await load(0);
  reportView({ path: '/dashboard/index', title: '', from: '' }, 0);
  hide();
  // Reports are sent in order. A report with metrics of the first page would therefore be between the reports of the two page views.
  reportView({ path: '/teamList/index', title: '', from: '/dashboard/index' }, 5_000);
  await waitFor(() => expect(sent.length).toBeGreaterThan(1));
  expect(sent.map(({ address }) => address)).toEqual(['site.Monitor/pageView', 'site.Monitor/pageView']);
});
