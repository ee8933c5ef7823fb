import { PAGE_SIZES } from '@contract/limits';
import fc from 'fast-check';
import {
  EMPTY_STATE,
  erase,
  type FilterValue,
  formatList,
  type ListSchema,
  type ListState,
  lastPage,
  listQuery,
  param,
  parseList,
  readView,
  viewQuery,
} from './listState';

const STATES = ['draft', 'operating', 'paused'] as const;
const schema: ListSchema = {
  filters: {
    keyword: erase(param.text()),
    status: erase(param.many(STATES)),
    kind: erase(param.one(['a', 'b'])),
    teamIds: erase(param.ids()),
    region: erase(param.codes()),
    on: erase(param.flag()),
    openedFrom: erase(param.day()),
  },
  sortable: ['createdAt', 'name'],
  views: ['map'],
  columns: ['name', 'code', 'status'],
};

const unique = <T>(item: fc.Arbitrary<T>) => fc.uniqueArray(item, { minLength: 1, maxLength: 5 });
const day = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const filters = fc.record(
  {
    keyword: fc
      .string({ minLength: 1, maxLength: 64, unit: 'grapheme' })
      .map((text) => text.trim().slice(0, 64).trim())
      .filter((text) => text !== '' && !/\p{Surrogate}/u.test(text)),
    status: unique(fc.constantFrom(...STATES)),
    kind: fc.constantFrom('a', 'b'),
    teamIds: unique(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
    region: unique(fc.integer({ min: 100_000, max: 999_999 }).map(String)),
    on: fc.boolean(),
    openedFrom: day,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Readonly<Record<string, FilterValue>>>;
const state: fc.Arbitrary<ListState> = fc
  .record({
    filters,
    sort: fc.option(
      fc.record({
        field: fc.constantFrom('createdAt', 'name'),
        order: fc.constantFrom('asc' as const, 'desc' as const),
      }),
    ),
    page: fc.integer({ min: 1, max: 100 }),
    limit: fc.constantFrom(...PAGE_SIZES),
    view: fc.option(fc.constant('map')),
    open: fc.option(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
    tab: fc.option(fc.constantFrom('profile', 'history')),
    created: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
    columns: fc.option(unique(fc.constantFrom('name', 'code', 'status'))),
    saved: fc.option(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
  })
  .map((value) => ({
    ...value,
    page: Math.min(value.page, lastPage(value.limit)),
    tab: value.open === null ? null : value.tab,
  }));

test('every state of a list survives writing and parsing its address', () => {
  fc.assert(
    fc.property(state, (value) => {
      expect(parseList(schema, `?${formatList(schema, value)}`)).toEqual(value);
    }),
  );
});

test('any address opens the list, and parsing it twice gives the same result', () => {
  fc.assert(
    fc.property(fc.string(), (search) => {
      const once = parseList(schema, search);
      expect(parseList(schema, formatList(schema, once))).toEqual(once);
    }),
  );
});

test('the default state leaves the address empty', () => {
  expect(formatList(schema, EMPTY_STATE)).toBe('');
  expect(formatList(schema, { ...EMPTY_STATE, page: 3 })).toBe('page=3');
});

test('values that a filter does not accept are dropped one by one', () => {
  const read = parseList(
    schema,
    '?status=paused,flying&teamIds=4,0,-1,x&region=51&on=yes&openedFrom=2026-02-30&page=0&sort=-salary&limit=7&view=3d',
  );
  expect(read).toEqual({ ...EMPTY_STATE, filters: { status: ['paused'], teamIds: [4] } });
});

test('a saved view keeps filters, sorting and columns, and drops unknown parts silently', () => {
  const state: ListState = {
    ...EMPTY_STATE,
    filters: { status: ['paused'] },
    sort: { field: 'name', order: 'desc' },
    columns: ['code', 'name'],
    page: 3,
    open: 9,
    saved: 4,
  };
  expect(viewQuery(schema, state)).toBe('status=paused&sort=-name&columns=code%2Cname');
  expect(readView(schema, 'status=paused,flying&gone=1&sort=salary&columns=code,wings&page=2&open=7')).toBe(
    'status=paused&columns=code',
  );
});

test('paging has the same limit as the server', () => {
  expect(parseList(schema, '?page=999999&limit=50').page).toBe(200);
});

test('a request contains filters, paging and sorting as flat parameters', () => {
  expect(
    listQuery(schema, {
      ...EMPTY_STATE,
      filters: { status: ['draft', 'paused'], on: false },
      sort: { field: 'name', order: 'desc' },
      page: 2,
    }),
  ).toEqual({ page: 2, limit: 20, sortField: 'name', sortOrder: 'desc', status: 'draft,paused', on: 'false' });
});
