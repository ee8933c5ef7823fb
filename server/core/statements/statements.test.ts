import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { alipayTradeFile, type StatedEntry, wechatFundFile, wechatTradeFile } from '../../simulators/statement-files';
import { readStatement } from './read';
import { type FaultKey, StatementFault, type StatementLine, type StatementPlace } from './statement';
import { checkedSha1, unpack } from './unpack';

const DAY = '2026-03-01';
const WX: StatementPlace = { channel: 'wechat', kind: 'trade', mchNo: '1999990001', day: DAY };
const FUND: StatementPlace = { ...WX, kind: 'fund' };
const ALI: StatementPlace = { channel: 'alipay', kind: 'trade', mchNo: '2088999900000001', day: DAY };
const at = (time: string) => new Date(`${DAY}T${time}+08:00`);
const ENTRIES: readonly StatedEntry[] = [
  { kind: 'pay', tradeNo: 'T1', outNo: 'OD1', amountFen: 5_000, feeFen: 30, at: at('00:00:01') },
  { kind: 'pay', tradeNo: 'T2', outNo: 'OD2', amountFen: 1_234_567, feeFen: 7_407, at: at('11:40:05') },
  { kind: 'refund', tradeNo: 'R1', outNo: 'OD1-R1', orderNo: 'OD1', amountFen: 1_000, feeFen: -6, at: at('23:59:59') },
];

async function all(bytes: Uint8Array, place: StatementPlace): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for await (const some of readStatement(unpack(bytes), place)) lines.push(...some);
  return lines;
}
const asText = (lines: readonly StatementLine[]) =>
  lines.map(({ line, kind, tradeNo, outNo, amountFen, feeFen }) => [line, kind, tradeNo, outNo, amountFen, feeFen]);

async function zip(files: readonly (readonly [string, Uint8Array])[]): Promise<Buffer> {
  const file = new ZipFile();
  for (const [name, bytes] of files) file.addBuffer(Buffer.from(bytes), name);
  file.end();
  return buffer(file.outputStream);
}

test('a trade statement of WeChat Pay is read plain and gzipped, with negative refunds and Beijing times', async () => {
  const plain = wechatTradeFile(WX.mchNo, ENTRIES);
  const lines = await all(plain, WX);
  assert.deepEqual(asText(lines), [
    [2, 'pay', 'T1', 'OD1', 5_000, 30],
    [3, 'pay', 'T2', 'OD2', 1_234_567, 7_407],
    [4, 'refund', 'R1', 'OD1-R1', -1_000, -6],
  ]);
  assert.deepEqual(
    lines.map((line) => line.at.toISOString()),
    ENTRIES.map((entry) => entry.at.toISOString()),
  );
  assert.deepEqual(await all(gzipSync(plain), WX), lines);
});

test('columns are found by their titles: older merchants have other columns in another order', async () => {
  const old = [
    '\uFEFF商户号,交易时间,微信订单号,商户订单号,交易状态,总金额,企业红包金额,微信退款单号,商户退款单号,退款金额,退款状态,手续费,费率',
    '`1999990001,`2026-03-01 10:00:00,`T9,`OD9,`SUCCESS,`12.30,`0.00,`0,`0,`0.00,`,`0.07000,`0.60%',
    '总交易单数,总交易额,总退款金额,总企业红包退款金额,手续费总金额',
    '`1,`12.30,`0.00,`0.00,`0.07000',
  ].join('\n');
  assert.deepEqual(asText(await all(Buffer.from(old), WX)), [[2, 'pay', 'T9', 'OD9', 1_230, 7]]);
});

test('an account statement is checked balance by balance', async () => {
  const file = wechatFundFile(100_000, [
    { at: at('08:00:00'), bizNo: 'B1', name: '交易', amountFen: 5_000, voucherNo: 'OD1' },
    { at: at('08:00:00'), bizNo: 'B1', name: '扣除交易手续费', amountFen: -30, voucherNo: 'OD1' },
    { at: at('09:00:00'), bizNo: 'B2', name: '商家转账', amountFen: -12_345, voucherNo: 'PO1' },
  ]);
  const lines = await all(file, FUND);
  assert.deepEqual(asText(lines), [
    [2, 'pay', 'B1', 'OD1', 5_000, 0],
    [3, 'fee', 'B1', 'OD1', -30, 0],
    [4, 'transfer', 'B2', 'PO1', -12_345, 0],
  ]);
  assert.equal(lines.at(-1)?.balanceFen, 92_625);
});

test('a zipped GBK bill of Alipay is read next to the totals file, and its refunds have our refund number', async () => {
  const csv = alipayTradeFile(ALI.mchNo, DAY, ENTRIES);
  const packed = await zip([
    ['业务明细(汇总).csv', csv.subarray(0, 40)],
    ['业务明细.csv', csv],
  ]);
  assert.deepEqual(asText(await all(packed, ALI)), [
    [6, 'pay', 'T1', 'OD1', 5_000, 30],
    [7, 'pay', 'T2', 'OD2', 1_234_567, 7_407],
    [8, 'refund', 'R1/OD1-R1', 'OD1-R1', -1_000, -6],
  ]);
});

test('two long refund numbers of one Alipay trade remain different although both begin with the same characters', async () => {
  const tradeNo = '2026030122001400000000000001';
  const numbers = ['A', 'B'].map((end) => `${'R'.repeat(63)}${end}`);
  const refunds = numbers.map((outNo) => ({ ...ENTRIES[2], tradeNo, outNo }) as StatedEntry);
  const lines = await all(alipayTradeFile(ALI.mchNo, DAY, refunds), ALI);
  assert.deepEqual(
    lines.map(({ outNo }) => outNo),
    numbers,
  );
  assert.equal(new Set(lines.map((line) => line.tradeNo)).size, 2);
  assert.ok(lines.every((line) => line.tradeNo.startsWith(`${tradeNo}/RRR`) && line.tradeNo.length === 64));
});

const wx = wechatTradeFile(WX.mchNo, ENTRIES).toString();
const edited = (from: string | RegExp, to: string) => {
  const text = wx.replace(from, to);
  assert.notEqual(text, wx);
  return Buffer.from(text);
};
const ali = alipayTradeFile(ALI.mchNo, DAY, ENTRIES);
const aliEdited = (from: string, to: string) => {
  const text = ali.toString('latin1');
  assert.ok(text.includes(from));
  return Buffer.from(text.replace(from, to), 'latin1');
};

/** Invalid files: name, bytes, statement, the expected fault and the line of the fault. */
const GARBAGE: readonly (readonly [string, Uint8Array, StatementPlace, FaultKey, number | null])[] = [
  ['nothing', Buffer.alloc(0), WX, 'truncated', 0],
  ['a page of HTML', Buffer.from('<html></html>\n<p>busy</p>\n'), WX, 'header', 1],
  ['a missing column', edited('微信订单号', '订单号'), WX, 'header', 1],
  ['a value without its back-quote', edited('`2026-03-01 11:40:05', '2026-03-01 11:40:05'), WX, 'columns', 3],
  ['a column too few', edited(',`0.60%,`50.00', ',`50.00'), WX, 'columns', 2],
  ['an amount in words', edited('`12345.67', '`much'), WX, 'value', 3],
  ['an amount with too many decimals', edited('`12345.67', '`12345.678'), WX, 'value', 3],
  ['an amount that overflows', edited('`12345.67', '`12345678901234.67'), WX, 'value', 3],
  ['a day that does not exist', edited('2026-03-01 11:40:05', '2026-03-01 31:40:05'), WX, 'value', 3],
  ['another day', edited('2026-03-01 11:40:05', '2026-03-02 11:40:05'), WX, 'otherFile', 3],
  ['an unknown state', edited('`JSAPI,`SUCCESS', '`JSAPI,`DREAMT'), WX, 'value', 2],
  ['an empty number', edited('`T2', '`'), WX, 'value', 3],
  ['another merchant', edited(/1999990001/g, '1999990002'), WX, 'otherFile', 2],
  ['totals that lie', edited('`12395.67', '`12395.68'), WX, 'totals', 6],
  ['a count that lies', edited('`3.0', '`4.0'), WX, 'totals', 6],
  ['an end too early', Buffer.from(wx.slice(0, wx.indexOf('总交易单数'))), WX, 'truncated', 4],
  ['a line cut in two', Buffer.from(wx.slice(0, wx.indexOf('`T2'))), WX, 'columns', 3],
  ['a line behind the totals', Buffer.from(`${wx}\`1,\`2\r\n`), WX, 'rest', 7],
  [
    'bytes that are no UTF-8',
    Buffer.concat([Buffer.from(wx.split('\r\n')[0] ?? ''), Buffer.from('\r\n'), Buffer.from([0xff, 0xfe, 0xff])]),
    WX,
    'encoding',
    2,
  ],
  [
    'a damaged gzip',
    Buffer.concat([gzipSync(Buffer.from(wx)).subarray(0, 60), Buffer.alloc(40)]),
    WX,
    'notArchive',
    null,
  ],
  ['a damaged zip', Buffer.from('PK\u0003\u0004 and nothing else'), ALI, 'notArchive', null],
  [
    'a bill without an account',
    ali.subarray(ali.indexOf(0x0a) + 1 + ali.subarray(ali.indexOf(0x0a) + 1).indexOf(0x0a) + 1),
    ALI,
    'header',
    3,
  ],
  ['a bill of another account', aliEdited('2088999900000001', '2088999900000009'), ALI, 'otherFile', 2],
  [
    'a bill without its totals',
    Buffer.from(ali.toString('latin1').split('\r\n').slice(0, -4).join('\r\n'), 'latin1'),
    ALI,
    'truncated',
    9,
  ],
  [
    'a balance that jumps',
    Buffer.from(
      wechatFundFile(1_000, [
        { at: at('08:00:00'), bizNo: 'B1', name: '交易', amountFen: 100, voucherNo: 'A' },
        { at: at('08:00:01'), bizNo: 'B2', name: '交易', amountFen: 100, voucherNo: 'B' },
      ])
        .toString()
        .replace('`12.00,', '`13.00,'),
    ),
    FUND,
    'balance',
    3,
  ],
];

for (const [name, bytes, place, key, line] of GARBAGE) {
  test(`${name}: one fault, ${key}${line === null ? '' : ` in line ${line}`}`, async () => {
    await assert.rejects(all(bytes, place), (error: unknown) => {
      assert.ok(error instanceof StatementFault, String(error));
      assert.deepEqual([error.key, error.line], [key, line]);
      return true;
    });
  });
}

test('a file of another day is refused with that day', async () => {
  await assert.rejects(all(wechatTradeFile(WX.mchNo, ENTRIES), { ...WX, day: '2026-03-02' }), (error: unknown) => {
    assert.ok(error instanceof StatementFault);
    assert.deepEqual(error.params, { no: WX.mchNo, date: DAY });
    return true;
  });
});

test('a checksum mismatch is a fault of the whole file', async () => {
  const bytes = wechatTradeFile(WX.mchNo, ENTRIES);
  const read = async () => {
    for await (const _some of readStatement(checkedSha1(unpack(bytes), '00'.repeat(20)), WX));
  };
  await assert.rejects(read(), (error: unknown) => error instanceof StatementFault && error.key === 'hash');
});
