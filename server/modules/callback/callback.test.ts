import assert from 'node:assert/strict';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { CALLBACK } from '../../../contract/limits';
import { text } from '../../../contract/text';
import { SECOND_MS } from '../../../contract/units';
import { buildApp } from '../../app';
import { connect } from '../../core/database/connect';
import { type Job, runJob } from '../../core/jobs';
import { askUpstream, UpstreamFailure, UpstreamTimeout } from '../../core/platforms/outbound';
import type { CallbackAnswer, Receiver } from '../../core/platforms/receiver';
import { platformPorts } from '../../ports';
import { createOwnApp, deliverCallbacks, simulatorJobs } from '../../simulators/deliver';
import { plantFault } from '../../simulators/faults';
import type { Simulator, SimulatorParts } from '../../simulators/simulator';
import { createTestApp, type TestApp } from '../../testing';
import { callbackJobs } from './jobs';
import { repeatEvents } from './take';

/** A test platform. It signs timestamp, nonce and body like the payment platforms, but with HMAC-SHA256 instead of a certificate. */
const KEY = 'the key of a platform that no one has';
const ADDRESS = 'callback.TestPay/notify';
const NOTIFY_URL = `https://console.example/api/${ADDRESS}`;

const sign = (timestamp: string, nonce: string, body: Buffer | string) =>
  createHmac('sha256', KEY).update(`${timestamp}\n${nonce}\n`).update(body).update('\n').digest('base64');

const json = (status: number, value: unknown): CallbackAnswer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});
const REFUSED = json(401, { code: 'FAIL', message: 'signature' });

interface Payment {
  readonly id: string;
  readonly no: string;
}

/** `failures` is the number of times that the handler will fail. `during` runs while the handler runs. */
let failures = 0;
let during: () => Promise<void> = async () => undefined;

const receiver: Receiver<Payment> = {
  address: ADDRESS,
  platform: 'testpay',
  title: text('测试支付', 'Test payments', 'Pagamentos de teste', '測試支付'),
  methods: ['GET', 'POST'],
  async read({ method, query, headers, body }, { db }) {
    if (method === 'GET') {
      const params = new URLSearchParams(query);
      const echo = params.get('echostr') ?? '';
      const isOurs = sign(params.get('timestamp') ?? '', params.get('nonce') ?? '', echo) === params.get('signature');
      return isOurs ? { echo: { status: 200, type: 'text/plain', body: echo } } : { refusal: REFUSED };
    }
    const timestamp = headers.get('testpay-timestamp') ?? '';
    const wanted = Buffer.from(sign(timestamp, headers.get('testpay-nonce') ?? '', body));
    const given = Buffer.from(headers.get('testpay-signature') ?? '');
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return { refusal: REFUSED };
    if (headers.get('testpay-nonce') === 'broken') await db.selectFrom('nowhere' as 'site_setting').execute();
    const payload = JSON.parse(body.toString()) as Payment;
    return { eventId: payload.id, payload, signedAt: new Date(Number(timestamp) * SECOND_MS) };
  },
  async handle({ db, clock }, { id, no }) {
    await db
      .insertInto('simulated_value')
      .values({ platform: 'effect', kind: no, key: id, content: JSON.stringify(clock.now()) })
      .execute();
    await during();
    if (failures > 0) {
      failures -= 1;
      throw new Error('the order is locked');
    }
    return no.startsWith('reply') ? json(200, { reply: `${no} ${id}` }) : undefined;
  },
  answer: (isReceived) =>
    isReceived ? json(200, { code: 'SUCCESS' }) : json(400, { code: 'FAIL', message: 'call again' }),
};

/** Creates a simulator that sends callbacks on request. `POST /pay` names the events and the delay of each. */
function createSimulator({ clock, store, callBack }: SimulatorParts): Simulator {
  return {
    name: 'testpay',
    retryMs: [15_000, 30_000],
    isReceived: ({ status, text: answer }) => status === 200 && answer.includes('SUCCESS'),
    async handle({ path, body }) {
      const sent = JSON.parse(body.toString()) as Payment & { readonly delayMs?: number };
      await store.alone((inside) => inside.put('paid', sent.no, { path }));
      const notice = JSON.stringify({ id: sent.id, no: sent.no });
      const dueAt = new Date(clock.now().getTime() + (sent.delayMs ?? 0));
      await callBack({ url: NOTIFY_URL, headers: signedHeaders(notice, dueAt), body: notice, dueAt });
      return { status: 200, headers: { 'testpay-signature': sign('', '', notice) }, body: notice };
    },
  };
}

function signedHeaders(body: string, at: Date, nonce = 'n-1'): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / SECOND_MS));
  return {
    'content-type': 'application/json',
    'testpay-timestamp': timestamp,
    'testpay-nonce': nonce,
    'testpay-signature': sign(timestamp, nonce, body),
  };
}

let t: TestApp;
let serial = 0;
before(async () => {
  t = await createTestApp({ receivers: [receiver], simulators: { testpay: createSimulator } });
});
after(() => t.close());
beforeEach(() => {
  failures = 0;
  during = async () => undefined;
});

function newPayment(no?: string): Payment {
  serial += 1;
  return { id: `EV${serial}`, no: no ?? `P${serial}` };
}
async function post(
  payload: string | Buffer,
  headers: Record<string, string> = signedHeaders(String(payload), t.clock.now()),
  on: TestApp['app'] = t.app,
) {
  const { statusCode, body } = await on.http.inject({ method: 'POST', url: `/api/${ADDRESS}`, headers, payload });
  return `${statusCode} ${body}`;
}
const RECEIVED = '200 {"code":"SUCCESS"}';
const AGAIN = '{"code":"FAIL","message":"call again"}';

const effects = async ({ no }: Pick<Payment, 'no'>) =>
  (
    await t.db
      .selectFrom('simulated_value')
      .select('key')
      .where('platform', '=', 'effect')
      .where('kind', '=', no)
      .orderBy('key')
      .execute()
  ).map(({ key }) => key);
const events = () =>
  t.db.selectFrom('platform_event').selectAll().where('platform', '=', 'testpay').orderBy('received_at').execute();
const eventOf = async ({ id }: Pick<Payment, 'id'>) => (await events()).find((event) => event.event_id === id);

describe('a call of a platform', () => {
  test('is answered in the platform’s format, stored as received and has its effect', async () => {
    const payment = newPayment();
    const body = ` ${JSON.stringify(payment)}\r\n`;
    const { headers, body: answer } = await t.app.http.inject({
      method: 'POST',
      url: `/api/${ADDRESS}?from=here`,
      headers: { ...signedHeaders(body, t.clock.now()), authorization: 'secret' },
      payload: body,
    });
    assert.equal(answer, '{"code":"SUCCESS"}');
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cache-control'], 'no-store');
    const kept = await eventOf(payment);
    assert.deepEqual(
      [kept?.address, kept?.method, kept?.query, kept?.state, kept?.body.toString()],
      [ADDRESS, 'POST', 'from=here', 'handled', body],
    );
    assert.equal(kept?.headers['testpay-nonce'], 'n-1');
    assert.equal(kept?.headers.authorization, undefined);
    assert.deepEqual(await effects(payment), [payment.id]);
  });

  test('with a changed byte in body or signature is refused and not stored', async () => {
    const before = (await events()).length;
    const body = Buffer.from(JSON.stringify(newPayment()));
    const headers = signedHeaders(body.toString(), t.clock.now());
    const { 'testpay-signature': signature = '' } = headers;
    for (let at = 0; at < body.length; at += 1) {
      const changed = Buffer.from(body);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.match(await post(changed, headers), /^401 .*signature/, `byte ${at} of the body`);
    }
    for (let at = 0; at < signature.length; at += 1) {
      const changed = `${signature.slice(0, at)}${signature[at] === 'A' ? 'B' : 'A'}${signature.slice(at + 1)}`;
      assert.match(await post(body, { ...headers, 'testpay-signature': changed }), /^401 /, `letter ${at}`);
    }
    for (const name of ['testpay-timestamp', 'testpay-nonce', 'testpay-signature']) {
      assert.match(await post(body, { ...headers, [name]: '' }), /^401 /, name);
    }
    assert.equal((await events()).length, before);
  });

  test('is accepted within five minutes before or after the signed moment, and refused beyond', async () => {
    const at = (milliseconds: number) => new Date(t.clock.now().getTime() + milliseconds);
    const sent = (milliseconds: number) => {
      const body = JSON.stringify(newPayment());
      return post(body, signedHeaders(body, at(milliseconds)));
    };
    const window = CALLBACK.windowSeconds * SECOND_MS;
    assert.equal(await sent(-window), RECEIVED);
    assert.equal(await sent(window), RECEIVED);
    assert.equal(await sent(-window - SECOND_MS), `400 ${AGAIN}`);
    assert.equal(await sent(window + SECOND_MS), `400 ${AGAIN}`);
  });

  test('that is replayed later is refused because of its moment', async () => {
    const body = JSON.stringify(newPayment());
    const headers = signedHeaders(body, t.clock.now());
    assert.equal(await post(body, headers), RECEIVED);
    t.clock.advance((CALLBACK.windowSeconds + 1) * SECOND_MS);
    assert.equal(await post(body, headers), `400 ${AGAIN}`);
  });

  test('that arrives twenty times at once at two processes is handled once and always gets the same answer', async () => {
    const other = connect(t.database.url, { max: 8 });
    const second = await buildApp({ ...t.parts, db: other.db, pool: other.pool });
    try {
      during = () => new Promise((resolve) => setTimeout(resolve, 50));
      const payment = newPayment();
      const body = JSON.stringify(payment);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => post(body, undefined, index % 2 ? t.app : second)),
      );
      assert.deepEqual(new Set(answers), new Set([RECEIVED]));
      assert.deepEqual(await effects(payment), [payment.id]);
      assert.equal(await post(body), RECEIVED);
    } finally {
      await second.http.close();
      await other.close();
    }
  });

  test('that arrives twenty times at once while its handler fails once is still handled once', async () => {
    failures = 1;
    const payment = newPayment();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(JSON.stringify(payment))));
    assert.deepEqual(new Set(answers), new Set([RECEIVED]));
    for (const job of callbackJobs(t.ports, [receiver])) {
      t.clock.advance((CALLBACK.repeatSeconds[0] ?? 0) * SECOND_MS);
      await runJob(job, t);
    }
    assert.equal((await eventOf(payment))?.state, 'handled');
    assert.deepEqual(await effects(payment), [payment.id]);
  });

  test('gets its handler’s answer again when it is repeated', async () => {
    const payment = newPayment('reply');
    const body = JSON.stringify(payment);
    const answer = `200 {"reply":"reply ${payment.id}"}`;
    assert.equal(await post(body), answer);
    assert.equal(await post(body), answer);
    assert.deepEqual(await effects(payment), [payment.id]);
  });

  test('that is only a query is answered and not stored', async () => {
    const before = (await events()).length;
    const query = (signature: string) =>
      new URLSearchParams({ timestamp: '1', nonce: 'a', echostr: 'hello', signature }).toString();
    const ask = async (signature: string) => {
      const answer = await t.app.http.inject({ method: 'GET', url: `/api/${ADDRESS}?${query(signature)}` });
      return `${answer.statusCode} ${answer.body}`;
    };
    assert.equal(await ask(sign('1', 'a', 'hello')), '200 hello');
    assert.match(await ask('wrong'), /^401 /);
    assert.equal((await events()).length, before);
  });

  test('must be JSON, a form, XML or text, and not too large', async () => {
    const typed = async (type: string) => {
      const body = JSON.stringify(newPayment());
      return post(body, { ...signedHeaders(body, t.clock.now()), 'content-type': type });
    };
    const types = ['application/json; charset=utf-8', 'application/x-www-form-urlencoded', 'text/xml', 'text/plain'];
    for (const type of [...types, 'application/xml']) assert.equal(await typed(type), RECEIVED, type);
    for (const type of ['application/octet-stream', 'multipart/form-data; boundary=x', 'image/png']) {
      assert.equal(await typed(type), `415 ${AGAIN}`, type);
    }
    assert.equal(
      await post(Buffer.alloc(CALLBACK.bodyBytes + 1, 'x'), signedHeaders('', t.clock.now())),
      `413 ${AGAIN}`,
    );
  });

  test('by another method is refused, and an address without a receiver is unknown', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH'] as const) {
      const answer = await t.app.http.inject({ method, url: `/api/${ADDRESS}` });
      assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'GET, POST']);
    }
    const unknown = await t.app.http.inject({ method: 'POST', url: '/api/callback.Nobody/notify', payload: {} });
    assert.deepEqual([unknown.statusCode, unknown.json().code], [404, 40401]);
  });

  test('with the same long id counts as one event', async () => {
    const payment = { id: 'x'.repeat(200), no: 'long' };
    const body = JSON.stringify(payment);
    assert.equal(await post(body), RECEIVED);
    assert.equal(await post(body), RECEIVED);
    assert.deepEqual(await effects(payment), [payment.id]);
  });

  test('that we fail to read because of an internal error must be repeated', async () => {
    const body = JSON.stringify(newPayment());
    assert.equal(await post(body, signedHeaders(body, t.clock.now(), 'broken')), `500 ${AGAIN}`);
    assert.match(t.faults.at(-1) ?? '', /could not be kept/);
  });
});

describe('limits', () => {
  test('a burst of two hundred is accepted, a flood is refused, and with a full disk every call is refused', async () => {
    let isFull = false;
    const limited = await buildApp({
      ...t.parts,
      settings: { ...t.parts.settings, rateLimited: true },
      isDiskFull: async () => isFull,
    });
    try {
      const send = (count: number, body: (index: number) => string) =>
        Promise.all(Array.from({ length: count }, (_, index) => post(body(index), undefined, limited)));
      const burst = await send(200, () => JSON.stringify(newPayment('burst')));
      assert.deepEqual(new Set(burst), new Set([RECEIVED]));
      assert.equal((await effects({ no: 'burst' })).length, 200);
      isFull = true;
      assert.deepEqual(await send(1, () => JSON.stringify(newPayment())), [`503 ${AGAIN}`]);
      isFull = false;
      const same = JSON.stringify({ id: 'EV1', no: 'flood' });
      // On a slow machine, one wave of calls may take more than a second and not exceed the limit per second. We then send more waves.
      let flood: readonly string[] = [];
      for (let wave = 0; wave < 5 && !flood.includes(`429 ${AGAIN}`); wave += 1)
        flood = await send(CALLBACK.requestsPerSecond * 2, () => same);
      assert.ok(flood.includes(`429 ${AGAIN}`));
    } finally {
      await limited.http.close();
    }
  });
});

describe('a handler that fails', () => {
  const jobOf = (name: string): Job => {
    const job = callbackJobs(t.ports, [receiver]).find((one) => one.name === name);
    assert.ok(job);
    return job;
  };
  const repeat = () => runJob(jobOf('callbacks-repeat'), t);

  test('twice leaves the received event to the job, which handles it once', async () => {
    failures = 2;
    const payment = newPayment();
    const body = JSON.stringify(payment);
    assert.equal(await post(body), RECEIVED);
    assert.deepEqual(await effects(payment), [], 'its effect is undone');
    const first = await eventOf(payment);
    assert.deepEqual([first?.state, first?.tries, first?.error], ['received', 1, 'the order is locked']);
    assert.equal(await post(body), RECEIVED, 'the platform may call again meanwhile');
    await repeat();
    assert.equal((await eventOf(payment))?.tries, 1, 'not before it is due');
    t.clock.advance((CALLBACK.repeatSeconds[0] ?? 0) * SECOND_MS);
    await repeat();
    assert.deepEqual([(await eventOf(payment))?.tries, failures], [2, 0]);
    t.clock.advance((CALLBACK.repeatSeconds[1] ?? 0) * SECOND_MS);
    await Promise.all([repeat(), repeat()]);
    const last = await eventOf(payment);
    assert.deepEqual([last?.state, last?.tries, last?.error], ['handled', 3, null]);
    assert.deepEqual(await effects(payment), [payment.id]);
  });

  test('is retried by only one of two processes that find the event at once, even if the other one fails', async () => {
    const repeatTwice = () => Promise.all([repeatEvents([receiver], t), repeatEvents([receiver], t)]);
    during = () => new Promise((resolve) => setTimeout(resolve, 100));
    const payments = [newPayment(), newPayment()] as const;
    failures = 1;
    await post(JSON.stringify(payments[0]));
    t.clock.advance((CALLBACK.repeatSeconds[0] ?? 0) * SECOND_MS);
    await repeatTwice();
    assert.deepEqual(await effects(payments[0]), [payments[0].id]);
    failures = 2;
    await post(JSON.stringify(payments[1]));
    t.clock.advance((CALLBACK.repeatSeconds[0] ?? 0) * SECOND_MS);
    await repeatTwice();
    // One process fails. The other may also fail, or find that the event has changed. One more retry handles the event in every case.
    t.clock.advance((CALLBACK.repeatSeconds[1] ?? 0) * SECOND_MS);
    await repeatTwice();
    assert.deepEqual(await effects(payments[1]), [payments[1].id]);
    assert.deepEqual([(await eventOf(payments[1]))?.state, failures], ['handled', 0]);
  });

  test('fails finally after five retries, and the owner gets one notice', async () => {
    failures = 100;
    const payment = newPayment();
    await post(JSON.stringify(payment));
    for (const seconds of CALLBACK.repeatSeconds) {
      assert.equal((await eventOf(payment))?.state, 'received');
      t.clock.advance(seconds * SECOND_MS);
      await repeat();
    }
    const kept = await eventOf(payment);
    assert.deepEqual([kept?.state, kept?.tries, kept?.due_at, 100 - failures], ['failed', 6, null, 6]);
    const told = await t.db.selectFrom('notice_outbox').select('title').where('event', '=', 'callbackFailed').execute();
    assert.equal(told.length, 1);
    assert.match(JSON.stringify(told[0]?.title), /Test payments/);
    t.clock.advance(CALLBACK.keptDays * 24 * 3_600 * SECOND_MS);
    await repeat();
    assert.equal(failures, 94);
  });

  test('handled events are deleted when no platform can repeat them, and others are kept', async () => {
    t.clock.advance(CALLBACK.keptDays * 24 * 3_600 * SECOND_MS);
    const payment = newPayment();
    await post(JSON.stringify(payment));
    await runJob(jobOf('callbacks-forget'), t);
    assert.deepEqual(
      (await events()).map(({ state }) => state),
      ['failed', 'handled'],
    );
  });
});

describe('a simulator', () => {
  const ask = async (payment: Payment & { readonly delayMs?: number }) => {
    const { origin, fetch } = t.ports.platforms.access('testpay', 'simulator', ORIGINS);
    return askUpstream(fetch, origin, { method: 'POST', path: '/pay', body: JSON.stringify(payment), timeoutMs: 200 });
  };
  const ORIGINS = { production: new URL('https://api.testpay.example/v1') };
  const send = async ({
    method,
    path,
    headers,
    body,
  }: Parameters<Parameters<typeof deliverCallbacks>[0]['send']>[0]) => {
    const answer = await t.app.http.inject({ method, url: path, headers, payload: body });
    return { status: answer.statusCode, text: answer.body };
  };
  const deliver = (order?: Parameters<typeof deliverCallbacks>[1]) =>
    deliverCallbacks({ ...t, simulators: t.ports.platforms.simulators, send }, order);
  const waiting = () => t.db.selectFrom('simulated_callback').selectAll().orderBy('id').execute();
  beforeEach(async () => {
    await t.db.deleteFrom('simulated_callback').execute();
  });

  test('answers only for its environment; the other environments use the platform’s origins', async () => {
    const { access } = t.ports.platforms;
    assert.equal((await ask(newPayment())).status, 200);
    assert.equal(access('testpay', 'simulator', ORIGINS).origin.href, 'https://simulator.invalid/testpay');
    assert.equal(access('testpay', 'production', ORIGINS).origin, ORIGINS.production);
    assert.throws(() => access('testpay', 'sandbox', ORIGINS), /no sandbox/);
    assert.throws(() => access('nothing', 'simulator', ORIGINS), /no simulator/);
  });

  test('calls back once at the due time, delivered by a job of the server', async () => {
    const payment = newPayment();
    await ask({ ...payment, delayMs: 5_000 });
    const ownApp = createOwnApp();
    const [job] = simulatorJobs({ simulators: t.ports.platforms.simulators, ownApp });
    assert.ok(job);
    await runJob(job, t);
    ownApp.attach(t.app.http);
    await runJob(job, t);
    assert.equal(await eventOf(payment), undefined, 'not due yet');
    t.clock.advance(5_000);
    await runJob(job, t);
    await runJob(job, t);
    assert.deepEqual(
      (await waiting()).map(({ state, tries, last_answer }) => [state, tries, last_answer]),
      [['received', 1, RECEIVED]],
    );
    assert.deepEqual(await effects(payment), [payment.id]);
  });

  test('retries with its own backoff until the call is received, and stops at its end', async () => {
    const lost = newPayment('again');
    const refused = newPayment('never');
    await plantFault(t.db, { platform: 'testpay', pathPrefix: `/api/${ADDRESS}`, fault: 'lostAfter', times: 1 });
    await ask(lost);
    await deliver();
    const [first] = await waiting();
    assert.deepEqual([first?.state, first?.tries, first?.last_answer], ['waiting', 1, null]);
    assert.equal(await deliver(), 0);
    t.clock.advance(15_000);
    await deliver();
    assert.equal((await waiting())[0]?.state, 'received');
    assert.deepEqual(await effects(lost), [lost.id], 'it had arrived the first time');

    await plantFault(t.db, { platform: 'testpay', pathPrefix: `/api/${ADDRESS}`, fault: 'wrongSignature', times: 9 });
    await ask(refused);
    const tries = [];
    for (const wait of [0, 15_000, 30_000, 60_000]) {
      t.clock.advance(wait);
      tries.push(await deliver());
    }
    assert.deepEqual(tries, [1, 1, 1, 0]);
    assert.equal((await waiting())[1]?.state, 'givenUp');
    assert.deepEqual(await effects(refused), []);
    await t.db.deleteFrom('simulated_value').where('kind', '=', 'fault').execute();
  });

  test('damages every signature of a callback, also one that begins with the letter x', async () => {
    const callback = { platform: 'testpay', method: 'POST' as const, url: `/api/${ADDRESS}`, body: '{}' };
    const now = t.clock.now();
    await t.db.deleteFrom('simulated_callback').execute();
    for (const [id, signature] of ['xyz', 'abc'].entries()) {
      const headers = JSON.stringify({ 'x-id': `${id}`, 'testpay-signature': signature });
      await t.db
        .insertInto('simulated_callback')
        .values({ ...callback, id: t.ids.next(), due_at: now, headers })
        .execute();
    }
    await plantFault(t.db, { platform: 'testpay', pathPrefix: `/api/${ADDRESS}`, fault: 'wrongSignature', times: 2 });
    const sent: (string | undefined)[] = [];
    const send = async ({ headers }: { readonly headers: Readonly<Record<string, string>> }) => {
      sent.push(headers['testpay-signature']);
      return { status: 200, text: '' };
    };
    await deliverCallbacks({ db: t.db, clock: t.clock, simulators: [], send });
    assert.deepEqual(sent, ['yyz', 'xbc']);
    await t.db.deleteFrom('simulated_callback').execute();
  });

  test('calls back out of order and twice on request, and each event is handled once', async () => {
    const [first, second] = [newPayment('turned'), newPayment('turned')];
    const order: string[] = [];
    during = async () => void order.push('handled');
    await ask(first);
    t.clock.advance(1_000);
    await ask(second);
    await deliver({ reversed: true, copies: 3 });
    assert.deepEqual(await effects(first), [first.id, second.id].sort());
    assert.equal(order.length, 2);
    const received = await Promise.all([first, second].map(eventOf));
    assert.ok(received.every((event) => event?.state === 'handled'));
    const handled = await t.db
      .selectFrom('simulated_value')
      .select('key')
      .where('platform', '=', 'effect')
      .where('kind', '=', 'turned')
      .orderBy('updated_at')
      .execute();
    assert.deepEqual(
      handled.map(({ key }) => key),
      [second.id, first.id],
    );
  });

  test('keeps its state across processes', async () => {
    const payment = newPayment();
    await ask(payment);
    const later = platformPorts({
      ...t,
      url: t.database.url,
      secrets: t.ports.secrets,
      makers: {
        testpay: ({ store }) => ({
          ...createSimulator({ store, ...t, callBack: async () => undefined }),
          handle: async () => ({ status: 200, body: JSON.stringify(await store.get('paid', payment.no)) }),
        }),
      },
    });
    try {
      const { origin, fetch } = later.access('testpay', 'simulator', ORIGINS);
      const answer = await askUpstream(fetch, origin, { method: 'GET', path: '/any' });
      assert.deepEqual(JSON.parse(answer.text), { path: '/pay' });
    } finally {
      await later.close();
    }
  });

  test('produces each injected fault exactly as often as configured', async () => {
    const plant = (fault: Parameters<typeof plantFault>[1]['fault']) =>
      plantFault(t.db, { platform: 'testpay', pathPrefix: '/pay', fault, times: 1 });
    const paid = (no: string) =>
      t.db
        .selectFrom('simulated_value')
        .where('kind', '=', 'paid')
        .where('key', '=', no)
        .select('key')
        .executeTakeFirst();
    const [before_, after_] = [newPayment(), newPayment()];
    await plant('lostBefore');
    await assert.rejects(ask(before_), UpstreamTimeout);
    assert.equal(await paid(before_.no), undefined);
    await plant('lostAfter');
    await assert.rejects(ask(after_), UpstreamTimeout);
    assert.ok(await paid(after_.no));
    await plant('status500');
    await assert.rejects(ask(newPayment()), UpstreamFailure);
    await plant('html');
    assert.match((await ask(newPayment())).text, /^<html>/);
    await plant('wrongSignature');
    assert.match((await ask(newPayment())).headers.get('testpay-signature') ?? '', /^x/);
    await t.db.deleteFrom('simulated_callback').execute();
    await plant('twice');
    await ask(newPayment());
    assert.equal((await waiting()).length, 2);
    assert.equal((await ask(newPayment())).status, 200);
  });
});
