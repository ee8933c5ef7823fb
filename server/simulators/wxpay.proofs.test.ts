import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { LOCALES, type Text } from '../../contract/text';
import { UpstreamFailure } from '../core/platforms/outbound';
import { createWxPay } from '../core/platforms/wxpay/adapter';
import { WxCallbackRefused } from '../core/platforms/wxpay/callbacks';
import { checkWxConfig } from '../core/platforms/wxpay/checks';
import { testWxPay } from '../core/platforms/wxpay/connection';
import { openResource } from '../core/platforms/wxpay/sign';
import { readTransferResource } from '../core/platforms/wxpay/transfers';
import type { Callback } from './simulator';
import { addPaidOrder, openMerchant, registerMerchant, rotatePlatformCertificate } from './wxpay';
import { seal } from './wxpay/callbacks';
import { MERCHANT, openWorld, transferOf, type WxWorld } from './wxpay/testing';

// The timer of a call's time limit does not keep the process alive, so this interval does.
const awake = setInterval(() => {}, 1000);
test.after(() => clearInterval(awake));

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CERTIFICATES = {
  registration: { hasCertificates: true },
  verification: { mode: 'platformCert', certificates: [] },
} as const;

const inEnglish = (words: Text | string): string => (typeof words === 'string' ? words : words['en-US']);
const refusal = (code: string) => (error: unknown) => {
  assert.ok(error instanceof UpstreamFailure, String(error));
  assert.equal(error.code, code);
  return true;
};

async function finishedTransfer(all: WxWorld): Promise<Callback> {
  await all.wxPay.transfer(transferOf('PO1'));
  all.clock.advance(MINUTE_MS);
  await all.simulator.passTime();
  const callback = all.callbacks.at(-1);
  assert.ok(callback);
  return callback;
}
const read = (all: WxWorld, headers: Readonly<Record<string, string>>, body: Buffer) =>
  all.wxPay.readCallback(new Headers(headers), body);

test('a callback is refused if any byte of its body or its signing headers is changed', async () => {
  const all = await openWorld();
  const callback = await finishedTransfer(all);
  const body = Buffer.from(callback.body);
  const bill = readTransferResource((await read(all, callback.headers, body)).resource);
  assert.deepEqual({ ...bill, packageInfo: null }, await all.wxPay.queryTransfer('PO1'));
  let changes = 0;
  const refused = async (headers: Readonly<Record<string, string>>, bytes: Buffer) => {
    changes += 1;
    await assert.rejects(read(all, headers, bytes), WxCallbackRefused);
  };
  for (let at = 0; at < body.length; at += 1) {
    const changed = Buffer.from(body);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await refused(callback.headers, changed);
  }
  const signing = Object.entries(callback.headers).filter(([name]) => name.startsWith('wechatpay-'));
  assert.equal(signing.length, 5);
  for (const [name, value] of signing) {
    for (let at = 0; at < value.length; at += 1) {
      // Replace each character by another character of the base64 alphabet. In a second attempt, remove the character.
      const letter = value[at] === 'A' ? 'B' : 'A';
      await refused({ ...callback.headers, [name]: value.slice(0, at) + letter + value.slice(at + 1) }, body);
      await refused({ ...callback.headers, [name]: value.slice(0, at) + value.slice(at + 1) }, body);
    }
    const { [name]: _removed, ...rest } = callback.headers;
    if (name !== 'wechatpay-signature-type') await refused(rest, body);
  }
  await refused(
    { ...callback.headers, 'wechatpay-signature': `WECHATPAY/SIGNTEST/${callback.headers['wechatpay-signature']}` },
    body,
  );
  await refused(callback.headers, body.subarray(0, -1));
  await refused(callback.headers, Buffer.concat([body, Buffer.from('\n')]));
  assert.ok(changes > 1_000, `${changes} changes`);
});

test('a signature with another last letter is refused, even if it decodes to the same bytes', async () => {
  const all = await openWorld();
  const callback = await finishedTransfer(all);
  const signature = callback.headers['wechatpay-signature'] ?? '';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  // A signature of 256 bytes leaves four bits of the last base64 letter unused. Several letters therefore decode to the same bytes, but a
  // changed letter must still be refused.
  for (const letter of alphabet.replace(signature.at(-3) ?? '', '')) {
    const headers = { ...callback.headers, 'wechatpay-signature': `${signature.slice(0, -3)}${letter}==` };
    await assert.rejects(read(all, headers, Buffer.from(callback.body)), WxCallbackRefused);
  }
});

test('callbacks are repeated at the documented intervals, with a new signature, and an old signature is refused', async () => {
  const all = await openWorld();
  const callback = await finishedTransfer(all);
  const { retryMs } = all.simulator;
  assert.deepEqual(
    retryMs.slice(0, 7).map((step) => step / 1000),
    [15, 15, 30, 180, 600, 1200, 1800],
  );
  assert.equal(
    retryMs.reduce((sum, step) => sum + step, 0),
    DAY_MS + 4 * MINUTE_MS,
  );
  const { id } = await read(all, callback.headers, Buffer.from(callback.body));
  for (const step of retryMs) {
    all.clock.advance(step);
    const renewed = await all.simulator.renew(callback);
    assert.equal((await read(all, renewed.headers, Buffer.from(renewed.body))).id, id);
  }
  await assert.rejects(read(all, callback.headers, Buffer.from(callback.body)), WxCallbackRefused);
  // A callback whose signature was recent on arrival can be read later, when its handler is repeated.
  const kept = [new Headers(callback.headers), Buffer.from(callback.body), { anyMoment: true }] as const;
  assert.equal((await all.wxPay.readCallback(...kept)).signedAt.toISOString(), '2026-03-02T03:01:00.000Z');
  assert.ok(all.simulator.isReceived({ status: 204, text: '' }));
  assert.ok(!all.simulator.isReceived({ status: 500, text: '{"code":"FAIL"}' }));
});

test('200 random contents are encrypted and decrypted unchanged, but cannot be decrypted with another key', async () => {
  const { clock } = await openWorld();
  const key = Buffer.from(MERCHANT.apiV3Key);
  const other = Buffer.from('MyApiV3KeyForSimulatedPayments02');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ maxLength: 16 }), (plain, associated) => {
      const sealed = seal(clock, MERCHANT.apiV3Key, associated, plain);
      assert.deepEqual(openResource(key, sealed), Buffer.from(plain));
      assert.throws(() => openResource(other, sealed));
      assert.throws(() => openResource(key, { ...sealed, associated_data: `${associated}x` }));
      const bytes = Buffer.from(sealed.ciphertext, 'base64');
      const at = plain.length % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ 0x80;
      assert.throws(() => openResource(key, { ...sealed, ciphertext: bytes.toString('base64') }));
    }),
    { numRuns: 200, seed: 20260302 },
  );
});

test('platform certificates are downloaded, verified and rotated without a refused answer', async () => {
  const all = await openWorld(CERTIFICATES);
  await assert.rejects(all.wxPay.queryOrder('BL0'), refusal('ORDER_NOT_EXIST'));
  const [first] = await all.wxPay.downloadCertificates();
  assert.ok(first);
  const serial = await rotatePlatformCertificate(all.store, all.clock, MERCHANT.mchId);
  all.clock.advance(2 * MINUTE_MS);
  // The answer is signed with the new certificate, which the adapter does not have yet.
  await assert.rejects(all.wxPay.queryOrder('BL0'), refusal('ORDER_NOT_EXIST'));
  assert.ok(all.calls.filter((path) => path === '/v3/certificates').length === 3);
  const both = await all.wxPay.downloadCertificates();
  assert.deepEqual(
    both.map(({ serialNo }) => serialNo),
    [first.serialNo, serial],
  );
  const callback = await finishedTransfer(all);
  assert.equal(callback.headers['wechatpay-serial'], serial);
  assert.equal((await read(all, callback.headers, Buffer.from(callback.body))).resource.state, 'SUCCESS');
  const named = transferOf('PO2', { userName: '张三', amountFen: 300_000 });
  assert.equal((await all.wxPay.transfer(named)).state, 'WAIT_USER_CONFIRM');
});

test('an expired certificate is not trusted, and a current one is downloaded', async () => {
  const all = await openWorld(CERTIFICATES);
  const [certificate] = await all.wxPay.downloadCertificates();
  assert.ok(certificate);
  const expired = { ...certificate, expireAt: all.clock.now() };
  const fetch: typeof all.fetcher = (url, init) => {
    if (url.pathname.endsWith('/certificates')) throw new TypeError('offline');
    return all.fetcher(url, init);
  };
  const verification = { mode: 'platformCert', certificates: [expired] } as const;
  const origin = new URL('http://simulator.test/wxpay');
  const offline = createWxPay({ ...all.wxPay.config, verification }, { origin, clock: all.clock, fetch });
  await assert.rejects(offline.queryOrder('BL0'), refusal('SERIAL_UNKNOWN'));
  const online = createWxPay({ ...all.wxPay.config, verification }, { origin, clock: all.clock, fetch: all.fetcher });
  await assert.rejects(online.queryOrder('BL0'), refusal('ORDER_NOT_EXIST'));
});

test('twenty forged serial numbers cause one download of certificates', async () => {
  const all = await openWorld(CERTIFICATES);
  const callback = await finishedTransfer(all);
  all.clock.advance(2 * MINUTE_MS);
  const before = all.calls.length;
  for (let call = 0; call < 20; call += 1) {
    const headers = { ...callback.headers, 'wechatpay-serial': `${call}`.padStart(40, '0') };
    await assert.rejects(read(all, headers, Buffer.from(callback.body)), WxCallbackRefused);
  }
  assert.equal(all.calls.length - before, 1);
});

test('certificates that are encrypted with another APIv3 key are refused', async () => {
  const all = await openWorld({ ...CERTIFICATES, config: { apiV3Key: 'MyApiV3KeyForSimulatedPayments02' } });
  await assert.rejects(all.wxPay.downloadCertificates(), refusal('DECRYPT_FAILED'));
  const modern = await openWorld({ verification: CERTIFICATES.verification });
  await assert.rejects(modern.wxPay.downloadCertificates(), refusal('RESOURCE_NOT_EXISTS'));
});

async function orders(all: WxWorld): Promise<void> {
  for (const [number, totalFen, paidAt] of [
    ['BL1', 5_000, '2026-03-01T00:00:00+08:00'],
    ['BL2', 1_234_567, '2026-03-01T23:59:59+08:00'],
    ['BL3', 100, '2026-03-02T00:00:00+08:00'],
  ] as const) {
    await addPaidOrder(all.store, all.clock, {
      mchId: MERCHANT.mchId,
      appId: MERCHANT.appId,
      outTradeNo: number,
      openid: MERCHANT.openid,
      totalFen,
      description: '外卖,订单',
      paidAt,
    });
  }
}
/** Parses a table of a statement. Returns its rows without back-quotes, and its totals. */
function table(content: Buffer): { readonly rows: Record<string, string>[]; readonly totals: Record<string, string> } {
  const lines = content.toString('utf8').trimEnd().split('\r\n');
  const records = (part: readonly string[]): Record<string, string>[] =>
    parse(part.join('\n'), { columns: true, cast: (value, { header }) => (header ? value : value.replace(/^`/, '')) });
  const totals = records(lines.slice(-2))[0];
  assert.ok(totals);
  for (const line of lines.slice(1, -2)) assert.ok(line.split(',').every((value) => value.startsWith('`')));
  return { rows: records(lines.slice(0, -2)), totals };
}

test('the trade statement of a day holds its orders and refunds with the documented columns and totals', async () => {
  const all = await openWorld();
  await orders(all);
  all.clock.set('2026-03-01T23:00:00+08:00');
  await all.wxPay.refund({ outTradeNo: 'BL1', outRefundNo: 'RF1', refundFen: 1_000, totalFen: 5_000 });
  all.clock.set('2026-03-02T11:00:00+08:00');
  assert.equal(await all.wxPay.statementState('trade'), 'ready');
  const { content, sha1 } = await all.wxPay.downloadStatement('trade', '2026-03-01');
  assert.equal(createHash('sha1').update(content).digest('hex'), sha1);
  const { rows, totals } = table(content);
  assert.equal(Object.keys(rows[0] ?? {}).length, 27);
  assert.deepEqual(
    rows.map((row) => [row.商户订单号, row.交易状态, row.订单金额, row.手续费, row.申请退款金额]),
    [
      ['BL2', 'SUCCESS', '12345.67', '74.07000', '0.00'],
      ['BL1', 'REFUND', '0.00', '0.00000', '10.00'],
      ['BL1', 'SUCCESS', '50.00', '0.30000', '0.00'],
    ],
  );
  assert.deepEqual(
    [totals.总交易单数, totals.订单总金额, totals.手续费总金额, totals.申请退款总金额],
    ['3.0', '12395.67', '74.37', '10.00'],
  );
});

test('the money statement lists each movement with the balance after it', async () => {
  const all = await openWorld({ registration: { openingFen: 100_000 } });
  await orders(all);
  await all.wxPay.transfer(transferOf('PO1'));
  all.clock.advance(DAY_MS);
  const { rows, totals } = table((await all.wxPay.downloadStatement('fund', '2026-03-02')).content);
  assert.deepEqual(
    rows.map((row) => [row.业务名称, row.收支类型, row['收支金额(元)'], row['账户结余(元)']]),
    [
      ['交易', '收入', '1.00', '13322.30'],
      ['扣除交易手续费', '支出', '0.01', '13322.29'],
      ['商家转账', '支出', '123.45', '13198.84'],
    ],
  );
  assert.deepEqual([totals.收入金额, totals.支出金额, totals.资金流水总笔数], ['1.00', '123.46', '3.0']);
});

test('a statement is available from 10:00 of the next day, for three months, except for a day without entries', async () => {
  const all = await openWorld();
  await orders(all);
  all.clock.set('2026-03-02T09:59:59+08:00');
  assert.equal(await all.wxPay.statementState('trade', '2026-03-01'), 'creating');
  all.clock.set('2026-03-02T10:00:00+08:00');
  assert.equal(await all.wxPay.statementState('trade', '2026-03-01'), 'ready');
  assert.equal(await all.wxPay.statementState('trade', '2026-02-28'), 'none');
  await assert.rejects(all.wxPay.downloadStatement('trade', '2026-02-28'), refusal('NO_STATEMENT_EXIST'));
  await assert.rejects(all.wxPay.statementState('trade', '2026-03-02'), refusal('INVALID_REQUEST'));
  await assert.rejects(all.wxPay.statementState('trade', '2025-11-01'), refusal('INVALID_REQUEST'));
});

test('a statement with a wrong hash is refused, and so is a download link after 30 seconds', async () => {
  const all = await openWorld();
  await orders(all);
  const changed = (change: (text: string, path: string) => string | Uint8Array<ArrayBuffer>) =>
    createWxPay(all.wxPay.config, {
      origin: new URL('http://simulator.test/wxpay'),
      clock: all.clock,
      fetch: async (url, init) => {
        const answer = await all.fetcher(url, init);
        if (!url.pathname.includes('billdownload')) return answer;
        const bytes = Buffer.from(await answer.arrayBuffer());
        return new Response(change(gunzipSync(bytes).toString('utf8'), url.pathname));
      },
    });
  await assert.rejects(changed((text) => text).downloadStatement('trade', '2026-03-01'), refusal('HASH_MISMATCH'));
  const { gzipSync } = await import('node:zlib');
  const forged = changed((text) => new Uint8Array(gzipSync(text.replace('50.00', '60.00'))));
  await assert.rejects(forged.downloadStatement('trade', '2026-03-01'), refusal('HASH_MISMATCH'));
  // Let the download link expire. It is valid for 30 seconds.
  const slow = createWxPay(all.wxPay.config, {
    origin: new URL('http://simulator.test/wxpay'),
    clock: all.clock,
    fetch: (url, init) => {
      if (url.pathname.includes('billdownload')) all.clock.advance(31_000);
      return all.fetcher(url, init);
    },
  });
  await assert.rejects(slow.downloadStatement('trade', '2026-03-01'), refusal('INVALID_REQUEST'));
});

test('a callback that is encrypted with another APIv3 key is refused with the reason', async () => {
  const all = await openWorld();
  const callback = await finishedTransfer(all);
  await registerMerchant(all.store, all.clock, { ...all.registration, apiV3Key: 'MyApiV3KeyForSimulatedPayments02' });
  await all.wxPay.transfer(transferOf('PO2'));
  all.clock.advance(MINUTE_MS);
  await all.simulator.passTime();
  const next = all.callbacks.at(-1);
  assert.ok(next && next !== callback);
  await assert.rejects(read(all, next.headers, Buffer.from(next.body)), { reason: 'DECRYPT_FAILED' });
});

test('the values of a newly opened merchant number pass the validation of the form and the connection test', async () => {
  const { store, clock, fetcher } = await openWorld();
  const appIds = ['wxfedcba9876543210'];
  const form = await openMerchant(store, clock, { mchId: '1900000200', appIds });
  assert.deepEqual(checkWxConfig(form, form, clock.now()), []);
  const wxPay = createWxPay(
    {
      mchId: form.mchId,
      subMchId: null,
      serialNo: form.merchantSerialNo,
      privateKey: form.merchantPrivateKey,
      apiV3Key: form.apiV3Key,
      appIds,
      verification: { mode: 'publicKey', publicKeyId: form.publicKeyId, publicKey: form.publicKey },
      transferSceneId: null,
      transferReport: [],
    },
    { origin: new URL('http://simulator.test/wxpay'), clock, fetch: fetcher },
  );
  assert.deepEqual(
    (await testWxPay(wxPay)).map(({ name, ok }) => [name['en-US'], ok]),
    [
      ['Order query', true],
      ['Binding of wxfedcba9876543210', true],
      ['Trade statement', true],
    ],
  );
});

test('the connection test shows which checks pass and why others fail', async () => {
  const good = await openWorld();
  const checks = await testWxPay(good.wxPay);
  assert.deepEqual(
    checks.map(({ name, ok, detail }) => [name['en-US'], ok, inEnglish(detail)]),
    [
      ['Order query', true, 'Merchant number, certificate and signatures are right'],
      ['Binding of wx0123456789abcdef', true, 'Bound to the merchant number'],
      ['Merchant transfer', true, 'Transfers are opened; WeChat Pay verifies the scene number with the first transfer'],
      ['Trade statement', true, 'No transactions yesterday'],
    ],
  );
  for (const { name, detail } of checks)
    for (const locale of LOCALES) assert.ok(name[locale] && typeof detail !== 'string' && detail[locale]);
  const withCertificates = await testWxPay((await openWorld(CERTIFICATES)).wxPay);
  assert.deepEqual(
    withCertificates.map(({ ok }) => ok),
    [true, true, true, true, true],
  );

  const details = async (options: Parameters<typeof openWorld>[0], plant: Parameters<WxWorld['plant']> = []) => {
    const all = await openWorld(options);
    all.plant(...plant);
    return (await testWxPay(all.wxPay)).map(({ ok, detail }) => (ok ? 'ok' : inEnglish(detail)));
  };
  const serial = await details({ config: { serialNo: '0'.repeat(40) } });
  assert.deepEqual(new Set(serial), new Set(['SIGN_ERROR 商户证书序列号有误']));
  assert.deepEqual(await details({ registration: { scenes: [] } }), [
    'ok',
    'ok',
    'NO_AUTH 当前商户号没有使用该产品的权限',
    'ok',
  ]);
  assert.deepEqual(await details({ registration: { appIds: ['wxffffffffffffffff'] } }), [
    'ok',
    'APPID_MCHID_NOT_MATCH appid和mch_id不匹配，请检查后再试',
    'ok',
    'ok',
  ]);
  const subMerchant = { registration: { subMchIds: ['1900000300'] } };
  assert.deepEqual(await details({ ...subMerchant, config: { subMchId: '1900000300' } }), ['ok', 'ok', 'ok', 'ok']);
  assert.match((await details({ ...subMerchant, config: { subMchId: '1900000301' } }))[0] ?? '', /^NO_AUTH 特约子商户/);
  assert.match((await details({ skewMs: 10 * MINUTE_MS }))[0] ?? '', /clock of this server/);
  assert.match((await details({}, ['wrongSignature']))[0] ?? '', /check the WeChat Pay public key/);
  assert.match((await details({}, ['lostBefore', 'lostBefore', 'lostBefore']))[0] ?? '', /did not answer in time/);
  const stranger = await openWorld();
  const otherKey = { mode: 'publicKey', publicKeyId: good.shown.publicKeyId, publicKey: MERCHANT.publicKey } as const;
  const wrongKey = await testWxPay(
    createWxPay(
      { ...stranger.wxPay.config, verification: otherKey },
      {
        origin: new URL('http://simulator.test/wxpay'),
        clock: stranger.clock,
        fetch: stranger.fetcher,
      },
    ),
  );
  assert.match(inEnglish(wrongKey[0]?.detail ?? ''), /signature of the answer is wrong/);
  await assert.rejects(stranger.wxPay.transfer(transferOf('PO1', { appId: 'wxffffffffffffffff' })), UpstreamFailure);
});
