import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { ZipFile } from 'yazl';
import { CLAIM_KIND_KEYS, CLAIM_MATERIAL_KEYS, missingMaterials } from '../../../contract/insureClaim.states';
import type { StatementFault } from '../../core/statements/statement';
import { type CoverRow, coverAt } from './cover';
import { cellsOf, readPremiums } from './recon-file';
import { borneBy, comparePremiums, coverOf, isOfAge, type Premium, premiumOf } from './rules';

/** Tests the rules of cover, premiums, claims and the insurer's file. */

const ZONE = 'Asia/Shanghai';
const TERMS = { premiumUnit: 'day', coverEnd: 90, minAge: 18, maxAge: 60, teamIds: [] } as const;

test('a day’s cover ends at 01:30 of the next day, a month’s on the first of the next month', () => {
  const from = new Date('2026-12-31T04:00:00Z');
  const day = coverOf(TERMS, '2026-12-31', from, ZONE);
  assert.deepEqual([day.date, day.to.toISOString()], ['2026-12-31', '2026-12-31T17:30:00.000Z']);
  const month = coverOf({ ...TERMS, premiumUnit: 'month' }, '2026-12-31', from, ZONE);
  assert.deepEqual([month.date, month.to.toISOString()], ['2026-12-01', '2026-12-31T17:30:00.000Z']);
  assert.deepEqual(
    ['2008-12-31', '2009-01-01', '1965-12-31'].map((birth) => isOfAge(TERMS, birth, '2026-12-31')),
    [true, false, false],
  );
});

test('payer and platform together bear the exact premium, and the payer never more than its balance', () => {
  for (const payer of ['platform', 'team', 'rider'] as const)
    for (const premium of [1, 299, 10_000])
      for (const balance of [-500, 0, 1, 298, 299, 1_000_000]) {
        const borne = borneBy(payer, premium, balance);
        assert.ok(borne >= 0 && borne <= premium);
        if (payer === 'platform') assert.equal(borne, premium);
        else assert.ok(borne <= Math.max(0, balance) && (balance < premium || borne === premium));
      }
  assert.deepEqual([premiumOf('order', 4, 7), premiumOf('order', 4, 0), premiumOf('day', 300, 7)], [28, 0, 300]);
});

test('the best of several policies counts, and cover includes its first moment but not its last', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 4, minute));
  const row = (state: CoverRow['state'], from = 0, to = 30): CoverRow => ({
    ...{ riderId: 1, state, from: at(from), to: at(to), createdAt: at(from) },
  });
  const stateAt = (rows: readonly CoverRow[], minute: number) => coverAt(rows, at(minute)).state;
  assert.deepEqual(
    [-1, 0, 29, 30].map((minute) => stateAt([row('inForce')], minute)),
    ['none', 'covered', 'covered', 'none'],
  );
  assert.equal(stateAt([row('failed'), row('pending')], 5), 'pending');
  assert.equal(stateAt([row('failed')], 5), 'failed');
  assert.deepEqual(coverAt([row('insured', 0, 20), row('pending'), row('inForce', 0, 25)], at(5)).to, at(25));
});

test('each policy matches once by either number, and unmatched policies of both sides are differences', () => {
  const premium = (no: string, premiumFen = 300): Premium => ({ no, insurerNo: `X${no}`, premiumFen });
  const comparison = comparePremiums([premium('A'), premium('B'), premium('C')]);
  assert.equal(comparison.take(premium('A')), null);
  assert.equal(comparison.take({ no: 'B', insurerNo: 'another', premiumFen: 301 })?.kind, 'amount');
  assert.equal(comparison.take(premium('A'))?.kind, 'notOurs');
  assert.equal(comparison.take(premium('D'))?.kind, 'notOurs');
  // An adjusted charge may have the number of a policy. A premium that was reduced to 0 is not reported as missing.
  const adjusted = comparePremiums([premium('A'), premium('A', 20), premium('B', 0)]);
  assert.deepEqual([adjusted.take(premium('A')), adjusted.take(premium('A', 20)), adjusted.rest()], [null, null, []]);
  // The file may identify a charge only by the insurer's number.
  const charge = (insurerNo: string): Premium => ({ no: '', insurerNo, premiumFen: 300 });
  assert.deepEqual(comparePremiums([charge('X1')]).take(charge('X2')), {
    ...{ kind: 'notOurs', no: null, insurerNo: 'X2', ourFen: null, theirFen: 300 },
  });
  assert.deepEqual(
    comparison.rest().map(({ kind, no }) => [kind, no]),
    [['notTheirs', 'C']],
  );
});

test('each kind of claim names its missing material, and none once every file is there', () => {
  const all = Object.fromEntries(CLAIM_MATERIAL_KEYS.map((key) => [key, [1]]));
  for (const kind of CLAIM_KIND_KEYS) {
    assert.deepEqual(missingMaterials(kind, all), []);
    const missing = missingMaterials(kind, {});
    assert.equal(missing.includes('liability'), kind.startsWith('third'));
    assert.equal(missing.includes('invoices'), kind === 'selfInjury' || kind === 'thirdPerson');
  }
});

async function premiumsIn(text: string | Buffer) {
  const found: Premium[] = [];
  for await (const lines of readPremiums(Buffer.from(text as string))) {
    assert.ok(lines.length <= 2_000);
    found.push(...lines);
  }
  return found;
}
function zip(name: string, bytes: Buffer): Promise<Buffer> {
  const file = new ZipFile();
  file.addBuffer(bytes, name);
  file.end();
  return buffer(file.outputStream);
}

test('a file is read by its titles, with quotes, sums and thousands separators, and a fault names its line', async () => {
  assert.deepEqual(cellsOf('a,"b ""c"", d",,e'), ['a', 'b "c", d', '', 'e']);
  const text = '\uFEFF保单号,姓名,保费（元）,投保单号\r\nPX1,"张, 三","1,003.50",IP1\r\n\r\n合计,,1003.50,\r\n';
  assert.deepEqual(await premiumsIn(text), [{ insurerNo: 'PX1', no: 'IP1', premiumFen: 100_350 }]);
  const gbk = Buffer.from([0xb1, 0xa3, 0xb5, 0xa5, 0xba, 0xc5, 0x2c, 0xb1, 0xa3, 0xb7, 0xd1, 0x0a, 0x31, 0x2c, 0x33]);
  assert.deepEqual(await premiumsIn(gbk), [{ insurerNo: '1', no: '', premiumFen: 300 }]);
  const fault = (text: string) =>
    premiumsIn(text).then(
      () => null,
      (error: StatementFault) => [error.key, error.line],
    );
  assert.deepEqual(await fault('保单号,金额\n1,3\n'), ['header', 1]);
  assert.deepEqual(await fault('保单号,保费\nPX1,3\nPX2,three\n'), ['value', 3]);
});

test('a workbook of more than 100,000 rows and a zipped CSV are read whole, in batches', async () => {
  const row = (cells: readonly string[]) =>
    `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
  const rows = Array.from({ length: 100_500 }, (_, n) => [`PX${n}`, '3.00']);
  const sheet = `<worksheet><sheetData>${[['保单号', '保费'], ...rows].map(row).join('')}</sheetData></worksheet>`;
  const found = await premiumsIn(await zip('xl/worksheets/sheet1.xml', Buffer.from(sheet)));
  assert.deepEqual([found.length, found.at(-1)], [100_500, { insurerNo: 'PX100499', no: '', premiumFen: 300 }]);
  const csv = Buffer.from(['保单号,保费', ...rows.map((cells) => cells.join(','))].join('\r\n'));
  assert.deepEqual(await premiumsIn(await zip('premiums.csv', csv)), found);
  await assert.rejects(premiumsIn(await zip('premiums.txt', csv)), { key: 'notArchive' });
});
