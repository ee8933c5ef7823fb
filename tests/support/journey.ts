import { type Browser, test } from '@playwright/test';
import { inWindow, launchBrowser, type VisitorOptions } from './browser';
import { type Console, type ConsoleOptions, startConsole } from './console';

type Journey = Parameters<typeof inWindow>[2];

/** The console and browser that the tests of one file share. */
export interface JourneyServer extends Pick<Console, 'query' | 'telOf' | 'messageTo' | 'restart'> {
  readonly baseURL: string;
  readonly owner: Console['owner'];
  /** Runs a journey in a new window of this console, and closes the window. An unexpected console message or error fails the test. */
  visit(journey: Journey): Promise<void>;
  visit(options: Partial<VisitorOptions>, journey: Journey): Promise<void>;
}

/**
 * Starts a console and a browser before the first test of a file, and stops both after the last test.
 *
 * @param settings options, or a function that returns them right before the start
 * @param prepare runs when the console is ready, before the first test
 */
export function setUpConsole(
  settings: ConsoleOptions | (() => Promise<ConsoleOptions>) = {},
  prepare?: () => Promise<unknown>,
): JourneyServer {
  let server: Console | undefined;
  let browser: Browser | undefined;
  const started = (): Console => {
    if (!server) throw new Error('the console runs only while tests do');
    return server;
  };
  test.beforeAll(async () => {
    const isHeaded = test.info().project.use.headless === false;
    const options = typeof settings === 'function' ? await settings() : settings;
    const [console, window] = await Promise.allSettled([startConsole(options), launchBrowser({ isHeaded })]);
    if (console.status === 'fulfilled') server = console.value;
    if (window.status === 'fulfilled') browser = window.value;
    // `allSettled` has stored everything that started, so `afterAll` can stop it. An open browser would keep the file from finishing.
    for (const one of [console, window]) if (one.status === 'rejected') throw one.reason;
    await prepare?.();
  });
  test.afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  return {
    get baseURL() {
      return started().baseURL;
    },
    get owner() {
      return started().owner;
    },
    query: (use) => started().query(use),
    telOf: (account) => started().telOf(account),
    messageTo: (tel) => started().messageTo(tel),
    restart: () => started().restart(),
    async visit(first: Partial<VisitorOptions> | Journey, second?: Journey) {
      const [options, journey] = typeof first === 'function' ? [{}, first] : [first, second];
      if (!browser || !journey) throw new Error('the browser runs only while tests do');
      await inWindow(browser, { baseURL: started().baseURL, ...options }, journey);
    },
  };
}
