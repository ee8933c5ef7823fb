import assert from 'node:assert/strict';
import test from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { readSheet, UnreadableSheet } from './sheet';

const csv = (text: string) => readSheet(Buffer.from(text));

/** A zip as spreadsheet programs write it. */
function zip(parts: Readonly<Record<string, string>>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const packed = deflateRawSync(Buffer.from(text));
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(text.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    bodies.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

test('CSV: quotes, line breaks inside them, doubled quotes, other separators, a mark at its beginning, Windows lines', () => {
  assert.deepEqual(csv('﻿a,b\r\n"1, ""x""\n2", 3 \r\n\r\n'), [
    ['a', 'b'],
    ['1, "x"\n2', '3'],
  ]);
  assert.deepEqual(csv('a;b\n1,5;2'), [
    ['a', 'b'],
    ['1,5', '2'],
  ]);
  assert.deepEqual(csv('a\tb\n1\t'), [
    ['a', 'b'],
    ['1', ''],
  ]);
});

test('CSV of a Chinese spreadsheet program is read in its national encoding', () => {
  // 姓名,张
  assert.deepEqual(readSheet(Uint8Array.from([0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xd5, 0xc5])), [['姓名', '张']]);
});

test('XLSX: shared and inline strings, numbers, entities, left-out cells and rows keep their places', () => {
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
  assert.deepEqual(readSheet(file), [['Name', '', 'Phone'], [], ['x & 张', '46082', '']]);
});

test('what is no table is refused: other zips, declared entities, cut files, binary, unclosed quotes and tags', () => {
  const sheet = '<worksheet><row r="1"><c r="A1"><v>1</v></c></row></worksheet>';
  const whole = zip({ 'xl/worksheets/sheet1.xml': sheet });
  const files: readonly Uint8Array[] = [
    zip({ 'word/document.xml': '<x/>' }),
    zip({ 'xl/worksheets/sheet1.xml': `<!DOCTYPE x [<!ENTITY a "b">]>${sheet}` }),
    zip({ 'xl/worksheets/sheet1.xml': '<row><c><v>1' }),
    whole.subarray(0, 40),
    Buffer.from('PK'),
    Buffer.from([0, 1, 2, 0xff, 0xfe, 0]),
    Buffer.from('a,"b\nc'),
  ];
  for (const file of files) assert.throws(() => readSheet(file), UnreadableSheet);
});

test('a file that unpacks to gigabytes, and one made of openings without ends, are refused at once', () => {
  assert.throws(() => readSheet(zip({ 'xl/worksheets/sheet1.xml': '<row>'.repeat(4_000_000) })), UnreadableSheet);
  assert.throws(() => readSheet(zip({ 'xl/worksheets/sheet1.xml': '<row>'.repeat(1_000_000) })), UnreadableSheet);
});

test('rows beyond what an import takes are not read at all', () => {
  assert.equal(csv('a\n'.repeat(5_000)).length, 502);
});
