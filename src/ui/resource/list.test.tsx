import { BILL } from '@contract/bill.fields';
import { drawn, money, resource, search, state, text } from '@contract/resource';
import { render, screen } from '@testing-library/react';
import { loadTexts, setLocale, t } from '@/app/i18n/i18n';
import type { FilterOf } from '../ListPage/types';
import { cellOf } from './cells';
import { listOf } from './list';

beforeAll(async () => {
  await loadTexts('console');
  await loadTexts('pages');
  await setLocale('en-US');
});

test('a list takes columns, filters and figures from its declaration, in declared order', () => {
  const list = listOf('finance.Bill/getList', BILL);
  expect(list.columns.slice(0, 3).map(({ key }) => key)).toEqual(['billNo', 'at', 'type']);
  expect(list.columns.some(({ key }) => key === 'counterType')).toBe(false);
  expect(list.filters.map(({ key }) => key).slice(0, 4)).toEqual(['keyword', 'type', 'at', 'teamIds']);
  const summary = { inFen: 1, outFen: null, netFen: 3, feeFen: 4, count: 5, fromDay: null, toDay: null };
  expect(list.summary?.(summary).map(({ label, value }) => [label, value])).toEqual([
    ['bill.sum_inFen', 1],
    ['bill.sum_outFen', null],
    ['bill.sum_netFen', 3],
    ['bill.sum_feeFen', 4],
    ['bill.sum_count', 5],
  ]);
});

test('a page replaces a cell, properties of a column or a filter, and removes others', () => {
  const list = listOf('finance.Bill/getList', BILL, {
    columns: { billNo: (row) => `No. ${row.billNo}`, at: { hidden: true }, type: false },
    filters: { channel: false, keyword: { label: 'bill.orderNo' } },
  });
  const [billNo, at, third] = list.columns;
  expect(billNo?.render({ billNo: 'BL1' } as Parameters<typeof billNo.render>[0], t)).toBe('No. BL1');
  expect([billNo?.width, at?.hidden, third?.key]).toEqual([190, true, 'teamId']);
  expect(list.filters[0]?.label).toBe('bill.orderNo');
  expect(list.filters.some(({ key }) => key === 'channel')).toBe(false);
});

test('drawn fields and drawer-only fields need no property of the row', () => {
  const record = resource('bill', {
    keyword: search('bill.keywordHint'),
    postings: drawn(),
    goodsFen: money({ column: false }),
  });
  const { columns } = listOf('finance.Bill/getList', record, { columns: { postings: (row) => row.billNo } });
  expect(columns.map(({ key }) => key)).toEqual(['postings']);
});

test('an outgoing amount has a minus, a state its tone, and an empty value is a dash', () => {
  const row = { amountFen: 1_250, direction: 'out', status: 'failed', statusText: 'Failed', orderNo: null };
  render(
    <>
      <div data-testid="amount">{cellOf(BILL, 'amountFen', row, t)}</div>
      <div>{cellOf(BILL, 'status', row, t)}</div>
      <div data-testid="order">{cellOf(BILL, 'orderNo', row, t)}</div>
    </>,
  );
  expect(screen.getByTestId('amount')).toHaveTextContent('minus −12.50');
  expect(screen.getByText('Failed')).toHaveAttribute('data-tone', 'bad');
  expect(screen.getByTestId('order')).toHaveTextContent('—');
});

test('a filter without a matching field in the input of its list does not compile', () => {
  const filters: readonly FilterOf<'finance.Bill/getList'>[] = [
    { kind: 'text', key: 'keyword', label: 'bill.keyword' },
    { kind: 'days', key: 'at', label: 'bill.at' },
    { kind: 'amounts', key: 'amountFen', label: 'bill.amountFen' },
    // @ts-expect-error: the list's input has `keyword`, but no `keywrod`
    { kind: 'text', key: 'keywrod', label: 'bill.keyword' },
    // @ts-expect-error: the list's input has no `feeFenMin`
    { kind: 'amounts', key: 'feeFen', label: 'bill.feeFen' },
    // @ts-expect-error: `page` belongs to the list itself
    { kind: 'text', key: 'page', label: 'bill.keyword' },
  ];
  expect(filters).toHaveLength(6);
});

test('a resource with a field that its list lacks, a missing text or an unknown option does not compile', () => {
  const withFilter = resource('bill', { remark: text({ filter: 'text' }) });
  // @ts-expect-error: rows of the list have no `remark`
  listOf('finance.Bill/getList', withFilter);
  const withOwnKey = resource('bill', { billNo: text({ filter: { kind: 'text', key: 'number' } }) });
  // @ts-expect-error: the list's input has no `number`
  listOf('finance.Bill/getList', withOwnKey);
  // @ts-expect-error: there is no text `bill.nothing`
  const withoutLabel = resource('bill', { nothing: text() });
  // @ts-expect-error: there is no text `bill.status_lost`
  const withoutWord = resource('bill', { status: state({ lost: 'bad' }) });
  // @ts-expect-error: a field has no option `filtr`
  const mistyped = resource('bill', { billNo: text({ filtr: 'text' }) });
  expect([withoutLabel, withoutWord, mistyped, resource('bill', { keyword: search('bill.keywordHint') })]).toHaveLength(
    4,
  );
});
