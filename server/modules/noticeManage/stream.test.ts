import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { type ClientRequest, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { text } from '../../../contract/text';
import { endSessions } from '../../core/access/session';
import { createTestApp, TEST_BROWSER, TEST_NOW, type TestApp } from '../../testing';
import { notify } from '../notice';
import { deliverWaiting } from './delivery';

/* Tests of the stream over a real socket. No test measures time. */

const ADDRESS = 'dashboard.Notice/stream';
let t: TestApp;
let port: number;
const open = new Set<Stream>();

before(async () => {
  t = await createTestApp({ streamMs: { lookMs: 20, beatMs: 40 } });
  await t.app.http.listen({ port: 0, host: '127.0.0.1' });
  port = (t.app.http.server.address() as AddressInfo).port;
});
after(async () => {
  for (const stream of open) stream.close();
  await t.close();
});
beforeEach(() => t.clock.set(TEST_NOW));

interface Message {
  readonly id: number | null;
  readonly event: string;
  readonly data: unknown;
}

/** One connection and all data that it received. */
interface Stream {
  readonly status: number;
  readonly type: string;
  readonly messages: readonly Message[];
  /** Number of received heartbeats. */
  readonly beats: number;
  /** True if the server closed the stream. */
  readonly ended: boolean;
  /** The body of an answer that is not a stream. */
  readonly body: string;
  close(): void;
}

function listen(token: string, headers: Record<string, string> = {}): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const messages: Message[] = [];
    const state = {
      status: 0,
      type: '',
      beats: 0,
      ended: false,
      body: '',
      messages,
      close() {
        open.delete(state);
        request.destroy();
      },
    };
    const request: ClientRequest = get(
      {
        port,
        host: '127.0.0.1',
        path: `/api/${ADDRESS}`,
        agent: false,
        headers: { accept: 'text/event-stream', 'user-agent': TEST_BROWSER, authorization: token, ...headers },
      },
      (response) => {
        state.status = response.statusCode ?? 0;
        state.type = response.headers['content-type'] ?? '';
        let rest = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          state.body += chunk;
          const parts = (rest + chunk).split('\n\n');
          rest = parts.pop() ?? '';
          for (const part of parts) {
            const lines = new Map(
              part.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]),
            );
            if (part.startsWith(':')) state.beats += 1;
            else if (lines.has('event')) {
              const id = lines.get('id');
              messages.push({
                id: id === undefined ? null : Number(id),
                event: lines.get('event') ?? '',
                data: JSON.parse(lines.get('data') ?? 'null'),
              });
            }
          }
        });
        response.on('end', () => {
          state.ended = true;
        });
        response.on('error', () => undefined);
        resolve(state);
      },
    );
    request.on('error', (error) => (state.status === 0 ? reject(error) : undefined));
    open.add(state);
  });
}

/** Reconnects until the server accepts the stream, because the server may not have detected the broken connection yet. */
async function listenAgain(token: string, headers: Record<string, string>): Promise<Stream> {
  for (;;) {
    const stream = await listen(token, headers);
    if (stream.type.startsWith('text/event-stream')) return stream;
    stream.close();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Waits for a condition. The timeout is much longer than any expected wait. */
async function until(what: string, holds: () => boolean): Promise<void> {
  for (let round = 0; round < 3_000; round += 1) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.fail(`waited in vain: ${what}`);
}

const NEWS = text('消息 {n}', 'News {n}', 'Novidade {n}', '訊息 {n}');
async function tell(accountIds: readonly number[], n: number | string): Promise<void> {
  await notify(t, { type: 'message', source: 'system', title: NEWS, content: NEWS, params: { n }, accountIds });
  await deliverWaiting(t.db, t.clock, t.ids);
}
const titles = (stream: Stream) =>
  stream.messages.filter(({ event }) => event === 'notice').map(({ data }) => (data as { title: string }).title);
const lastId = (stream: Stream) => stream.messages.findLast(({ id }) => id !== null)?.id ?? 0;
const unread = (stream: Stream) =>
  (stream.messages.findLast(({ event }) => event === 'counts')?.data as { unread: number } | undefined)?.unread;

test('a stream begins with the counts and then sends new notices in the listener’s language', async () => {
  const person = await t.account();
  await tell([person.id], 'before');
  const stream = await listen(await t.signIn(person.account), { 'accept-language': 'pt-BR' });
  assert.deepEqual([stream.status, stream.type], [200, 'text/event-stream; charset=utf-8']);
  await until('the counts', () => unread(stream) === 1);
  await tell([person.id], 'after');
  await until('the news', () => unread(stream) === 2);
  assert.deepEqual(titles(stream), ['Novidade after']);
  stream.close();
});

test('reading in one window updates only the same person’s other windows', async () => {
  const [person, neighbour] = [await t.account(), await t.account()];
  await tell([person.id, neighbour.id], 1);
  const token = await t.signIn(person.account);
  const [mine, theirs] = [await listen(token), await listen(await t.signIn(neighbour.account))];
  await until('both count', () => unread(mine) === 1 && unread(theirs) === 1);
  await t.call('dashboard.Notice/readAll', {}, { token });
  await until('the other window counts again', () => unread(mine) === 0);
  assert.equal(unread(theirs), 1);
  assert.deepEqual(titles(theirs), []);
  for (const stream of [mine, theirs]) stream.close();
});

test('a reconnect with the last id gets the missed notices, each once', async () => {
  const person = await t.account();
  const token = await t.signIn(person.account);
  const first = await listen(token);
  await until('it stands', () => first.messages.length > 0);
  await tell([person.id], 1);
  await until('one', () => titles(first).length === 1);
  const id = lastId(first);
  first.close();
  await tell([person.id], 2);
  await tell([person.id], 3);
  const second = await listen(token, { 'last-event-id': String(id), 'accept-language': 'en-US' });
  await until('two and three', () => titles(second).length === 2);
  assert.deepEqual(titles(second), ['News 2', 'News 3']);
  assert.deepEqual(
    second.messages.map((message) => message.id),
    [...second.messages.map((message) => message.id ?? 0)].sort((one, other) => one - other),
  );
  second.close();
});

test('an unknown last id counts as none', async () => {
  const person = await t.account();
  const token = await t.signIn(person.account);
  await tell([person.id], 1);
  for (const id of ['999999999', '-1', 'x', '1.5']) {
    const stream = await listen(token, { 'last-event-id': id });
    await until('the counts', () => unread(stream) === 1);
    assert.deepEqual(titles(stream), []);
    stream.close();
  }
});

test('the stream needs a session like every call', async () => {
  const nobody = await listen('x'.repeat(43));
  await until('an answer', () => nobody.ended);
  assert.equal(JSON.parse(nobody.body).code, 401);
  const person = await t.account({ oneTime: true });
  const early = await listen(await t.signIn(person.account));
  await until('an answer', () => early.ended);
  assert.equal(JSON.parse(early.body).code, 40306);
});

test('a stream sends heartbeats and ends with its session', async () => {
  const person = await t.account();
  const stream = await listen(await t.signIn(person.account));
  await until('two beats', () => stream.beats >= 2);
  await endSessions(t.db, { accountId: person.id }, 'kicked', t.clock.now());
  await until('the end', () => stream.ended);
  assert.equal(stream.messages.at(-1)?.event, 'end');
});

test('a stream does not extend a session, which ends after half an hour without a call', async () => {
  const person = await t.account();
  const stream = await listen(await t.signIn(person.account));
  await until('a beat', () => stream.beats >= 1);
  t.clock.advance(32 * 60_000);
  await until('the end', () => stream.ended);
});

test('a stream ends when the account’s last day is over', async () => {
  const person = await t.account();
  const stream = await listen(await t.signIn(person.account));
  await until('a beat', () => stream.beats >= 1);
  await t.db.updateTable('account').set({ expire_at: '2020-01-01' }).where('id', '=', person.id).execute();
  await until('the end', () => stream.ended);
});

test('one person can hold at most twenty streams', async () => {
  const person = await t.account();
  const token = await t.signIn(person.account);
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(token)));
  await until('all stand', () => streams.every((stream) => stream.messages.length > 0));
  const another = await listen(token);
  await until('an answer', () => another.ended);
  assert.equal(JSON.parse(another.body).code, 42901);
  for (const stream of streams) stream.close();
});

test('numbers become visible in order, even with overlapping transactions', async () => {
  const person = await t.account();
  const stream = await listen(await t.signIn(person.account), { 'accept-language': 'en-US' });
  await until('it stands', () => stream.messages.length > 0);
  const wanted = Array.from({ length: 60 }, (_, n) => `News ${n}`);
  await Promise.all(
    wanted.map(async (_title, n) => {
      await notify(t, {
        type: 'message',
        source: 'system',
        title: NEWS,
        content: NEWS,
        params: { n },
        accountIds: [person.id],
      });
      // Each delivery is one transaction. Several deliveries run concurrently.
      await deliverWaiting(t.db, t.clock, t.ids);
    }),
  );
  await until('all of them', () => titles(stream).length >= wanted.length);
  assert.deepEqual(titles(stream).sort(), wanted.sort());
  stream.close();
});

/** Reads the process's limit of open files and sockets. If the system does not report it, the limit counts as infinite. */
function mostOpen(): number {
  if (!existsSync('/proc/self/limits')) return Number.POSITIVE_INFINITY;
  const most = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  return most === undefined ? Number.POSITIVE_INFINITY : Number(most);
}

test('500 listeners: a storm of reconnects loses no notice and repeats none', async () => {
  // 500 streams use 1,000 sockets, because this process has both ends of each connection open. The server also opens other files.
  assert.ok(mostOpen() >= 1_200, `500 listeners need "ulimit -n 1200" or more, here it is ${mostOpen()}`);
  const people = await Promise.all(
    Array.from({ length: 25 }, async () => {
      const person = await t.account();
      return { id: person.id, token: await t.signIn(person.account) };
    }),
  );
  const ids = people.map(({ id }) => id);
  const seats = people.flatMap((person) => Array.from({ length: 20 }, () => person));
  const connect = (known: readonly string[]) =>
    Promise.all(
      seats.map((person, seat) =>
        listenAgain(person.token, { 'accept-language': 'en-US', ...(known[seat] && { 'last-event-id': known[seat] }) }),
      ),
    );

  let streams = await connect([]);
  await until('500 stand', () => streams.every((stream) => stream.messages.length > 0));
  const heard: string[][] = seats.map(() => []);
  let known: string[] = [];
  for (let storm = 0; storm < 3; storm += 1) {
    await tell(ids, `${storm}a`);
    // Break the connections when only some of the listeners have the notice.
    await until('a subscriber has received it', () =>
      streams.some((stream) => titles(stream).some((title) => title.includes(`${storm}a`))),
    );
    known = streams.map((stream) => String(lastId(stream)));
    for (const [seat, stream] of streams.entries()) {
      heard[seat]?.push(...titles(stream));
      stream.close();
    }
    await tell(ids, `${storm}b`);
    streams = await connect(known);
  }
  await tell(ids, 'last');
  await until('the last one everywhere', () => streams.every((stream) => titles(stream).includes('News last')));
  const wanted = ['News 0a', 'News 0b', 'News 1a', 'News 1b', 'News 2a', 'News 2b', 'News last'];
  for (const [seat, stream] of streams.entries()) assert.deepEqual([...(heard[seat] ?? []), ...titles(stream)], wanted);
  for (const stream of streams) stream.close();
});

test('the server stops while streams are open', async () => {
  const own = await createTestApp({ streamMs: { lookMs: 20, beatMs: 40 } });
  await own.app.http.listen({ port: 0, host: '127.0.0.1' });
  const before = port;
  port = (own.app.http.server.address() as AddressInfo).port;
  const stream = await listen(await own.signIn());
  port = before;
  await until('it stands', () => stream.messages.length > 0);
  await own.close();
  await until('the end', () => stream.ended);
});
