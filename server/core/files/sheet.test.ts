import assert from 'node:assert/strict';
import test from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { isWorkbook, OversizedSheet, readSheet, UnreadableSheet, workbookRows } from './sheet';

const SHEET = 'xl/worksheets/sheet1.xml';

const csv = (text: string) => readSheet(Buffer.from(text));

/** False values in the header of a zip entry. */
interface Claims {
  readonly size?: number;
  readonly crc?: number;
  /** General purpose flags. Bit 0 means encrypted. */
  readonly flags?: number;
  readonly method?: number;
}

/** Builds a zip file in the same way as spreadsheet programs. */
function zip(parts: Readonly<Record<string, string>>, claims: Claims = {}): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const { flags = 0, method = 8 } = claims;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(claims.crc ?? crc32(bytes), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(claims.size ?? bytes.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    bodies.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

test('CSV: quotes, quoted line breaks, doubled quotes, other separators, a byte order mark, Windows line ends', async () => {
  assert.deepEqual(await csv('﻿a,b\r\n"1, ""x""\n2", 3 \r\n\r\n'), [
    ['a', 'b'],
    ['1, "x"\n2', '3'],
  ]);
  assert.deepEqual(await csv('a;b\n1,5;2'), [
    ['a', 'b'],
    ['1,5', '2'],
  ]);
  assert.deepEqual(await csv('a\tb\n1\t'), [
    ['a', 'b'],
    ['1', ''],
  ]);
});

test('a CSV of a Chinese spreadsheet program is read in its national encoding', async () => {
  // The bytes are "姓名,张" in GB 18030.
  assert.deepEqual(await readSheet(Uint8Array.from([0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xd5, 0xc5])), [['姓名', '张']]);
});

test('XLSX: shared and inline strings, numbers, entities, omitted cells and rows keep their positions', async () => {
  const file = zip({
    '[Content_Types].xml': '<Types/>',
    'xl/worksheets/sheet2.xml': '<worksheet><sheetData><row><c><v>other</v></c></row></sheetData></worksheet>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>
      <row r="1" spans="1:3"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
      <row r="3"><c r="A3" t="inlineStr"><is><t>x &amp; &#24352;</t></is></c><c r="B3"><v>46082</v></c><c r="C3" s="2"/></row>
    </sheetData><rowBreaks count="0"/></worksheet>`,
    'xl/sharedStrings.xml':
      '<sst><si><t>Name</t></si><si><r><t xml:space="preserve">Ph</t></r><r><t>one</t></r><rPh sb="0"><t>zzz</t></rPh></si></sst>',
  });
  assert.deepEqual(await readSheet(file), [['Name', '', 'Phone'], [], ['x & 张', '46082', '']]);
});

test('non-tables are refused: other zips, declared entities, truncated or binary files, unclosed quotes and tags', async () => {
  const sheet = '<worksheet><row r="1"><c r="A1"><v>1</v></c></row></worksheet>';
  const whole = zip({ [SHEET]: sheet });
  const files: readonly Uint8Array[] = [
    zip({ 'word/document.xml': '<x/>' }),
    zip({ [SHEET]: `<!DOCTYPE x [<!ENTITY a "b">]>${sheet}` }),
    zip({ [SHEET]: '<row><c><v>1' }),
    whole.subarray(0, 40),
    Buffer.from('PK'),
    Buffer.from([0, 1, 2, 0xff, 0xfe, 0]),
    Buffer.from('a,"b\nc'),
  ];
  for (const file of files) await assert.rejects(readSheet(file), UnreadableSheet);
});

test('a file that unpacks to gigabytes and a file of unclosed elements are refused at once', async () => {
  for (const count of [4_000_000, 1_000_000]) {
    await assert.rejects(readSheet(zip({ [SHEET]: '<row>'.repeat(count) })), UnreadableSheet);
  }
});

test('rows beyond the import limit are not read at all', async () => {
  assert.equal((await csv('a\n'.repeat(5_000))).length, 502);
});

/** A sheet with a single cell. */
const ONE = '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>';

test('a zip with false headers is refused: size, checksum, encryption, unknown compression', async () => {
  assert.deepEqual(await readSheet(zip({ [SHEET]: ONE })), [['1']]);
  const lies: readonly Claims[] = [
    { size: 5 },
    { size: 5_000 },
    { crc: 1 },
    { flags: 1 },
    { method: 99 },
    { method: 0 },
  ];
  for (const claims of lies) await assert.rejects(readSheet(zip({ [SHEET]: ONE }, claims)), UnreadableSheet);
});

test('a zip bomb that declares a small size is stopped at that size, before it uses memory', async () => {
  const bomb = zip({ [SHEET]: `<worksheet>${' '.repeat(50_000_000)}</worksheet>` }, { size: 1_000 });
  const before = process.memoryUsage().rss;
  await assert.rejects(readSheet(bomb), UnreadableSheet);
  assert.ok(process.memoryUsage().rss - before < 32 * 1024 * 1024);
});

test('entities that expand each other are refused, in the sheet and in its strings', async () => {
  const laughs = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>';
  await assert.rejects(readSheet(zip({ [SHEET]: `${laughs}<worksheet><row><c><v>&c;</v></c></row></worksheet>` })));
  const strings = { [SHEET]: ONE, 'xl/sharedStrings.xml': `${laughs}<sst><si><t>&c;</t></si></sst>` };
  await assert.rejects(readSheet(zip(strings)), UnreadableSheet);
  await assert.rejects(readSheet(zip({ [SHEET]: ONE.replace('1</v>', '&c;</v>') })), UnreadableSheet);
});

test('a sheet that is not well-formed is refused, and one without its strings has empty cells', async () => {
  for (const broken of [ONE.replace('</row>', ''), ONE.replace('<v>1', '<v>1 < 2'), `${ONE}<x`, '']) {
    await assert.rejects(readSheet(zip({ [SHEET]: broken })), UnreadableSheet);
  }
  assert.deepEqual(await readSheet(zip({ [SHEET]: ONE.replace('r="A1"', 'r="A1" t="s"') })), []);
});

test('row and column numbers out of range create neither rows nor columns', async () => {
  const far = ONE.replace('r="1"', 'r="9999999"').replace('A1', 'ZZZ9999999');
  assert.deepEqual(await readSheet(zip({ [SHEET]: far })), []);
  const odd = ONE.replace('r="1"', 'r="-1e99"').replace('A1', '7');
  assert.deepEqual(await readSheet(zip({ [SHEET]: odd })), [['1']]);
});

test('XML elements are read the same with and without a namespace prefix', async () => {
  assert.deepEqual(await readSheet(zip({ [SHEET]: ONE.replace(/<(\/?)(\w)/g, '<$1x:$2') })), [['1']]);
});

test('CSV in UTF-16 and a row of too many cells are refused', async () => {
  await assert.rejects(readSheet(Buffer.from('\ufeffa,b', 'utf16le')), UnreadableSheet);
  await assert.rejects(csv(','.repeat(50)), UnreadableSheet);
  assert.equal((await csv(`${'x,'.repeat(49)}x`))[0]?.length, 50);
});

test('a workbook that is read in parts has the same rows as the whole, and a part beyond its limit is refused as too large', async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, n) => `<row r="${n * 2 + 1}"><c r="A${n * 2 + 1}"><v>${n}</v></c></row>`,
  );
  const file = zip({ [SHEET]: `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>` });
  assert.equal(isWorkbook(file), true);
  assert.equal(isWorkbook(Buffer.from('xl/worksheets/')), false);
  const limits = { rows: 50_000, sheetBytes: 4 * 1024 * 1024, stringBytes: 1 };
  const parts: (readonly (readonly string[])[])[] = [];
  for await (const part of workbookRows(file, limits)) parts.push(part);
  assert.ok(parts.length > 5);
  assert.deepEqual(parts.flat(), await readSheet(file, limits.rows));
  assert.deepEqual([parts.flat().length, parts.flat()[2]], [39_999, ['1']]);
  await assert.rejects(workbookRows(file, { ...limits, sheetBytes: 1_000 }).next(), OversizedSheet);
});
