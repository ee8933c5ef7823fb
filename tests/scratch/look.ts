import { enter, inWindow, launchBrowser } from '../support/browser';
import { startConsole } from '../support/console';

const PAGES: readonly (readonly [string, string])[] = [
  ['cost', '/financial/costManagement'],
  ['cost-plans', '/financial/costManagement?part=plans'],
  ['cost-charges', '/financial/costManagement?part=charges'],
  ['cost-calc', '/financial/costManagement?part=calculator'],
  ['cost-new', '/financial/costManagement?form=new'],
  ['recon', '/financial/merchantIdFunds'],
  ['recon-items', '/financial/merchantIdFunds?part=items'],
  ['recon-numbers', '/financial/merchantIdFunds?part=numbers'],
  ['recon-suspense', '/financial/merchantIdFunds?part=suspense'],
  ['stmt', '/financial/bill?part=statements'],
  ['escrow', '/financial/information?part=escrow'],
];
async function main() {
  const server = await startConsole({ seed: (process.argv[2] ?? 'small') as 'small', still: true });
  const browser = await launchBrowser();
  try {
    for (const [locale, colorScheme] of [
      ['zh-CN', 'light'],
      ['en-US', 'dark'],
    ] as const)
      await inWindow(
        browser,
        { baseURL: server.baseURL, locale, colorScheme, viewport: { width: 1440, height: 900 } } as never,
        async (page: any, visitor: any) => {
          const said: string[] = [];
          page.on(
            'console',
            (m: any) => ['error', 'warning'].includes(m.type()) && said.push(page.url() + ' ' + m.text()),
          );
          await enter(visitor, await server.telOf('owner'));
          for (const [name, path] of PAGES) {
            await page.goto(server.baseURL + path);
            await page.waitForTimeout(2600);
            await page.screenshot({ path: `/tmp/w/shots/m-${name}-${locale}.png` });
          }
          for (const [name, path] of [
            ['recon-item', '/financial/merchantIdFunds?part=items'],
            ['cost-rule', '/financial/costManagement'],
            ['stmt-one', '/financial/bill?part=statements'],
          ] as const) {
            await page.goto(server.baseURL + path);
            await page.waitForTimeout(2000);
            await page.locator('main tr[data-row] a').first().click();
            await page.waitForTimeout(1800);
            await page.screenshot({ path: `/tmp/w/shots/m-${name}-${locale}.png` });
          }
          console.log(locale, 'console:', said);
        },
      );
  } finally {
    await browser.close();
    await server.stop();
  }
}
void main();
