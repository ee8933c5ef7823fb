import type { Data } from '@contract/index';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLocale } from '@/app/i18n/i18n';
import { type Answers, dialogTitled, listAnswer, type Row, refusal, renderPage } from '@/ui/testing';
import OperationRecordsPage from '.';

const change = { path: 'name', label: 'Station name', before: 'Old', after: 'New' };
const row: Row<'rights.Record/getList'> = {
  id: 9,
  at: '2026-03-01T11:00:00+08:00',
  accountId: 5,
  account: 'lin',
  accountName: 'Lin Fang',
  identityText: 'Operations',
  module: 'team',
  moduleText: 'Stations',
  action: 'update',
  actionText: 'Edit station',
  objectType: 'team',
  objectTypeText: 'Station',
  objectId: 4,
  objectNo: 'CD0004',
  objectPath: '/teamList/index?open=4',
  result: 'success',
  resultCode: 100,
  resultText: 'Success',
  changes: [change, { path: 'mapZoom', label: null, before: '12', after: '13' }],
  changeCount: 5,
  reason: 'moved',
  ip: '127.0.0.1',
  ipPlace: 'Local network',
  device: 'Chrome 140, Linux',
  requestId: 'abc123',
  costMs: 12,
  money: true,
  reveals: false,
  outOfHours: false,
};
const rows: (typeof row)[] = [
  row,
  { ...row, id: 10, result: 'refused', resultCode: 42201, resultText: 'Not allowed', objectPath: null },
];
const detail: Data<'rights.Record/getDetail'> = {
  ...row,
  changes: [change, { path: 'password', label: 'Password', before: null, after: 'changed' }],
  userAgent: 'Mozilla/5.0',
  raw: '{"before":{"name":"Old"}}',
  link: { position: 42, hash: 'f'.repeat(64) },
};
const answers: Answers = {
  'rights.Record/getChoices': {
    modules: [{ value: 'team', text: 'Stations' }],
    actions: [{ value: 'team.update', text: 'Stations · Edit station' }],
  },
  'rights.Record/getList': listAnswer(rows, { fromDay: '2026-01-31', toDay: '2026-03-01', archived: [] }),
  'rights.Record/getDetail': detail,
  'rights.Record/getObjectHistory': listAnswer(rows, { archived: [] }),
  'rights.Record/getHead': { position: 42, hash: 'f'.repeat(64), asOf: '2026-03-01T12:00:00+08:00' },
  'common.Option/getOptions': { people: [{ value: 5, label: 'Lin Fang (lin)' }] },
};
const at = '/rightsManagement/staff/employeeOperationRecords';

test('the address contains the filters, and the page shows its range of days', async () => {
  const page = await renderPage(<OperationRecordsPage />, {
    at: `${at}?accountId=5&module=team&action=team.update&money=true`,
    answers,
  });
  expect(await screen.findByText('Records from 2026-01-31 to 2026-03-01')).toBeInTheDocument();
  expect(page.to('rights.Record/getList')[0]?.query).toMatchObject({
    accountId: '5',
    module: 'team',
    action: 'team.update',
    money: 'true',
  });
  expect(await screen.findByText(/Lin Fang \(lin\)/)).toBeInTheDocument();
});

test('the list and the history name archived months and the command that makes them readable', async () => {
  const user = userEvent.setup();
  const archived = [
    { first: '2025-01', last: '2025-03' },
    { first: '2026-02', last: '2026-02' },
  ];
  const days = { fromDay: '2026-01-31', toDay: '2026-03-01' };
  await renderPage(<OperationRecordsPage />, {
    at: `${at}?open=9`,
    answers: {
      ...answers,
      'rights.Record/getList': listAnswer(rows, { ...days, archived }),
      'rights.Record/getObjectHistory': listAnswer([], { archived: [{ first: '2024-05', last: '2024-05' }] }),
    },
  });
  expect(
    await screen.findByText(
      /Records from .*2025-01 – 2025-03, 2026-02 are archived .* npm run archive -- --restore 2025-03/,
    ),
  ).toBeInTheDocument();
  await user.click(await screen.findByRole('tab', { name: 'History of this object' }));
  expect(await screen.findByText(/Records of 2024-05 are archived/)).toBeInTheDocument();
});

test('a row links its object only if the reader may open it, and describes the changes in words', async () => {
  await renderPage(<OperationRecordsPage />, { at, answers });
  expect(await screen.findByRole('link', { name: 'Open Station CD0004' })).toHaveAttribute(
    'href',
    '/teamList/index?open=4',
  );
  expect(screen.getAllByRole('link', { name: 'Open Station CD0004' })).toHaveLength(1);
  expect(screen.getAllByText(/Station name, .*zoom.*5 in all/i)).toHaveLength(2);
  expect(screen.getByText('Not allowed')).toBeInTheDocument();
  expect(screen.queryByText('42201')).toBeNull();
});

test("an object number that is a day is formatted in the reader's language", async () => {
  const closed = { ...row, objectNo: '2026-11-24', objectPath: null };
  await renderPage(<OperationRecordsPage />, {
    at,
    answers: {
      ...answers,
      'rights.Record/getList': listAnswer([closed], { fromDay: '2026-01-31', toDay: '2026-03-01', archived: [] }),
    },
  });
  expect(await screen.findByText(/2026-11-24/)).toBeInTheDocument();
  await act(() => setLocale('pt-BR'));
  expect(await screen.findByText(/24\/11\/2026/)).toBeInTheDocument();
});

test('the drawer shows every field before and after, the link of the chain, and the history of the object', async () => {
  const user = userEvent.setup();
  await renderPage(<OperationRecordsPage />, { at: `${at}?open=9`, answers });
  const changed = await screen.findByRole('row', { name: 'Station name Old New' });
  expect(within(changed).getByText('Old').tagName).toBe('DEL');
  expect(screen.getByRole('row', { name: 'Password — changed' })).toBeInTheDocument();
  expect(screen.getByText('Link 42')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'History of this object' }));
  expect((await screen.findAllByRole('listitem')).length).toBeGreaterThan(1);
});

test('the head of the chain can be copied, with the command that verifies the chain against it', async () => {
  const user = userEvent.setup();
  await renderPage(<OperationRecordsPage />, { at, answers });
  await user.click(await screen.findByRole('button', { name: 'Audit chain' }));
  const dialog = await dialogTitled('Chain of the operation records');
  expect(await within(dialog).findByText(`npm run audit:verify -- 42:${'f'.repeat(64)}`)).toBeInTheDocument();
});

test('users without permission see the reason', async () => {
  await renderPage(<OperationRecordsPage />, {
    at,
    answers: { ...answers, 'rights.Record/getChoices': refusal(40301, 'No permission') },
  });
  expect(await screen.findByText(/no permission/i)).toBeInTheDocument();
});
