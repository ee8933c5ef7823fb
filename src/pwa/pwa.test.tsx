import { act, screen } from '@testing-library/react';
import { hasUnsaved, watchUnsaved } from '@/app/session/unsaved';
import { renderPage } from '@/ui/testing';
import Notices from '.';
import { followWorker } from './worker';

/** Creates a mock worker that records the messages sent to it. The test can change the worker's state. */
function makeWorker() {
  const told: unknown[] = [];
  const worker = Object.assign(new EventTarget(), {
    state: 'installed',
    told,
    postMessage: (message: unknown) => told.push(message),
  });
  return {
    worker,
    told,
    becomes(state: string) {
      worker.state = state;
      worker.dispatchEvent(new Event('statechange'));
    },
  };
}

function browserWith(parts: { active?: object; waiting?: object; installing?: object }) {
  let updates = 0;
  const registration = Object.assign(new EventTarget(), {
    active: null,
    waiting: null,
    installing: null,
    update: async () => {
      updates += 1;
    },
    ...parts,
  });
  let registered = 0;
  const workers = Object.assign(new EventTarget(), {
    controller: parts.active ?? null,
    register: async () => {
      registered += 1;
      return registration;
    },
  });
  let at = 0;
  let isIn = false;
  let reloads = 0;
  let found = 0;
  const follower = followWorker(
    {
      workers: workers as unknown as ServiceWorkerContainer,
      isSignedIn: () => isIn,
      now: () => at,
      reload: () => {
        reloads += 1;
      },
    },
    () => {
      found += 1;
    },
  );
  return {
    registration,
    workers,
    follower,
    registered: () => registered,
    signIn() {
      isIn = true;
    },
    updates: () => updates,
    reloads: () => reloads,
    found: () => found,
    async pass(ms: number) {
      at += ms;
      await jest.advanceTimersByTimeAsync(ms);
    },
  };
}

const START = 5_000;
const FIRST = 15_000;
const active = () => makeWorker().worker;

describe('the offline worker', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('a waiting version is announced once the page has settled', async () => {
    const browser = browserWith({ active: active(), waiting: makeWorker().worker });
    expect(browser.found()).toBe(0);
    await browser.pass(START);
    expect(browser.found()).toBe(1);
    browser.follower.stop();
  });

  test('a browser downloads the whole console only some time after the first sign-in, and never during it', async () => {
    const browser = browserWith({ installing: makeWorker().worker });
    await browser.pass(60_000);
    expect(browser.registered()).toBe(0);
    browser.signIn();
    await browser.pass(9_000);
    expect(browser.registered()).toBe(0);
    await browser.pass(FIRST);
    expect(browser.registered()).toBe(1);
    browser.follower.stop();
  });

  test('a browser that leaves before that downloads nothing', async () => {
    const browser = browserWith({});
    browser.signIn();
    await browser.pass(START);
    browser.follower.stop();
    await browser.pass(60_000);
    expect(browser.registered()).toBe(0);
  });

  test('the very first worker is not announced', async () => {
    const first = makeWorker();
    const browser = browserWith({ installing: first.worker });
    browser.signIn();
    await browser.pass(FIRST);
    expect(browser.registered()).toBe(1);
    Object.assign(browser.registration, { installing: null, waiting: first.worker });
    first.becomes('installed');
    expect(browser.found()).toBe(0);
    browser.follower.stop();
  });

  test('a version that is found while the page is open is announced when it is downloaded', async () => {
    const browser = browserWith({ active: active() });
    await browser.pass(START);
    const next = makeWorker();
    Object.assign(browser.registration, { installing: next.worker });
    browser.registration.dispatchEvent(new Event('updatefound'));
    expect(browser.found()).toBe(0);
    Object.assign(browser.registration, { installing: null, waiting: next.worker });
    next.becomes('installed');
    expect(browser.found()).toBe(1);
    browser.follower.stop();
  });

  test('a refresh activates the waiting version and reloads the page once, however many events report it', async () => {
    const next = makeWorker();
    const browser = browserWith({ active: active(), waiting: next.worker });
    await browser.pass(START);
    browser.follower.refresh();
    expect(next.told).toEqual([{ type: 'SKIP_WAITING' }]);
    expect(browser.reloads()).toBe(0);
    next.becomes('activated');
    browser.workers.dispatchEvent(new Event('controllerchange'));
    await browser.pass(60_000);
    expect(browser.reloads()).toBe(1);
    browser.follower.stop();
  });

  test('a version that another window activated does not reload this window', async () => {
    const browser = browserWith({ active: active() });
    await browser.pass(START);
    browser.workers.dispatchEvent(new Event('controllerchange'));
    expect(browser.reloads()).toBe(0);
    browser.follower.refresh();
    expect(browser.reloads()).toBe(1);
    browser.follower.stop();
  });

  test('an open page looks for a new version every hour', async () => {
    const browser = browserWith({ active: active() });
    await browser.pass(START);
    for (const _hour of [1, 2, 3]) await browser.pass(60 * 60_000);
    expect(browser.updates()).toBe(3);
    browser.follower.stop();
  });
});

test('without a network the page shows a notice until the network is back', async () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  await renderPage(<Notices />);
  expect(screen.queryByText('You are offline now')).toBeNull();
  online.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByText('You are offline now')).toBeVisible();
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText('You are offline now')).toBeNull();
  online.mockRestore();
});

test('a form counts as unsaved while it is dirty and mounted', async () => {
  let dirty = false;
  const end = watchUnsaved(() => dirty);
  expect(hasUnsaved()).toBe(false);
  dirty = true;
  expect(hasUnsaved()).toBe(true);
  end();
  expect(hasUnsaved()).toBe(false);
});
