import type { Page } from '@playwright/test';
import { common } from '../../contract/locales/zh-CN/common';
import { waitUntilIdle } from './networkConditions';

/** The visible state of a page. */
export interface PageState {
  /** Regions that load. */
  readonly busy: number;
  /** Regions that say that they failed. */
  readonly alerts: readonly string[];
  readonly retries: number;
  readonly empty: readonly { readonly text: string; readonly steps: number }[];
  readonly rows: number;
  /** Characters below the title. */
  readonly words: number;
}
export const readPageState = (page: Page): Promise<PageState> =>
  page.evaluate<PageState>(`(() => {
    const main = document.querySelector('main');
    const seen = (css) => [...main.querySelectorAll(css)].filter((node) => node.offsetHeight > 0 && node.offsetWidth > 0);
    const text = (node) => node.textContent.trim();
    return {
      // A line of text or more: a bone, not a mark.
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

/** Whether nothing of the page failed or still loads. */
export const isHealthy = ({ busy, alerts }: PageState) => busy === 0 && alerts.length === 0;

/** The state once nothing loads. A page that never stops loading is returned as loading. */
export async function readSettledState(page: Page): Promise<PageState> {
  for (let round = 0; ; round += 1) {
    await waitUntilIdle(page);
    const state = await readPageState(page);
    if (state.busy === 0 || round >= 60) return state;
    await page.waitForTimeout(50);
  }
}

/** Whether an empty state says what will stand there and leads on: by something to press, or to what only the server's command line does. */
export const hasNextStep = ({ text, steps }: PageState['empty'][number]): boolean =>
  text.length >= 8 && (steps > 0 || text.includes('npm run'));
