import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_SIZES } from '@contract/limits';
import { cleanup, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import type { ReactElement } from 'react';
import { renderPage } from '../testing';
import { choiceOf, readChoice, shownColumns } from './columns';
import { EMPTY_STATE, type FilterValue, formatList, type ListState, lastPage, listQuery, parseList } from './listState';
import { schemaOf } from './schema';
import type { Column, Filter, ListView } from './types';

/**
 * Tests the URL of every list of the console, using the list's own definition. A random state is written into the URL. A page that
 * has only this URL must send the same request and show the same columns. tests/journeys/addresses.test.ts checks the rows in a
 * browser.
 */

interface Definition {
  readonly address: string;
  readonly filters?: readonly Filter[];
  readonly columns: readonly Column<never>[];
  readonly views?: readonly ListView[];
}
const mockDefined = new Map<string, Definition>();
// These tests press nothing on a list, so dispatched actions do nothing. The proxy reads each function at its first use, because files of
// the framework import this module while it is being created.
jest.mock(
  '@umijs/max',
  () =>
    new Proxy({} as Record<string, unknown>, {
      get: (_, name) => {
        if (name === '__esModule') return true;
        return name === 'useDispatch' ? () => () => undefined : jest.requireActual('@umijs/max')[name];
      },
    }),
);
jest.mock('.', () => ({
  ListPage: (definition: Definition) => {
    mockDefined.set(definition.address, definition);
    return null;
  },
}));

const SOURCES = join(__dirname, '..', '..');
const DECLARED = /<ListPage<'([^']+)'>/g;
const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx') && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));
/** Files that declare a list, with the API paths of their lists. */
const declaring = ['pages', 'features'].flatMap((folder) =>
  filesBelow(join(SOURCES, folder)).flatMap((file) => {
    const addresses = [...readFileSync(file, 'utf8').matchAll(DECLARED)].map(([, address]) => address ?? '');
    return addresses.length > 0 ? [{ file, addresses }] : [];
  }),
);

const VIEW = { teamIds: [], dayFrom: '2026-02-01', dayTo: '2026-02-28' };
const ANSWERS = { 'rights.Record/getChoices': { actions: [], modules: [] }, 'export.Task/getProgress': { list: [] } };
/** Renders the exports of a file one by one until its lists are declared. Waits at most `waitMs` milliseconds for each export. */
async function draw(file: string, addresses: readonly string[], waitMs: number): Promise<void> {
  for (const Part of Object.values(require(file) as Record<string, unknown>)) {
    if (typeof Part !== 'function' || addresses.every((address) => mockDefined.has(address))) continue;
    const Drawn = Part as (props: Readonly<Record<string, unknown>>) => ReactElement;
    await renderPage(<Drawn teamId={7} view={VIEW} />, { answers: ANSWERS });
    await waitFor(() => expect(addresses.every((address) => mockDefined.has(address))).toBe(true), {
      timeout: waitMs,
    }).catch(() => undefined);
    cleanup();
  }
}

const unique = <T,>(item: fc.Arbitrary<T>) => fc.uniqueArray(item, { minLength: 1, maxLength: 5 });
const day = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const text = fc
  .string({ minLength: 1, maxLength: 64, unit: 'grapheme' })
  .map((value) => value.trim().slice(0, 64).trim())
  .filter((value) => value !== '' && !/\p{Surrogate}/u.test(value));

/** Returns generators for the values of a filter, by query parameter. */
function valuesOf(filter: Filter): Readonly<Record<string, fc.Arbitrary<FilterValue>>> {
  const { key } = filter;
  switch (filter.kind) {
    case 'text':
      return { [key]: text };
    case 'one':
      return filter.options.length === 0 ? {} : { [key]: fc.constantFrom(...filter.options.map(({ value }) => value)) };
    case 'many':
      return filter.options.length === 0
        ? {}
        : { [key]: unique(fc.constantFrom(...filter.options.map(({ value }) => value))) };
    case 'options':
      return { [key]: unique(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })) };
    case 'region':
      return { [key]: unique(fc.integer({ min: 100_000, max: 999_999 }).map(String)) };
    case 'flag':
      return { [key]: fc.boolean() };
    case 'days':
      return { [`${key}From`]: day, [`${key}To`]: day };
    case 'amounts':
    case 'counts': {
      const whole = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
      return { [`${key}Min`]: whole, [`${key}Max`]: whole };
    }
    default:
      return filter satisfies never;
  }
}

function statesOf({ filters = [], columns, views = [] }: Definition): fc.Arbitrary<ListState> {
  const { sortable } = schemaOf(filters, columns, views);
  const values = Object.assign({}, ...filters.map(valuesOf)) as Record<string, fc.Arbitrary<FilterValue>>;
  return fc
    .record({
      filters: fc.record(values, { requiredKeys: [] }) as fc.Arbitrary<ListState['filters']>,
      sort:
        sortable.length === 0
          ? fc.constant(null)
          : fc.option(
              fc.record({
                field: fc.constantFrom(...sortable),
                order: fc.constantFrom('asc' as const, 'desc' as const),
              }),
            ),
      page: fc.integer({ min: 1, max: 1_000 }),
      limit: fc.constantFrom(...PAGE_SIZES),
      view: views.length === 0 ? fc.constant(null) : fc.option(fc.constantFrom(...views.map(({ key }) => key))),
      columns: fc.option(
        fc.shuffledSubarray(
          columns.map(({ key }) => key),
          { minLength: 1 },
        ),
      ),
    })
    .map((state) => ({ ...EMPTY_STATE, ...state, page: Math.min(state.page, lastPage(state.limit)) }));
}

const STATES = 200;

test('200 random states of every list survive their address: the same request, the same columns in the same order', async () => {
  // A module export without a list uses the whole waiting time. The first round has a short wait and finds most lists.
  for (const waitMs of [20, 2_000]) {
    for (const { file, addresses } of declaring) await draw(file, addresses, waitMs);
  }
  const declared = declaring.flatMap(({ addresses }) => addresses);
  expect(declared.length).toBeGreaterThan(15);
  expect(declared.filter((address) => !mockDefined.has(address))).toEqual([]);
  for (const definition of mockDefined.values()) {
    const { filters = [], columns, views = [] } = definition;
    const schema = schemaOf(filters, columns, views);
    const shown = (state: ListState) =>
      shownColumns(columns, choiceOf(columns, state.columns ?? [], readChoice(columns, undefined))).map(
        ({ key }) => key,
      );
    fc.assert(
      fc.property(statesOf(definition), (state) => {
        const read = parseList(schema, `?${formatList(schema, state)}`);
        expect(read).toEqual(state);
        expect(listQuery(schema, read)).toEqual(listQuery(schema, state));
        expect(shown(read)).toEqual(shown(state));
      }),
      { numRuns: STATES },
    );
  }
});
