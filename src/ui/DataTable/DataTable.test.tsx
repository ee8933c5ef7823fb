import { fireEvent, render, screen, within } from '@testing-library/react';
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
  await loadTexts('pages');
  await setLocale('en-US');
});

test('the first load shows the columns and marks the table busy', () => {
  render(table({ rows: undefined, skeletonRows: 3 }));
  expect(screen.getByRole('table', { name: 'Stations' })).toHaveAttribute('aria-busy', 'true');
  expect(screen.getAllByRole('row')).toHaveLength(4);
  expect(screen.getByRole('columnheader')).toHaveTextContent('Station');
});

test('the head sorts by keyboard and exposes the sort order', async () => {
  const user = userEvent.setup();
  const onSort = jest.fn();
  const { rerender } = render(table({ onSort }));
  within(screen.getByRole('columnheader')).getByRole('button').focus();
  await user.keyboard('{Enter}');
  const [sort] = onSort.mock.calls[0];
  rerender(table({ onSort, sort }));
  expect(screen.getByRole('columnheader')).toHaveAttribute('aria-sort', expect.stringMatching(/^(as|des)cending$/));
});

test('each checkbox is named by its row, and the checkbox for all rows is mixed while some are selected', async () => {
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

test('Enter on the name opens the row; with a modifier key the browser opens its link', async () => {
  const user = userEvent.setup();
  const onOpen = jest.fn();
  render(table({ onOpen }));
  const link = screen.getByRole('link', { name: 'Wuhou' });
  expect(link).toHaveAttribute('href', '?open=2');
  link.focus();
  await user.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledWith(2);
  // A click with Control opens a new tab in a browser. The test prevents this default action, because jsdom does not implement navigation.
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  await user.keyboard('{Control>}');
  await user.click(link);
  expect(onOpen).toHaveBeenCalledTimes(1);
});

describe('the width of a column', () => {
  const columns: DataTableProps<Row>['columns'] = [
    { key: 'name', title: 'team.name', opens: true, render: ({ name }) => name },
    { key: 'id', title: 'team.code', width: 120, render: ({ id }) => id },
  ];
  const edges = () => screen.getAllByRole('separator');
  /** jsdom has no layout, so the test sets a width. */
  beforeEach(() => jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200));
  afterEach(() => jest.restoreAllMocks());

  test('arrow keys change the width, Enter and a double click reset it, and one edge is in the tab order', async () => {
    const user = userEvent.setup();
    const onWidths = jest.fn();
    render(table({ columns, onWidths, widths: { name: 300 } }));
    expect(edges().map((edge) => edge.getAttribute('aria-label'))).toEqual(['Width of Station', 'Width of Code']);
    expect(edges().map((edge) => edge.tabIndex)).toEqual([0, -1]);
    edges()[0]?.focus();
    await user.keyboard('{ArrowRight}');
    expect(onWidths).toHaveBeenLastCalledWith({ name: 216 });
    await user.keyboard('{ArrowDown}{ArrowLeft}');
    expect(edges()[1]).toHaveFocus();
    expect(onWidths).toHaveBeenLastCalledWith({ name: 300, id: 184 });
    await user.keyboard('{ArrowUp}{Enter}');
    expect(onWidths).toHaveBeenLastCalledWith({});
    fireEvent.doubleClick(edges()[0] as Element);
    expect(onWidths).toHaveBeenCalledTimes(4);
  });

  test('dragging applies the width at once and stores it at the end', () => {
    const onWidths = jest.fn();
    render(table({ columns, onWidths }));
    const edge = edges()[1] as Element;
    const at = (type: string, clientX: number) =>
      fireEvent(edge, new MouseEvent(type, { bubbles: true, button: 0, clientX }));
    at('pointerdown', 500);
    at('pointermove', 560);
    expect(screen.getAllByRole('columnheader')[1]).toHaveStyle({ width: '260px' });
    expect(onWidths).not.toHaveBeenCalled();
    at('pointerup', 570);
    expect(onWidths).toHaveBeenCalledWith({ id: 270 });
    at('pointermove', 700);
    expect(onWidths).toHaveBeenCalledTimes(1);
  });

  test('a cancelled drag restores the width and stores nothing', () => {
    const onWidths = jest.fn();
    render(table({ columns, onWidths, widths: { id: 150 } }));
    const edge = edges()[1] as Element;
    const at = (type: string, clientX: number) =>
      fireEvent(edge, new MouseEvent(type, { bubbles: true, button: 0, clientX }));
    at('pointerdown', 500);
    at('pointermove', 560);
    expect(screen.getAllByRole('columnheader')[1]).toHaveStyle({ width: '260px' });
    at('pointercancel', 0);
    expect(screen.getAllByRole('columnheader')[1]).toHaveStyle({ width: '150px' });
    at('pointermove', 700);
    expect(screen.getAllByRole('columnheader')[1]).toHaveStyle({ width: '150px' });
    expect(onWidths).not.toHaveBeenCalled();
  });

  test('a cell is cut when its column was made narrower', () => {
    render(table({ columns, onWidths: jest.fn(), widths: { id: 80 } }));
    expect(screen.getByRole('cell', { name: '1' })).toHaveStyle({ maxWidth: '80px' });
  });

  test('without `onWidths` columns cannot be resized', () => {
    render(table({ columns }));
    expect(screen.queryByRole('separator')).toBeNull();
  });
});

test('in a narrow window a row shows title, state and two facts; further facts unfold', async () => {
  const user = userEvent.setup();
  const matchMedia = jest
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (query) =>
        ({ matches: true, media: query, addEventListener: jest.fn(), removeEventListener: jest.fn() }) as never,
    );
  const cell = (key: string) => ({ key, title: 'team.code', render: ({ id }: Row) => `${key} ${id}` }) as const;
  render(
    table({
      columns: [
        { key: 'name', title: 'team.name', opens: true, render: ({ name }) => name },
        ...['status', 'a', 'b', 'c', 'd'].map(cell),
      ],
    }),
  );
  const [, first] = screen.getAllByRole('row');
  const card = within(first as HTMLElement);
  expect(card.getAllByRole('cell').map((one) => one.textContent)).toEqual(['Tianfu', 'status 1', 'a 1', 'b 1', 'More']);
  await user.click(card.getByRole('button', { name: 'More Tianfu' }));
  expect(card.getByText('d 1')).toBeInTheDocument();
  expect(card.getByRole('button', { name: 'Less Tianfu' })).toHaveAttribute('aria-expanded', 'true');
  matchMedia.mockRestore();
});
