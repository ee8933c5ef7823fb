import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { FACTOR } from '../../../contract/second';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing';
import { fromBase32, stepAt, totpCode } from './rules';

let t: TestApp;
before(async () => {
  t = await createTestApp();
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  await t.db.deleteFrom('throttle').execute();
});

const STEP = 30_000;
const ORIGIN = 'http://localhost';

async function person(account: string, rules: readonly number[] = [2, 3]) {
  await t.account({ account, rules });
  return t.signIn(account);
}
const info = async (token: string) => (await t.call('dashboard.Account/getInfo', {}, { token })).data;
const methods = async (token: string) => (await t.call('Verify/getSecondMethods', {}, { token })).data;
const codeOf = (secret: string) => totpCode(fromBase32(secret), stepAt(t.clock.now()));

/** Binds an authenticator app. Returns its secret and the recovery codes. */
async function bindApp(token: string, name = 'Phone app') {
  const started = await t.call('dashboard.Account/startTotp', {}, { token, ticket: await t.ticket(token) });
  const { factorId, secret, uri } = started.data;
  const confirmed = await t.call('dashboard.Account/confirmTotp', { factorId, code: codeOf(secret), name }, { token });
  assert.equal(confirmed.code, 100, confirmed.msg);
  return { factorId, secret, uri, codes: confirmed.data.codes };
}
const confirm = (token: string, input: { method: 'totp' | 'recovery'; code: string }) =>
  t.call('Verify/confirmSecond', input, { token });
const useTicket = (token: string, ticket: string) =>
  t.call('dashboard.Account/setTwoFactor', { on: true }, { token, ticket });

/* A minimal passkey. It builds the responses of a browser and its authenticator, so that the tests run the real verification. */

const cborHead = (major: number, length: number) =>
  length < 24 ? Buffer.from([(major << 5) | length]) : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
const cborText = (value: string) => Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
const cborBytes = (value: Buffer) => Buffer.concat([cborHead(2, value.length), value]);

function authenticator(rpId = 'localhost', origin = ORIGIN) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = createHash('sha256').update(x).digest();
  const rpHash = createHash('sha256').update(rpId).digest();
  let counter = 0;
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = (flags: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([rpHash, Buffer.from([flags]), count]);
  };
  return {
    id: id.toString('base64url'),
    make(challenge: string) {
      // A COSE key with the fields kty EC2, alg ES256, crv P-256, x and y.
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(x, 'base64url')]),
        Buffer.from([0x22, 0x58, 32]),
        Buffer.from(y, 'base64url'),
      ]);
      const length = Buffer.from([0, id.length]);
      const authData = Buffer.concat([head(0x45), Buffer.alloc(16), length, id, key]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        authData.length < 256 ? Buffer.concat([Buffer.from([0x58, authData.length]), authData]) : cborBytes(authData),
      ]);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    answer(challenge: string, with_: KeyObject = privateKey) {
      counter += 1;
      const data = clientData('webauthn.get', challenge);
      const authData = head(0x05);
      const hash = createHash('sha256').update(data).digest();
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authData, hash]), with_).toString('base64url'),
        },
      };
    },
  };
}

async function bindPasskey(token: string, key = authenticator(), name = 'Laptop') {
  const started = await t.call('dashboard.Account/startPasskey', {}, { token, ticket: await t.ticket(token) });
  const response = key.make(String(started.data.options.challenge));
  return { key, answer: await t.call('dashboard.Account/finishPasskey', { response, name }, { token }) };
}
async function challengeFor(token: string): Promise<string> {
  return String((await t.call('Verify/startPasskey', {}, { token })).data.options.challenge);
}

test('an app is bound by one of its codes, and the first binding creates ten recovery codes', async () => {
  const token = await person('binder');
  assert.deepEqual((await methods(token)).methods, ['sms']);
  assert.equal((await t.call('dashboard.Account/startTotp', {}, { token })).code, 40303);
  const started = await t.call('dashboard.Account/startTotp', {}, { token, ticket: await t.ticket(token) });
  const { factorId, secret } = started.data;
  assert.equal(fromBase32(secret).length, 20, '160 bits');
  assert.match(started.data.uri, new RegExp(`^otpauth://totp/.*:binder\\?secret=${secret}&issuer=`));
  const proof = { factorId, name: 'Phone' };
  const wrong = await t.call('dashboard.Account/confirmTotp', { ...proof, code: '000000' }, { token });
  assert.equal(wrong.code, 40004);
  assert.deepEqual((await methods(token)).methods, ['sms'], 'unproven, it does not count');
  const right = await t.call('dashboard.Account/confirmTotp', { ...proof, code: codeOf(secret) }, { token });
  assert.equal(right.data.codes.length, FACTOR.recoveryCodes);
  assert.deepEqual((await methods(token)).methods, ['sms', 'totp', 'recovery']);
  assert.equal((await methods(token)).last, 'totp');
  const again = await t.call('dashboard.Account/confirmTotp', { ...proof, code: codeOf(secret) }, { token });
  assert.equal(again.code, 40401);
  const second = await bindApp(token, 'Tablet');
  assert.deepEqual(second.codes, [], 'the codes at hand stay good');
});

test('of twenty concurrent redemptions of one code exactly one gets a ticket, and the code is invalid afterwards', async () => {
  const token = await person('racer');
  const { secret } = await bindApp(token);
  t.clock.advance(STEP);
  const code = codeOf(secret);
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(token, { method: 'totp', code })));
  assert.equal(answers.filter((answer) => answer.code === 100).length, 1);
  assert.ok(answers.every((answer) => [100, 40004, 42903].includes(answer.code)));
  await t.db.deleteFrom('throttle').execute();
  assert.equal((await confirm(token, { method: 'totp', code })).code, 40004);
  t.clock.advance(STEP);
  const next = await confirm(token, { method: 'totp', code: codeOf(secret) });
  assert.equal(next.code, 100);
  assert.equal((await useTicket(token, next.data.ticket)).code, 100);
});

test('the code that bound the app and older codes get no ticket', async () => {
  const token = await person('older');
  const { secret } = await bindApp(token);
  assert.equal((await confirm(token, { method: 'totp', code: codeOf(secret) })).code, 40004);
  const older = totpCode(fromBase32(secret), stepAt(t.clock.now()) - 1);
  assert.equal((await confirm(token, { method: 'totp', code: older })).code, 40004);
});

test('after ten attempts in five minutes further ones are refused unchecked', async () => {
  const token = await person('guesser');
  const { secret } = await bindApp(token);
  t.clock.advance(STEP);
  const right = codeOf(secret);
  const wrong = right === '000000' ? '111111' : '000000';
  for (let tries = 0; tries < 10; tries += 1) {
    assert.equal((await confirm(token, { method: 'totp', code: wrong })).code, 40004);
  }
  assert.equal((await confirm(token, { method: 'totp', code: right })).code, 42903);
});

test('a ticket lasts ten minutes and belongs to its session', async () => {
  const token = await person('ticketed');
  const other = await t.signIn('ticketed');
  const { secret } = await bindApp(token);
  t.clock.advance(STEP);
  const { data } = await confirm(token, { method: 'totp', code: codeOf(secret) });
  assert.equal((await useTicket(other, data.ticket)).code, 40303);
  t.clock.advance(10 * 60_000 - 1);
  assert.equal((await useTicket(token, data.ticket)).code, 100);
  t.clock.advance(1);
  assert.equal((await useTicket(token, data.ticket)).code, 40303);
});

test('a passkey is bound and confirms, with checks of challenge, signature and site', async () => {
  const token = await person('keyholder');
  const { key, answer } = await bindPasskey(token);
  assert.equal(answer.code, 100, answer.msg);
  assert.equal(answer.data.codes.length, 10);
  assert.deepEqual((await methods(token)).methods, ['sms', 'passkey', 'recovery']);
  const redeem = (assertion: Record<string, unknown>) =>
    t.call('Verify/confirmSecond', { method: 'passkey', assertion }, { token });

  const challenge = await challengeFor(token);
  const good = key.answer(challenge);
  const done = await redeem(good);
  assert.equal(done.code, 100, done.msg);
  assert.equal((await useTicket(token, done.data.ticket)).code, 100);
  assert.equal((await redeem(good)).code, 40004, 'the challenge is used');

  assert.equal((await redeem(key.answer('AAAA'))).code, 40004, 'not the challenge');
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  assert.equal((await redeem(key.answer(await challengeFor(token), foreign))).code, 40004, 'not the key');
  const late = await challengeFor(token);
  t.clock.advance(5 * 60_000);
  assert.equal((await redeem(key.answer(late))).code, 40004, 'too late');
  await t.db.deleteFrom('throttle').execute();
  const twice = key.answer(await challengeFor(token));
  const answers = await Promise.all([redeem(twice), redeem(twice), redeem(twice)]);
  assert.equal(answers.filter(({ code }) => code === 100).length, 1);
});

test('a passkey from a look-alike site, or one that is already bound, is refused', async () => {
  const token = await person('phished');
  const { answer } = await bindPasskey(token, authenticator('localhost', 'https://consoie.example'));
  assert.equal(answer.code, 40004);
  const key = authenticator();
  assert.equal((await bindPasskey(token, key)).answer.code, 100);
  assert.equal((await bindPasskey(token, key)).answer.code, 40903);
  const other = await person('copier');
  assert.equal((await bindPasskey(other, key)).answer.code, 40903);
  assert.equal((await t.call('Verify/startPasskey', {}, { token: other })).code, 42201);
});

test('a recovery code counts once and then permits only the binding of another factor', async () => {
  const token = await person('locked.out');
  const { codes, factorId } = await bindApp(token);
  const [first = '', second = ''] = codes;
  const typed = first.toLowerCase().replaceAll('-', '');
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => confirm(token, { method: 'recovery', code: typed })),
  );
  const bought = answers.filter(({ code }) => code === 100);
  assert.equal(bought.length, 1);
  assert.equal(bought[0]?.data.mustBindFactor, true);
  assert.equal((await useTicket(token, bought[0]?.data.ticket ?? '')).code, 40308);
  const ticket = await t.ticket(token);
  assert.equal((await useTicket(token, ticket)).code, 40308, 'whatever the ticket was bought with');
  assert.equal((await info(token)).recoveryLeft, 9);
  assert.equal((await info(token)).mustBindFactor, true);

  const started = await t.call('dashboard.Account/startTotp', {}, { token, ticket });
  assert.equal(started.code, 100);
  const next = { factorId: started.data.factorId, code: codeOf(started.data.secret), name: 'New phone' };
  assert.equal((await t.call('dashboard.Account/confirmTotp', next, { token })).code, 100);
  assert.equal((await useTicket(token, ticket)).code, 100);
  const removed = await t.call('dashboard.Account/removeFactor', { factorId }, { token, ticket });
  assert.equal(removed.code, 100, 'the lost one can go now');

  const fresh = await t.call('dashboard.Account/makeRecoveryCodes', {}, { token, ticket });
  assert.equal(fresh.data.codes.length, 10);
  assert.equal((await confirm(token, { method: 'recovery', code: second })).code, 40004, 'the earlier ones are dead');
});

test('the last factor cannot be removed while second verification is on: "Bind another method first"', async () => {
  const free = await person('free');
  const owner = await t.signIn();
  const remove = async (token: string, factorId: number) =>
    t.call('dashboard.Account/removeFactor', { factorId }, { token, ticket: await t.ticket(token), locale: 'en-US' });
  const app = await bindApp(free);
  await useTicket(free, await t.ticket(free));
  const refused = await remove(free, app.factorId);
  assert.deepEqual([refused.code, refused.msg], [42202, 'Bind another method first']);
  assert.equal((await remove(owner, app.factorId)).code, 40401, 'nobody else’s');
  await t.call('dashboard.Account/setTwoFactor', { on: false }, { token: free, ticket: await t.ticket(free) });
  assert.equal((await remove(free, app.factorId)).code, 100);
  assert.equal((await info(free)).recoveryLeft, 0);

  const owned = await bindApp(owner);
  assert.equal((await remove(owner, owned.factorId)).code, 42202);
  const second = await bindApp(owner, 'Second');
  const ticket = await t.ticket(owner);
  const parallel = await Promise.all(
    [owned, second].map(({ factorId }) =>
      t.call('dashboard.Account/removeFactor', { factorId }, { token: owner, ticket }),
    ),
  );
  assert.deepEqual(parallel.map(({ code }) => code).sort(), [100, 42202]);
});

test('factors have names, and an account has at most ten', async () => {
  const token = await person('collector');
  const { factorId } = await bindApp(token, 'One');
  const rename = (id: number, name: string) =>
    t.call('dashboard.Account/renameFactor', { factorId: id, name }, { token });
  assert.equal((await rename(factorId, 'Old phone')).code, 100);
  assert.equal((await info(token)).factors[0]?.name, 'Old phone');
  assert.equal((await rename(factorId + 1, 'x')).code, 40401);
  for (let index = 1; index < FACTOR.most; index += 1) await bindApp(token, `App ${index}`);
  const more = await t.call('dashboard.Account/startTotp', {}, { token, ticket: await t.ticket(token) });
  assert.equal(more.code, 42201);
});

test('database and records hold no usable secret: secrets are sealed, recovery codes signed', async () => {
  const token = await person('dumped');
  const { secret, codes } = await bindApp(token);
  let dump = '';
  for (const table of ['account_factor', 'account_recovery', 'operation_record', 'secret_value', 'factor_challenge']) {
    const { rows } = await t.database.pool.query(`select to_jsonb(x) as row from ${table} x`);
    dump += JSON.stringify(rows);
  }
  for (const secretText of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
    assert.ok(!dump.includes(secretText));
  }
});
