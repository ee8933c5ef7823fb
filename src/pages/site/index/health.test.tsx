import { RootContainer } from '@@/plugin-dva/dva';
import type { Data } from '@contract/index';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, listAnswer, type Row, renderPage } from '@/ui/testing';
import SiteSettings from './index';

const user = userEvent.setup();
const AT = '2026-03-01T03:40:00.000Z';
const HEALTH: Data<'site.Health/getHealth'> = {
  checks: [
    {
      key: 'backup',
      state: 'bad',
      title: 'Backup',
      detail: 'Last backup: never',
      cure: 'Run "npm run backup" on the server.',
      link: null,
    },
    {
      key: 'problems',
      state: 'attention',
      title: 'Reported problems',
      detail: 'Open reports: 1',
      cure: 'View and handle the reported problems.',
      link: '/site/index?tab=problems',
    },
    { key: 'disk', state: 'good', title: 'Disk space', detail: '80 GB free', cure: null, link: null },
  ],
  jobs: [
    {
      name: 'order-roll-up',
      text: 'Sum up orders',
      state: 'bad',
      everyMs: 60_000,
      startedAt: AT,
      endedAt: AT,
      ms: 350,
      running: false,
      failures: 3,
      error: 'the disk is on strike',
      failedAt: AT,
      nextAt: AT,
    },
  ],
  addresses: [{ address: 'team.Team/getList', state: 'attention', calls: 1_200, failed: 2, p50Ms: 23, p95Ms: 1_448 }],
  tables: [{ name: 'customer_order', bytes: 5_242_880, rows: 1_000_000 }],
  backups: [],
  database: { bytes: 73_400_320, connections: 12, maxConnections: 60 },
  disk: { freeBytes: 80e9, totalBytes: 200e9 },
  contract: 'abc',
  asOf: AT,
};
const PROBLEM: Row<'site.Monitor/getProblems'> = {
  id: 9,
  version: 1,
  createdAt: AT,
  accountName: 'Wu',
  content: 'The list stays empty after I filter',
  page: '/teamList/index?keyword=•',
  pageText: 'Station list',
  state: 'new',
  stateText: 'Open',
  hasPicture: true,
  note: '',
  handledByName: null,
  handledAt: null,
  actions: ['handle'],
};
const DETAIL: Data<'site.Monitor/getProblem'> = {
  ...PROBLEM,
  contract: 'old',
  serverContract: 'new',
  browser: 'Mozilla',
  device: 'Chrome 140, Windows 11',
  screen: '1440 × 900 @1',
  locale: 'en-US',
  calls: [{ address: '/api/team.Team/getList', requestId: 'abc123', at: AT, ending: 'status 500' }],
  picture: '/api/files/7?e=1&s=x',
};
const answers: Answers = {
  'site.Health/getHealth': HEALTH,
  'site.Monitor/getProblems': listAnswer([PROBLEM], { open: 1 }),
  'site.Monitor/getProblem': DETAIL,
  'site.Monitor/handleProblem': {
    id: 9,
    state: 'handled',
    stateText: 'Handled',
    version: 2,
    message: 'Marked as handled',
  },
};
const open = (tab: string, can: (rule: number) => boolean = () => true, given: Answers = answers) =>
  renderPage(
    // Provide the console's store, because saving a setting updates it.
    <RootContainer>
      <SiteSettings />
    </RootContainer>,
    { at: `/site/index?tab=${tab}`, answers: given, platform: { can } },
  );

test('each check shows its state as a word, its result, and a fix with a link', async () => {
  await open('health');
  const backup = (await screen.findByText('Backup')).closest('li');
  expect(within(backup as HTMLElement).getByText('Broken')).toBeVisible();
  expect(backup).toHaveTextContent('Run "npm run backup" on the server.');
  expect(screen.getByRole('link', { name: 'View' })).toHaveAttribute('href', '/site/index?tab=problems');
  expect(screen.getByText('1 item is broken')).toBeVisible();
  expect(screen.getByText('1 item needs attention')).toBeVisible();
});

test('jobs with their error, slow addresses, tables and disk space are listed in readable units', async () => {
  await open('health');
  const jobs = within(await screen.findByRole('table', { name: 'Background jobs' }));
  expect(jobs.getByText(/the disk is on strike/)).toBeVisible();
  expect(jobs.getByText('350 ms')).toBeVisible();
  expect(within(screen.getByRole('table', { name: /Slowest endpoints/ })).getByText('1.4 s')).toBeVisible();
  expect(within(screen.getByRole('table', { name: 'Largest tables' })).getByText('5 MB')).toBeVisible();
  expect(screen.getByText('70 MB')).toBeVisible();
  expect(screen.getByText('12 of 60')).toBeVisible();
  expect(screen.getByText(/There is no backup yet/)).toBeVisible();
});

test('before the first calls are counted, the page says when they appear and can be refreshed there', async () => {
  const withoutCalls = { ...answers, 'site.Health/getHealth': { ...HEALTH, addresses: [] } };
  const page = await open('health', undefined, withoutCalls);
  const empty = (await screen.findByText(/No calls in the last hour/)).parentElement as HTMLElement;
  await user.click(within(empty).getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(page.to('site.Health/getHealth')).toHaveLength(2));
});

test('without the rule the tab is hidden and nothing is requested', async () => {
  const page = await open('health', (rule) => rule !== 4507);
  expect(screen.queryByRole('tab', { name: 'System health' })).toBeNull();
  expect(page.to('site.Health/getHealth')).toHaveLength(0);
});

test('a reported problem opens with its attachments and can be marked as handled with a note', async () => {
  const page = await open('problems&open=9');
  const drawer = within(await screen.findByRole('dialog'));
  await drawer.findByText('Chrome 140, Windows 11');
  expect(drawer.getByText('old / new')).toBeVisible();
  expect(drawer.getByRole('img', { name: 'Masked screenshot' })).toHaveAttribute('src', DETAIL.picture);
  await user.click(drawer.getByRole('tab', { name: 'Calls' }));
  expect(await drawer.findByText('status 500')).toBeVisible();
  await user.click(drawer.getByRole('button', { name: /Mark as handled/ }));
  await user.type(await screen.findByRole('textbox', { name: /Note/ }), 'Fixed');
  // The dialog is above the drawer, so the dialog's button is the last in the document.
  await user.click(screen.getAllByRole('button', { name: 'Mark as handled' }).at(-1) as HTMLElement);
  await screen.findByText('Marked as handled');
  expect(page.to('site.Monitor/handleProblem')[0]?.body).toEqual({
    id: 9,
    version: 1,
    state: 'handled',
    note: 'Fixed',
  });
});
