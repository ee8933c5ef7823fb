import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { DataTable, type DataTableProps } from '.';

interface Row {
  readonly id: number;
  readonly name: string;
}
const rows: readonly Row[] = [
  { id: 1, name: 'Tianfu' },
  { id: 2, name: 'Wuhou' },
];
const table = (more: Partial<DataTableProps<Row>> = {}) => (
  <DataTable<Row>
    label="Stations"
    columns={[{ key: 'name', title: 'team.name', opens: true, sort: true, render: ({ name }) => name }]}
    rows={rows}
    rowName={({ name }) => name}
    {...more}
  />
);

beforeAll(async () => {
  await loadTexts('console');
  await setLocale('en-US');
});

test('the first load shows the columns and says that it is busy', () => {
  render(table({ rows: undefined, skeletonRows: 3 }));
  expect(screen.getByRole('table', { name: 'Stations' })).toHaveAttribute('aria-busy', 'true');
  expect(screen.getAllByRole('row')).toHaveLength(4);
  expect(screen.getByRole('columnheader')).toHaveTextContent('Station');
});

test('the head sorts by the keyboard and says how', async () => {
  const user = userEvent.setup();
  const onSort = jest.fn();
  const { rerender } = render(table({ onSort }));
  within(screen.getByRole('columnheader')).getByRole('button').focus();
  await user.keyboard('{Enter}');
  const [sort] = onSort.mock.calls[0];
  rerender(table({ onSort, sort }));
  expect(screen.getByRole('columnheader')).toHaveAttribute('aria-sort', expect.stringMatching(/^(as|des)cending$/));
});

test('each box is named by its row, and the box of all is mixed while some are chosen', async () => {
  const user = userEvent.setup();
  const onSelect = jest.fn();
  const onSelectAll = jest.fn();
  render(table({ selected: new Set([1]), onSelect, onSelectAll }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Wuhou' }));
  expect(onSelect).toHaveBeenCalledWith(2, true);
  const all = screen.getByRole('checkbox', { name: 'Select all on this page' });
  expect(all).toBePartiallyChecked();
  await user.click(all);
  expect(onSelectAll).toHaveBeenCalledWith(true);
});

test('a row opens by its name with Enter; with a modifier the browser opens its link', async () => {
  const user = userEvent.setup();
  const onOpen = jest.fn();
  render(table({ onOpen }));
  const link = screen.getByRole('link', { name: 'Wuhou' });
  expect(link).toHaveAttribute('href', '?open=2');
  link.focus();
  await user.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledWith(2);
  // A browser would open a window.
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  await user.keyboard('{Control>}');
  await user.click(link);
  expect(onOpen).toHaveBeenCalledTimes(1);
});
