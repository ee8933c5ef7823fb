import type { Page } from 'playwright-core';
import { common } from '../../src/locales/zh-CN/common';
import { atRest } from './weather';

/** What can be seen of the state of a page. */
export interface Sight {
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
export const see = (page: Page): Promise<Sight> =>
  page.evaluate<Sight>(`(() => {
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

/** Whether the page is whole: nothing failed, nothing loads. */
export const isWhole = ({ busy, alerts }: Sight) => busy === 0 && alerts.length === 0;

/** What is seen once nothing loads any more: parts whose code comes later ask later. A page that loads for ever is seen as that. */
export async function seeAtRest(page: Page): Promise<Sight> {
  for (let round = 0; ; round += 1) {
    await atRest(page);
    const sight = await see(page);
    if (sight.busy === 0 || round >= 60) return sight;
    await page.waitForTimeout(50);
  }
}

/** Whether an empty state says what will stand there and leads on: by something to press, or to what only the server's command line does. */
export const leadsOn = ({ text, steps }: Sight['empty'][number]): boolean =>
  text.length >= 8 && (steps > 0 || text.includes('npm run'));
