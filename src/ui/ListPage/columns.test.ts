import { cardParts, moved, orderedColumns, readChoice, shownColumns, withWidth } from './columns';
import type { Column } from './types';

const column = (key: string, extra: Partial<Column<never>> = {}): Column<never> => ({
  key,
  title: 'list.name',
  render: () => null,
  ...extra,
});
const columns = [column('name', { opens: true }), column('code'), column('city', { hidden: true }), column('orders')];
const keys = (list: readonly Column<never>[]) => list.map(({ key }) => key);

test('without a stored choice the declared order and visibility apply', () => {
  expect(keys(shownColumns(columns, readChoice(columns, undefined)))).toEqual(['name', 'code', 'orders']);
});

test('a stored choice orders and hides columns, and new columns follow', () => {
  const choice = readChoice(columns, { order: ['orders', 'gone', 'code'], hidden: ['code'], dense: true });
  expect(keys(shownColumns(columns, choice))).toEqual(['name', 'orders', 'city']);
  expect(choice.dense).toBe(true);
});

test('a damaged preference counts as none', () => {
  expect(readChoice(columns, { order: 'x', hidden: 5, widths: [1, 2] })).toEqual({
    order: [],
    hidden: ['city'],
    dense: false,
    widths: {},
  });
});

test('the column that opens the row is always first and visible', () => {
  const choice = readChoice(columns, { order: ['orders', 'name'], hidden: ['name'] });
  expect(keys(shownColumns(columns, choice))[0]).toBe('name');
  expect(moved(columns, readChoice(columns, undefined), 'code', -1)[0]).toBe('name');
});

test('moving a column swaps it with its neighbour', () => {
  const choice = readChoice(columns, undefined);
  const order = moved(columns, choice, 'orders', -1);
  expect(keys(orderedColumns(columns, { ...choice, order }))).toEqual(['name', 'code', 'orders', 'city']);
});

test('a stored width applies when it is valid and its column exists', () => {
  const widths = { code: 120.4, orders: 5, city: 'wide', gone: 200, name: 5_000 };
  expect(readChoice(columns, { widths }).widths).toEqual({ code: 120, orders: 56, name: 800 });
});

test('a width is set, replaced, and removed', () => {
  expect(withWidth({ code: 100 }, 'city', 80)).toEqual({ code: 100, city: 80 });
  expect(withWidth({ code: 100 }, 'code', 90)).toEqual({ code: 90 });
  expect(withWidth({ code: 100, city: 80 }, 'code', null)).toEqual({ city: 80 });
});

test('a card shows title, state and two facts: the declared ones, or the first columns', () => {
  const state = column('status');
  expect([...cardParts([...columns, state])]).toEqual([
    ['code', 'fact'],
    ['city', 'fact'],
    ['status', 'state'],
    ['name', 'title'],
  ]);
  const declared = [column('no'), column('at', { card: 'fact' }), column('who'), column('result', { card: 'state' })];
  expect([...cardParts(declared)]).toEqual([
    ['at', 'fact'],
    ['result', 'state'],
    ['no', 'title'],
  ]);
});
