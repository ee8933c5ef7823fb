import { moved, orderedColumns, readChoice, shownColumns } from './columns';
import type { Column } from './types';

const column = (key: string, extra: Partial<Column<never>> = {}): Column<never> => ({
  key,
  title: 'list.name',
  render: () => null,
  ...extra,
});
const columns = [column('name', { opens: true }), column('code'), column('city', { hidden: true }), column('orders')];
const keys = (list: readonly Column<never>[]) => list.map(({ key }) => key);

test('before anything was chosen, the declared order and visibility hold', () => {
  expect(keys(shownColumns(columns, readChoice(columns, undefined)))).toEqual(['name', 'code', 'orders']);
});

test('a stored choice orders and hides, and a new column follows', () => {
  const choice = readChoice(columns, { order: ['orders', 'gone', 'code'], hidden: ['code'], dense: true });
  expect(keys(shownColumns(columns, choice))).toEqual(['name', 'orders', 'city']);
  expect(choice.dense).toBe(true);
});

test('a damaged preference counts as none', () => {
  expect(readChoice(columns, { order: 'x', hidden: 5 })).toEqual({ order: [], hidden: ['city'], dense: false });
});

test('the column that opens the row is always first and always there', () => {
  const choice = readChoice(columns, { order: ['orders', 'name'], hidden: ['name'] });
  expect(keys(shownColumns(columns, choice))[0]).toBe('name');
  expect(moved(columns, readChoice(columns, undefined), 'code', -1)[0]).toBe('name');
});

test('moving a column one place changes only two places', () => {
  const choice = readChoice(columns, undefined);
  const order = moved(columns, choice, 'orders', -1);
  expect(keys(orderedColumns(columns, { ...choice, order }))).toEqual(['name', 'code', 'orders', 'city']);
});
