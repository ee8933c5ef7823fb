import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES, type Locale } from '@contract/text';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openHelp } from '@/app/commands/help';
import { loadManual } from '@/features/manual/load';
import { readLine, readPage } from '@/features/manual/parse';
import { HelpHost } from '@/layouts/HelpHost';
import { PageHeader } from '@/ui/PageHeader';
import { renderPage } from '@/ui/testing';
import { PAGE_ROUTES, type PageRoute } from '../../config/routes';

const ROOT = 'docs/manual';
const source = (locale: Locale, file: string) => readFileSync(join(ROOT, locale, file), 'utf8');
const files = readdirSync(join(ROOT, 'zh-CN'));

const built = (table: readonly PageRoute[]): readonly string[] =>
  table.flatMap(({ path, redirect, pages = [] }) => [...(redirect === undefined ? [path] : []), ...built(pages)]);

const quoted = (code: string): readonly string[] =>
  [...code.matchAll(/'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"/g)].map((match) => match[1] ?? match[2] ?? '');
const filesIn = (folder: string, recursive = false): readonly string[] =>
  readdirSync(folder, { recursive, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file));
const textsIn = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => quoted(readFileSync(path, 'utf8')));

/** Quoted texts of the contract and of the server's messages, in every language. */
const SHARED = textsIn([...filesIn('contract'), ...filesIn('server/modules', true)]);
/** Collects the quoted texts of a language's catalogue, of the contract and of the server. */
const textsOf = (locale: Locale): readonly string[] => [
  ...textsIn(filesIn(join('contract/locales', locale))),
  ...SHARED,
];

/** Minimum number of letters outside the parameters. A text with fewer, such as `{day} {time}` or `{n} of {total}`, matches any words. */
const FIXED_LETTERS = 3;
const isPattern = (text: string): boolean =>
  /\{\w+\}/.test(text) && (text.replace(/\{\w+\}/g, '').match(/\p{L}/gu) ?? []).length >= FIXED_LETTERS;

/** Converts a text with parameters to a pattern that matches all its results. */
const patternOf = (text: string): RegExp => {
  const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
};

test.each(LOCALES)('the manual in %s quotes only words that the console shows', (locale) => {
  const texts = textsOf(locale);
  const plain = new Set(texts.map((text) => text.replace(/[:：]$/, '')));
  const patterns = texts.filter(isPattern).map(patternOf);
  const unknown = files.flatMap((file) =>
    [
      ...source(locale, file)
        .replace(/`[^`]+`/g, '')
        .matchAll(/\*\*([^*]+)\*\*/g),
    ]
      .map(([, words = '']) => words)
      .filter((words) => !plain.has(words) && !patterns.some((pattern) => pattern.test(words)))
      .map((words) => `${file}: ${words}`),
  );
  expect(unknown).toEqual([]);
});

test('every language has the same pages, sections, headings and blocks', async () => {
  const shapes = await Promise.all(
    LOCALES.map(async (locale) =>
      (await loadManual(locale)).map(({ intro, sections }) => [
        intro.length,
        sections.map(({ id, blocks }) => [
          id,
          blocks.map((block) => ('lines' in block ? `${block.kind} ${block.lines.length}` : block.kind)),
        ]),
      ]),
    ),
  );
  for (const shape of shapes) expect(shape).toEqual(shapes[0]);
  for (const locale of LOCALES) expect(readdirSync(join(ROOT, locale))).toEqual(files);
  expect(shapes[0]).toHaveLength(files.length);
});

test('every built page has its section', async () => {
  const ids = (await loadManual('zh-CN')).flatMap(({ sections }) => sections.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(built(PAGE_ROUTES).filter((path) => !ids.includes(path))).toEqual([]);
  expect(ids.filter((id) => id.startsWith('/') && !built(PAGE_ROUTES).includes(id))).toEqual([]);
});

test('content that the reader does not support is refused, so that nothing is shown raw', () => {
  expect(() => readLine('a <b> of it')).toThrow('cannot show');
  expect(() => readLine('one **open')).toThrow('cannot show');
  expect(() => readPage('no title')).toThrow('begins with its title');
  expect(() => readPage('# One\n\ntwo\nlines')).toThrow('One paragraph');
  for (const block of ['## Section without an id', '![picture](a.png)', '---', '+ item', '1) step']) {
    expect(() => readPage(`# One\n\n${block}`)).toThrow('cannot show');
  }
  expect(readLine('a **b** `c`')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'strong', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'c' },
  ]);
});

test('the question mark of a page opens the manual at its section, with links to the other sections', async () => {
  const user = userEvent.setup();
  await renderPage(
    <>
      <PageHeader title="menu.teamListIndex" />
      <HelpHost />
    </>,
    { at: '/teamList/index' },
  );
  await user.click(await screen.findByRole('button', { name: 'Help on Station list' }));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByRole('heading', { name: 'Station list' })).toHaveFocus();
  expect(within(drawer).getByText('Pause station').tagName).toBe('STRONG');
  await user.click(within(drawer).getByRole('button', { name: 'Exports' }));
  expect(await within(drawer).findByRole('heading', { name: 'Export list' })).toHaveFocus();
  await user.click(within(drawer).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('without a section the manual opens at its beginning', async () => {
  await renderPage(<HelpHost />, { at: '/site/index' });
  openHelp();
  expect(await screen.findByRole('heading', { name: 'First steps' })).toHaveFocus();
});
