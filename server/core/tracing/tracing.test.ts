import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import { context, diag, propagation, SpanStatusCode, trace } from '@opentelemetry/api';
import { buildApp } from '../../app';
import { createTestApp, TEST_BROWSER, type TestApp } from '../../testing';
import { type Connection, connect } from '../database/connect';
import { type Job, runJob } from '../jobs';
import { askUpstream } from '../platforms/outbound';
import { noteStatement } from '.';
import { startTracing } from './sdk';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** A local collector, and the bodies that it has received. */
let collector: Server;
let bodies: string[] = [];
const endpoint = () => `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
const sent = () => bodies.flatMap((body) => (JSON.parse(body) as Sent).resourceSpans);
const spans = () => sent().flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans));
const attributeOf = ({ attributes }: Pick<Span, 'attributes'>, key: string) =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];

let t: TestApp;
let traced: Connection;
let token: string;
before(async () => {
  t = await createTestApp();
  token = await t.signIn();
  traced = connect(t.database.url, { onStatement: noteStatement });
  collector = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(body);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((ready) => collector.listen(0, '127.0.0.1', ready));
});
after(async () => {
  collector.close();
  await traced.close();
  await t.close();
});
afterEach(() => {
  bodies = [];
  for (const one of [trace, context, propagation, diag]) one.disable();
});

/** Traces `work`. @returns its spans in the order in which they ended */
async function tracesOf(work: () => Promise<unknown>, warn = (message: string) => assert.fail(message)) {
  const stop = startTracing({ endpoint: endpoint(), service: 'console under test' }, warn);
  await work();
  await stop();
  return spans();
}

/** Calls a listening server over HTTP, as a browser does. */
async function callTraced(
  address: string,
  { headers = {}, trustProxy = false, ...init }: RequestInit & { readonly trustProxy?: boolean } = {},
) {
  const { http } = await buildApp({
    ...t.parts,
    db: traced.db,
    pool: traced.pool,
    settings: { ...t.parts.settings, trustProxy, traces: { endpoint: endpoint(), service: '' } },
  });
  const origin = await http.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${origin}/api/${address}`, {
    ...init,
    headers: { authorization: token, 'user-agent': TEST_BROWSER, ...headers },
  });
  await answer.text();
  await http.close();
}

test('a call is a span with its statements as children, and no value is in the statement texts', async () => {
  const made = await tracesOf(() =>
    callTraced('common.View/save', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'a'.repeat(32) },
      body: JSON.stringify({ version: 0, list: 'teams', name: 'secret name', query: '', scope: 'own' }),
    }),
  );
  const [call, ...others] = made.filter(({ name }) => name === 'common.View/save');
  assert.ok(call && others.length === 0);
  assert.equal(attributeOf(call, 'http.request.method'), 'POST');
  assert.equal(Number(attributeOf(call, 'multistation.code')), 100);
  const statements = made.filter(({ parentSpanId }) => parentSpanId === call.spanId);
  const texts = statements.map((one) => String(attributeOf(one, 'db.query.text')));
  assert.ok(
    texts.some((text) => /^insert into "saved_view"/.test(text)),
    texts.join('\n'),
  );
  assert.ok(statements.every(({ traceId }) => traceId === call.traceId));
  assert.doesNotMatch(bodies.join(), /secret name/);
  assert.equal(attributeOf(sent()[0]?.resource ?? call, 'service.name'), 'console under test');
});

test('a call continues the trace of a proxy only where proxies are trusted', async () => {
  const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const headers = { traceparent: `00-${traceId}-${spanId}-01` };
  const rootOf = async (trustProxy: boolean) => {
    bodies = [];
    const made = await tracesOf(() => callTraced('common.View/getAll?list=teams', { headers, trustProxy }));
    for (const one of [trace, context, propagation]) one.disable();
    return made.find(({ name }) => name === 'common.View/getAll');
  };
  const continued = await rootOf(true);
  assert.deepEqual([continued?.traceId, continued?.parentSpanId], [traceId, spanId]);
  const own = await rootOf(false);
  assert.ok(own && own.traceId !== traceId);
});

test('a job run is a trace that includes its platform calls and the reason of a failure', async () => {
  const job: Job = {
    name: 'ask',
    everyMs: 1,
    run: async () => {
      const fetcher = () => Promise.reject(new Error('refused'));
      await askUpstream(fetcher, new URL('https://platform.test'), { method: 'GET', path: '/token?secret=1' });
    },
  };
  const made = await tracesOf(() => assert.rejects(runJob(job, { ...t, db: traced.db })));
  const run = made.find(({ name }) => name === 'job ask');
  const call = made.find(({ name }) => name === 'GET platform.test');
  assert.ok(run && call);
  assert.equal(call.parentSpanId, run.spanId);
  assert.deepEqual(run.status, { code: SpanStatusCode.ERROR, message: 'not reachable' });
  assert.doesNotMatch(bodies.join(), /secret/);
});

test('without a collector, calls are answered and nothing is sent; statements outside of calls create no traces', async () => {
  await callTraced('common.View/getAll?list=teams');
  assert.deepEqual(bodies, []);
  const made = await tracesOf(async () => {
    await traced.db.selectFrom('team').select('id').execute();
  });
  assert.deepEqual(made, []);
});
