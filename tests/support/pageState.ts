import type { Page } from '@playwright/test';
import { common } from '../../contract/locales/zh-CN/common';
import { waitUntilIdle } from './networkConditions';

/** The visible state of a page. */
export interface PageState {
  /** Number of loading regions. */
  readonly busy: number;
  /** Texts of failed regions. */
  readonly alerts: readonly string[];
  readonly retries: number;
  readonly empty: readonly { readonly text: string; readonly steps: number }[];
  readonly rows: number;
  /** Number of characters of the page's text without its title. */
  readonly words: number;
}
export const readPageState = (page: Page): Promise<PageState> =>
  page.evaluate<PageState>(`(() => {
    const main = document.querySelector('main');
    const seen = (css) => [...main.querySelectorAll(css)].filter((node) => node.offsetHeight > 0 && node.offsetWidth > 0);
    const text = (node) => node.textContent.trim();
    return {
      // Count only elements that are at least as high as a line of text, because smaller ones are no skeletons.
      busy: seen('[aria-busy="true"]').filter((node) => node.offsetHeight >= 16).length,
      alerts: seen('[role="alert"]').map(text),
      retries: seen('[role="alert"] button').filter((node) => text(node) === '${common.retry}').length,
      empty: seen('[data-empty]').map((node) => ({
        text: text(node.querySelector('p')),
        steps: node.querySelectorAll('a[href], button:enabled').length,
      })),
      rows: seen('tbody tr').length,
      words: text(main).length - text(main.querySelector('h1') ?? main).length,
    };
  })()`);

/** Checks whether no region of the page has failed or is loading. */
export const isHealthy = ({ busy, alerts }: PageState) => busy === 0 && alerts.length === 0;

/** Reads the state until nothing is loading, at most 61 times. @returns the last state */
export async function readSettledState(page: Page): Promise<PageState> {
  for (let round = 0; ; round += 1) {
    await waitUntilIdle(page);
    const state = await readPageState(page);
    if (state.busy === 0 || round >= 60) return state;
    await page.waitForTimeout(50);
  }
}

/** Checks whether an empty state explains what will appear and offers a next step. A step is a control, or a command for the server. */
export const hasNextStep = ({ text, steps }: PageState['empty'][number]): boolean =>
  text.length >= 8 && (steps > 0 || text.includes('npm run'));
