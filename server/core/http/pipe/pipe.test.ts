import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Endpoint, id, listInput, read, sumFen, write } from '../../../../contract/endpoint';
import { createTestApp, TEST_BROWSER, type TestApp } from '../../../testing';
import { createSessions } from '../../access/session';
import { connect } from '../../database/connect';
import type { FollowUp } from '../context';
import { countHit } from '../rate';
import { createRateLimiter, type RateLimiter, UNLIMITED } from '../rate-limiter';
import { accepted, refuse } from '../refusal';
import type { AnyHandler, Bound, Incoming } from './call';
import { createPipe, type Pipe } from './index';

let t: TestApp;
let pipe: Pipe;
const logged: { details: object; text: string }[] = [];
const LIMITS = { requests: 20, writes: 5, signIns: 10, clientRequests: 50, callbacks: 1_000 };

before(async () => {
  t = await createTestApp();
  pipe = newPipe();
});
after(() => t.close());
beforeEach(() => {
  logged.length = 0;
});

/** Builds a pipe. A second pipe acts like the pipe of another process or of a restarted process. */
function newPipe(limiter: RateLimiter = UNLIMITED): Pipe {
  return createPipe({
    db: t.db,
    clock: t.clock,
    ids: t.ids,
    ports: t.ports,
    sessions: createSessions(t.db, t.clock, async () => undefined),
    isDiskFull: async () => false,
    deployment: {
      embeddedDatabase: true,
      automationCode: null,
      publicOrigin: null,
      outgoingAddresses: [],
      staffSeats: 200,
      dataDir: '.',
    },
    limiter,
    log: { error: (details, text) => logged.push({ details, text }) },
    proposals: { isOn: async () => false, approversOf: async () => [], keep: async () => undefined },
    undo: { keep: async () => null },
    endpointAt: () => undefined,
    signedClient: async () => null,
    addressAllowed: async () => true,
    isOutOfHours: async () => false,
  });
}

const spec = { module: 'test', action: 'change', object: 'thing' };
const thing = {
  summary: 'Counts.',
  access: { rule: 1101 },
  input: z.object({ id: id().optional(), name: z.string().min(2), reason: z.string().optional() }),
  data: z.object({ count: z.int() }),
} as const;
const counting: AnyHandler = async (ctx, input) => {
  const { hits } = await countHit(ctx.db, ctx.clock, 'effects', 86_400);
  const { name } = input as { name: string };
  ctx.audit({ objectId: 7, objectNo: 'T-7', before: { name: 'old' }, after: { name } });
  if (name === 'refused') throw refuse(42201, { state: 'x' });
  if (name === 'broken') throw new Error(`select * from secret_place at /srv/console/${name}.ts`);
  return { count: hits, leaked: 'undeclared' };
};

const bind = (endpoint: Endpoint, handler: AnyHandler = counting): Bound => ({
  address: 'test.Thing/change',
  endpoint,
  handler,
  ownTransaction: false,
});
const changing = bind(write({ ...thing, audit: spec }));
const keyed = bind(write({ ...thing, audit: spec, idempotent: true }));

async function run(bound: Bound, body: unknown, headers: Record<string, string> = {}, through = pipe) {
  const call: Incoming = {
    requestId: t.clock.randomBytes(16).toString('hex'),
    ip: '127.0.0.1',
    isLocal: true,
    origin: 'http://localhost',
    headers: { 'user-agent': TEST_BROWSER, ...headers },
    query: bound.endpoint.method === 'GET' ? (body as Record<string, string>) : {},
    body: bound.endpoint.method === 'GET' ? null : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    upload: null,
  };
  const { answer } = await through.run(bound, call);
  const records = await t.db
    .selectFrom('operation_record')
    .selectAll()
    .where('request_id', '=', call.requestId)
    .execute();
  return { ...answer, records };
}

async function effects(): Promise<number> {
  const row = await t.db.selectFrom('throttle').select('hits').where('key', '=', 'effects').executeTakeFirst();
  return row?.hits ?? 0;
}

test('a successful change answers declared fields only and leaves one record with the changes', async () => {
  const token = await t.signIn();
  const { code, data, records } = await run(
    changing,
    { id: 3, name: 'new', reason: 'because' },
    { authorization: token },
  );
  assert.equal(code, 100);
  assert.deepEqual(Object.keys(data as object), ['count']);
  assert.equal(records.length, 1);
  const [record] = records;
  assert.deepEqual(
    [record?.module, record?.action, record?.object_type, record?.object_id, record?.object_no, record?.result_code],
    ['test', 'change', 'thing', 7, 'T-7', 100],
  );
  assert.deepEqual([record?.before, record?.after], [{ name: 'old' }, { name: 'new' }]);
  assert.equal(record?.reason, 'because');
  assert.equal(record?.account, 'owner');
});

test('a refused change is rolled back and leaves one record without before and after', async () => {
  const token = await t.signIn();
  const before = await effects();
  const { code, records } = await run(changing, { name: 'refused' }, { authorization: token });
  assert.equal(code, 42201);
  assert.equal(await effects(), before);
  assert.equal(records.length, 1);
  assert.deepEqual([records[0]?.result_code, records[0]?.before, records[0]?.after], [42201, null, null]);
  assert.deepEqual(records[0]?.detail, { input: { name: 'refused' } });
});

test('each refusal before the handler (bad JSON, bad fields, missing permission) leaves one record', async () => {
  const token = await t.signIn();
  await t.account({ account: 'ruleless', rules: [2] });
  const weak = await t.signIn('ruleless');
  const cases: [number, unknown, string][] = [
    [40002, '{"name":', token],
    [40002, '[]', token],
    [40002, '{"name":"a\\u0000b"}', token],
    [40002, '{"name":"\\ud800"}', token],
    [40001, { name: 'x' }, token],
    [40301, { name: 'fine' }, weak],
  ];
  for (const [wanted, body, authorization] of cases) {
    const { code, records } = await run(changing, body, { authorization });
    assert.equal(code, wanted);
    assert.deepEqual(
      records.map((record) => record.result_code),
      [wanted],
    );
  }
  const nobody = await run(changing, { name: 'fine' });
  assert.equal(nobody.code, 401);
  assert.equal(nobody.records.length, 0, 'nobody acted');
});

test('secret and personal fields are never recorded', async () => {
  const endpoint = write({
    ...thing,
    input: z.record(z.string(), z.unknown()),
    audit: { ...spec, secret: ['apiKey'], personal: ['tel', 'holder'] },
  });
  const bound = bind(endpoint, async (ctx, input) => {
    ctx.audit({ before: { deep: [{ apiKey: 'CANARY-1', tel: '13812345678' }] }, after: input });
    return { count: 1 };
  });
  const input = { apiKey: 'CANARY-2', newPassword: 'CANARY-3', tel: '13812345678', holder: '王小明', name: 'plain' };
  const { records } = await run(bound, input, { authorization: await t.signIn() });
  assert.deepEqual(records[0]?.before, { deep: [{ apiKey: 'changed', tel: '138****5678' }] });
  assert.deepEqual(records[0]?.after, {
    apiKey: 'changed',
    newPassword: 'changed',
    tel: '138****5678',
    holder: '王**',
    name: 'plain',
  });
});

test('a server fault answers 50001 without details; the log has the details and the request id', async () => {
  const { code, msg, data, records } = await run(changing, { name: 'broken' }, { authorization: await t.signIn() });
  assert.deepEqual([code, msg, data], [50001, '系统繁忙，请稍后再试', null]);
  assert.equal(records.length, 1);
  assert.ok(logged[0] && 'requestId' in logged[0].details);
  assert.equal(logged[0].details.requestId, records[0]?.request_id);
  assert.doesNotMatch(JSON.stringify(records), /secret_place|srv/);
});

test('an answer that violates its own contract is rolled back', async () => {
  const bound = bind(write({ ...thing, audit: spec }), async (ctx) => {
    await countHit(ctx.db, ctx.clock, 'effects', 86_400);
    return { count: 'many' };
  });
  const before = await effects();
  assert.equal((await run(bound, { name: 'fine' }, { authorization: await t.signIn() })).code, 50001);
  assert.equal(await effects(), before);
});

test('a transaction that the database asks to retry has one effect and one record', async () => {
  let tries = 0;
  const bound = bind(write({ ...thing, audit: spec }), async (ctx, input) => {
    tries += 1;
    const data = await counting(ctx, input);
    if (tries < 3) await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(ctx.db);
    return data;
  });
  const before = await effects();
  const { code, records } = await run(bound, { name: 'again' }, { authorization: await t.signIn() });
  assert.deepEqual([code, tries, records.length, await effects()], [100, 3, 1, before + 1]);
});

test('an idempotency key is required, and three identical calls have one effect, one record and one answer', async () => {
  const authorization = await t.signIn();
  const missing = await run(keyed, { name: 'once' }, { authorization });
  assert.equal(missing.code, 40001);
  assert.match(JSON.stringify(missing.data), /Idempotency-Key/);
  assert.equal((await run(keyed, { name: 'once' }, { authorization, 'idempotency-key': 'short' })).code, 40001);

  const headers = { authorization, 'idempotency-key': 'three-times-1' };
  const before = await effects();
  const first = await run(keyed, { name: 'once', reason: 'a' }, headers);
  const second = await run(keyed, { reason: 'a', name: 'once' }, headers);
  const third = await run(keyed, { name: 'once', reason: 'a' }, headers, newPipe());
  assert.equal(first.code, 100);
  assert.deepEqual([second.code, second.data], [first.code, first.data], 'the order of fields does not matter');
  assert.deepEqual([third.code, third.data], [first.code, first.data], 'it survives a restart');
  assert.equal(await effects(), before + 1);
  assert.deepEqual([first.records.length, second.records.length, third.records.length], [1, 0, 0]);

  assert.equal((await run(keyed, { name: 'another' }, headers)).code, 40902);
  t.clock.advance(24 * 3_600_000);
  const nextDay = await run(keyed, { name: 'another' }, { ...headers, authorization: await t.signIn() });
  assert.equal(nextDay.code, 100, 'after a day the key is free');
});

test('an idempotency key belongs to one account', async () => {
  const mine = await run(
    keyed,
    { name: 'mine' },
    { authorization: await t.signIn(), 'idempotency-key': 'shared-key-1' },
  );
  await t.account({ account: 'neighbour', rules: [1101] });
  const headers = { authorization: await t.signIn('neighbour'), 'idempotency-key': 'shared-key-1' };
  const theirs = await run(keyed, { name: 'theirs' }, headers);
  assert.deepEqual([mine.code, theirs.code], [100, 100]);
});

test('of two simultaneous calls with one idempotency key, one runs and the other is refused', async () => {
  let answered = () => {};
  const otherHasAnswered = new Promise<void>((settle) => {
    answered = settle;
  });
  const slow = bind(write({ ...thing, audit: spec, idempotent: true }), async (ctx, input) => {
    const data = await counting(ctx, input);
    await otherHasAnswered;
    return data;
  });
  const headers = { authorization: await t.signIn(), 'idempotency-key': 'same-moment-1' };
  const before = await effects();
  const call = async () => {
    const { code } = await run(slow, { name: 'pair' }, headers);
    answered();
    return code;
  };
  const codes = await Promise.all([call(), call()]);
  assert.deepEqual(
    codes.toSorted((a, b) => a - b),
    [100, 40904],
  );
  assert.equal(await effects(), before + 1);
});

test('a refused call releases its idempotency key, so the corrected form can use the same key', async () => {
  const headers = { authorization: await t.signIn(), 'idempotency-key': 'corrected-form-1' };
  assert.equal((await run(keyed, { name: 'x' }, headers)).code, 40001);
  assert.equal((await run(keyed, { name: 'refused' }, headers)).code, 42201);
  assert.equal((await run(keyed, { name: 'corrected' }, headers)).code, 100);
});

test('an idempotency key of a dead process is taken over after a minute, and the dead process can no longer finish it', async () => {
  const headers = { authorization: await t.signIn(), 'idempotency-key': 'dead-process-1' };
  const stuck = bind(write({ ...thing, audit: spec, idempotent: true }), async (ctx, input) => {
    // While this call waits, a minute passes, and another call takes over the key of this call.
    t.clock.advance(61_000);
    assert.equal((await run(keyed, { name: 'taken' }, headers)).code, 100);
    return counting(ctx, input);
  });
  const before = await effects();
  assert.equal((await run(stuck, { name: 'taken' }, headers)).code, 40904);
  assert.equal(await effects(), before + 1);
});

test('a second verification is required, is valid for its own session only, and lasts ten minutes', async () => {
  const risky = bind(write({ ...thing, audit: spec, risk: 'second' }));
  const authorization = await t.signIn();
  const other = await t.ticket(await t.signIn());
  const ticket = await t.ticket(authorization);
  const code = async (headers: Record<string, string>) => (await run(risky, { name: 'fine' }, headers)).code;
  assert.equal(await code({ authorization }), 40303);
  assert.equal(await code({ authorization, 'x-verify-ticket': other }), 40303);
  assert.equal(await code({ authorization, 'x-verify-ticket': ticket }), 100);
  t.clock.advance(599_999);
  assert.equal(await code({ authorization, 'x-verify-ticket': ticket }), 100);
  t.clock.advance(1);
  assert.equal(await code({ authorization, 'x-verify-ticket': ticket }), 40303);
});

test("bad input is reported per field in the caller's language; lists have their own codes", async () => {
  const authorization = await t.signIn();
  const list = bind(
    read({ ...thing, input: listInput({ ids: z.array(id()).max(2).optional() }, ['name']), data: z.object({}) }),
  );
  const query = async (input: Record<string, string | string[]>) => (await run(list, input, { authorization })).code;
  assert.equal(await query({ page: '0' }), 40005);
  assert.equal(await query({ limit: '15' }), 40005);
  assert.equal(await query({ sortField: 'password_hash' }), 40007);
  assert.equal(await query({ sortField: 'name', sortOrder: 'asc', limit: '50' }), 100);
  const bulk = bind(write({ ...thing, input: z.object({ ids: z.array(id()).max(200) }), audit: spec }));
  const tooMany = await run(
    bulk,
    { ids: Array.from({ length: 201 }, (_, n) => n + 1) },
    { authorization, 'accept-language': 'en' },
  );
  assert.deepEqual([tooMany.code, tooMany.msg], [40010, 'At most 200 records at a time']);

  const fields = bind(
    write({
      ...thing,
      input: z.object({
        name: z.string().min(2).max(4),
        count: z.int().min(1).max(5),
        kind: z.enum(['a']),
        need: z.string(),
      }),
      audit: spec,
    }),
  );
  const refused = await run(fields, { name: 'x', count: 1.5, kind: 'b' }, { authorization, 'accept-language': 'pt' });
  assert.deepEqual((refused.data as { errors: unknown }).errors, [
    { field: 'name', rule: 'minLength', message: 'Este campo deve ter pelo menos 2 caracteres' },
    { field: 'count', rule: 'integer', message: 'Este campo deve ser um número inteiro' },
    { field: 'kind', rule: 'choice', message: 'Este campo não está entre as opções' },
    { field: 'need', rule: 'required', message: 'Informe este campo' },
  ]);
});

test('after twenty calls or five changes a second, calls are refused for a while without a record', async ({
  mock,
}) => {
  // The limiter uses the machine's clock and timers, so the test mocks them.
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.now() });
  const limited = newPipe(createRateLimiter(t.database.pool, LIMITS));
  const authorization = await t.signIn();
  const reading = bind(read({ ...thing, input: z.object({}), data: z.object({}) }), async () => ({}));
  const codes: number[] = [];
  for (let index = 0; index < 6; index += 1)
    codes.push((await run(changing, { name: 'fast' }, { authorization }, limited)).code);
  assert.deepEqual(codes, [100, 100, 100, 100, 100, 42901]);
  for (let index = 0; index < 14; index += 1)
    assert.equal((await run(reading, {}, { authorization }, limited)).code, 100);
  const refused = await run(reading, {}, { authorization }, limited);
  assert.deepEqual([refused.code, refused.data, refused.records.length], [42901, { retryAfter: 1 }, 0]);
  mock.timers.tick(1_000);
  assert.equal((await run(reading, {}, { authorization }, limited)).code, 100);
});

test('sign-in attempts at two processes share one limit', async () => {
  const other = connect(t.database.url, { max: 1 });
  try {
    const processes = [t.database.pool, other.pool].map((pool) => newPipe(createRateLimiter(pool, LIMITS)));
    const signIn = bind(write({ ...thing, access: 'public', audit: spec }), async () => ({ count: 0 }));
    const codes: number[] = [];
    for (let index = 0; index < 12; index += 1)
      codes.push((await run(signIn, { name: 'guess' }, {}, processes[index % 2])).code);
    assert.deepEqual(codes, [...Array(10).fill(100), 42901, 42901]);
  } finally {
    await other.close();
  }
});

test('a call that is accepted for later work answers 110, and its after-commit tasks run after the commit', async () => {
  const seen: (number | undefined)[] = [];
  const bound = bind(write({ ...thing, audit: spec }), async (ctx, input) => {
    await counting(ctx, input);
    const hits = await effects();
    ctx.afterCommit(async () => {
      seen.push((await effects()) - hits);
    });
    ctx.afterCommit(async () => {
      throw new Error('provider down');
    });
    return accepted({ count: 0 });
  });
  const { code, records } = await run(bound, { name: 'later' }, { authorization: await t.signIn() });
  await pipe.settle();
  assert.deepEqual([code, records[0]?.result_code, seen], [110, 110, [1]]);
  assert.match(logged[0]?.text ?? '', /after a call/);
});

test('a follow-up hides sums from a caller without the field permission, in its answer and in its refusal', async () => {
  const [data, plain] = [{ count: 1, sumFen: 700 }, { reason: 'other data' }];
  const endpoint = write({ ...thing, data: z.object({ count: z.int(), sumFen: sumFen() }), audit: spec });
  const dataAfter = async (authorization: string, work: FollowUp) => {
    const bound = bind(endpoint, async (ctx) => {
      ctx.audit({ objectId: 7, objectNo: 'T-7' });
      ctx.followUp(work);
      return accepted(data);
    });
    return (await run(bound, { name: 'follows' }, { authorization })).data;
  };
  const refusing = (refused: object) => async () => {
    throw refuse(50202, {}, refused);
  };
  const blind = await t.signIn((await t.account({ rules: [1101], fields: [] })).account);
  const hidden = { count: 1, sumFen: null };
  assert.deepEqual(await dataAfter(blind, async () => data), hidden);
  assert.deepEqual(await dataAfter(blind, refusing(data)), hidden);
  assert.deepEqual(await dataAfter(blind, refusing(plain)), plain);
  const seeing = await t.signIn();
  assert.deepEqual(await dataAfter(seeing, async () => data), data);
  assert.deepEqual(await dataAfter(seeing, refusing(data)), data);
});

test('a response waits for its follow-up and returns its data or its refusal; a stopping server responds at once', async () => {
  const authorization = await t.signIn();
  const waiting = (work: FollowUp) =>
    bind(write({ ...thing, audit: spec }), async (ctx, input) => {
      await counting(ctx, input);
      ctx.followUp(work);
      return accepted({ count: 0 });
    });
  const followed = async (work: FollowUp, through = pipe) =>
    run(waiting(work), { name: 'waits' }, { authorization }, through);
  const hits = await effects();
  const done = await followed(async (db) => {
    assert.equal(db.isTransaction, false);
    return { count: (await effects()) - hits };
  });
  assert.deepEqual([done.code, done.data], [100, { count: 1 }]);
  const refused = await followed(async () => {
    throw refuse(50202, {}, { count: 7 });
  });
  assert.deepEqual([refused.code, refused.data, refused.records.length], [50202, { count: 7 }, 1]);
  assert.equal((await followed(async () => null)).code, 110);
  const failing = await followed(async () => {
    throw new Error('broken');
  });
  assert.equal(failing.code, 110, 'the call is done all the same');
  assert.equal((await effects()) - hits, 4);
  const stopping = newPipe();
  const answer = followed(
    (_db, closing) =>
      new Promise((settle) => {
        closing.addEventListener('abort', () => settle(null));
        setImmediate(() => stopping.stopWaiting());
      }),
    stopping,
  );
  assert.equal((await answer).code, 110);
});
