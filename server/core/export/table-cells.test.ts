import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { yuan } from '../money/amounts';
import { columnName, csvCell, csvText, guarded, unguarded, wallClock, xlsxInner, xmlText } from './table-cells';

const SEED = 20_260_301;
/** Generates arbitrary texts. Many of them begin like a formula. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc
    .tuple(
      fc.constantFrom('', ' ', "'", "''", '\u200b', '\ufeff', '\u00a0', '\t', '\r', '\n'),
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '＝',
        '＋',
        '－',
        '＠',
        '-1',
        '+1',
        '=1+1',
        '-2+cmd|x',
        '"',
        ',',
        ';',
        "'",
        '2099990000000001',
      ),
      fc.string({ maxLength: 10 }),
    )
    .map((parts) => parts.join('')),
);

/** Parses a CSV by RFC 4180. It accepts only the form that the writer produces. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (let at = 0; at < text.length; ) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      at += 1;
    } else for (; at < text.length && text[at] !== ',' && text[at] !== '\r'; at += 1) cell += text[at];
    rows.at(-1)?.push(cell);
    if (text[at] === ',') {
      at += 1;
      if (at === text.length) rows.at(-1)?.push('');
    } else if (text[at] === '\r' && text[at + 1] === '\n') {
      at += 2;
      if (at < text.length) rows.push([]);
    } else if (at < text.length) throw new Error(`no separator at ${at}`);
  }
  return rows;
}

test('10,000 texts survive a CSV round trip, and none of them begins like a formula', () => {
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 2, maxLength: 2 }), (texts) => {
      const [row = []] = parseCsv(`${texts.map(csvText).join(',')}\r\n`);
      assert.deepEqual(row.map(unguarded), texts);
      for (const cell of row) {
        if (!/^-?\d/.test(cell)) assert.doesNotMatch(cell, /^[=+\-@＝＋－＠\t\r\n]/);
        assert.doesNotMatch(cell, /^[\s\p{Cf}\p{Cc}]*[=+@＝＋－＠]/u);
      }
    }),
    { numRuns: 10_000, seed: SEED },
  );
});

test('formulas become texts, also with full-width or invisible characters; negative numbers remain numbers', () => {
  for (const text of ['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '－1', ' =1', '\u200b=1', "'=1"]) {
    assert.equal(guarded(text), `'${text}`);
  }
  for (const text of ['-12.50', '-3', 'a=b', '2026-03-01', "'quoted", '']) assert.equal(guarded(text), text);
  assert.equal(csvCell('fen', -1_234, wallClock('Asia/Shanghai')), '-12.34');
  assert.equal(csvCell('number', -3, wallClock('Asia/Shanghai')), '-3');
});

test('a number of more than 15 digits is a text for a spreadsheet, in a CSV and in a sheet', () => {
  const wall = wallClock('Asia/Shanghai');
  for (const long of ['2099990000000001', '1234567890123456789012', "'2099990000000001"]) {
    assert.equal(csvText(long), `'${long}`);
    assert.equal(unguarded(csvText(long)), long);
    assert.match(xlsxInner('text', long, wall), /t="inlineStr"/);
  }
  assert.equal(csvCell('number', 2_099_990_000_000_001, wall), "'2099990000000001");
  assert.match(xlsxInner('number', 2_099_990_000_000_001, wall), /t="inlineStr"/);
  for (const kept of ['209999000000001', 'TX2099990000000001', '2099-9900-0000-0001'])
    assert.equal(csvText(kept), kept);
});

test('fen are converted to yuan exactly, by their digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (fen) => {
      assert.equal(Math.round(Number(yuan(fen)) * 100), fen === 0 ? 0 : fen);
    }),
    { seed: SEED },
  );
  assert.equal(yuan(-5), '-0.05');
  const beyond = xlsxInner('fen', 1_000_000_000_000_050, () => 0);
  assert.ok(beyond.includes('>10000000000000.50<'), 'an amount with too many digits for a number is a text in yuan');
});

test('moments are written in the platform’s local time, also across a change to summer time', () => {
  const shanghai = wallClock('Asia/Shanghai');
  assert.equal(csvCell('moment', new Date('2026-02-28T16:30:05Z'), shanghai), '2026-03-01 00:30:05');
  assert.equal(csvCell('day', new Date('2026-02-28T16:30:05Z'), shanghai), '2026-03-01');
  const newYork = wallClock('America/New_York');
  assert.equal(csvCell('moment', new Date('2026-03-08T06:59:59Z'), newYork), '2026-03-08 01:59:59');
  assert.equal(csvCell('moment', new Date('2026-03-08T07:00:00Z'), newYork), '2026-03-08 03:00:00');
});

test('a sheet contains texts as texts and numbers as numbers, and never a formula', () => {
  const wall = wallClock('Asia/Shanghai');
  fc.assert(
    fc.property(anyText, (text) => {
      const cell = xlsxInner('text', text, wall);
      assert.ok(cell === '' || cell.includes('t="inlineStr"'));
      assert.doesNotMatch(cell, /<f[ >]/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
      assert.doesNotMatch(cell, /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/);
    }),
    { seed: SEED, numRuns: 2_000 },
  );
  assert.match(xlsxInner('fen', -1_234, wall), /<v>-12.34<\/v>/);
  assert.match(xlsxInner('bp', 8_250, wall), /<v>0.825<\/v>/);
  assert.match(xlsxInner('moment', new Date('2026-03-01T04:00:00Z'), wall), /<v>46082.5<\/v>/);
  assert.match(xlsxInner('number', 2 ** 53, wall), /inlineStr/, 'more digits than a spreadsheet keeps');
  assert.equal(xmlText('a_x0041_\u0001<&>'), 'a_x005F_x0041__x0001_&lt;&amp;&gt;');
  assert.equal(xmlText('\ud800x'), '\ufffdx');
});

test('columns are named as in spreadsheets', () => {
  assert.deepEqual([0, 25, 26, 51, 52, 701, 702].map(columnName), ['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});
