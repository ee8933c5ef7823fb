import { type ChildProcess, fork } from 'node:child_process';
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { Agent, request } from 'node:http';
import { pino } from 'pino';
import { text } from '../../contract/text';
import { SECOND_MS } from '../../contract/units';
import { buildApp } from '../../server/app';
import { systemClock } from '../../server/core/clock';
import { connect } from '../../server/core/database/connect';
import { migrate } from '../../server/core/database/migrate';
import { leaseIds } from '../../server/core/database/nodes';
import type { Receiver } from '../../server/core/platforms/receiver';
import { migrations } from '../../server/migrations';
import { makePorts } from '../../server/ports';
import { readSettings } from '../../server/settings';
import { startOwnCluster } from './own-cluster';
import { printTable, quantile, type Row, sleep, waitForIdle } from './report';

/**
 * Measures a platform's callbacks over HTTP on loopback to an app in a separate process. The database writes each commit to the disk
 * before it returns. The receiver does the same work as a real one: it verifies RSA-2048 over timestamp, nonce and body. Then it
 * decrypts AES-256-GCM and inserts one row. The two cases with a constant rate run for `SECONDS` (default 5) each.
 */
const SECONDS = Number(process.env.SECONDS ?? 5);
const PER_SECOND = 200;
const BURST = 200;
const BURSTS = 5;
const COPIES = 20;
const TARGET_MS = 200;
const ADDRESS = 'callback.Bench/notify';

interface Keys {
  readonly privateKey: string;
  readonly publicKey: string;
  /** Key for AES-256: 32 bytes as hexadecimal text. */
  readonly contentKey: string;
}

function benchReceiver({ publicKey, contentKey }: Pick<Keys, 'publicKey' | 'contentKey'>): Receiver<{ id: string }> {
  const key = createPublicKey(publicKey);
  const reply = (status: number, code: string) => ({
    status,
    type: 'application/json',
    body: JSON.stringify({ code }),
  });
  return {
    address: ADDRESS,
    platform: 'bench',
    title: text('测量', 'Measurement', 'Medição', '測量'),
    methods: ['POST'],
    async read({ headers, body }) {
      const timestamp = headers.get('bench-timestamp') ?? '';
      const signed = Buffer.concat([Buffer.from(`${timestamp}\n${headers.get('bench-nonce')}\n`), body]);
      const signature = Buffer.from(headers.get('bench-signature') ?? '', 'base64');
      if (!verify('sha256', signed, key, signature)) return { refusal: reply(401, 'FAIL') };
      const event = JSON.parse(body.toString()) as { id: string; nonce: string; tag: string; content: string };
      const decipher = createDecipheriv('aes-256-gcm', Buffer.from(contentKey, 'hex'), Buffer.from(event.nonce, 'hex'));
      decipher.setAuthTag(Buffer.from(event.tag, 'hex'));
      const content = decipher.update(event.content, 'base64', 'utf8') + decipher.final('utf8');
      const signedAt = new Date(Number(timestamp) * SECOND_MS);
      return { eventId: event.id, payload: { ...JSON.parse(content), id: event.id }, signedAt };
    },
    async handle({ db }, { id }) {
      const values = { platform: 'bench', kind: 'effect', key: id, content: '1' };
      await db.insertInto('simulated_value').values(values).execute();
      return undefined;
    },
    answer: (isReceived) => (isReceived ? reply(200, 'SUCCESS') : reply(500, 'FAIL')),
  };
}

/** Runs the measured process: an app with its rate limits. The process reports its URL to the parent process and stops with the parent. */
async function serve(url: string, keys: Keys): Promise<void> {
  const connection = connect(url);
  const ids = await leaseIds(connection.db, systemClock);
  const settings = readSettings({ DATABASE_URL: url, DATA_DIR: process.env.DATA_DIR, SECRET_KEY: '00'.repeat(32) });
  const parts = { db: connection.db, url, clock: systemClock, ids, settings };
  const { http } = await buildApp({
    ...parts,
    pool: connection.pool,
    ports: await makePorts(parts),
    logger: pino({ level: 'error', base: null }),
    distDir: null,
    receivers: [benchReceiver(keys)],
  });
  process.send?.(await http.listen({ port: 0, host: '127.0.0.1' }));
  process.once('disconnect', () => process.exit(0));
}

interface Call {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let serial = 0;

/** Builds a signed call of 1 to 2 kB in the format of a payment platform. */
function newCall({ privateKey, contentKey }: Keys): Call {
  serial += 1;
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(contentKey, 'hex'), nonce);
  const content = cipher.update(
    JSON.stringify({ no: `P${serial}`, fen: 100, detail: 'x'.repeat(800) }),
    'utf8',
    'base64',
  );
  const sealed = content + cipher.final('base64');
  const body = JSON.stringify({
    id: `bench-${serial}`,
    nonce: nonce.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
    content: sealed,
  });
  const timestamp = String(Math.floor(systemClock.now().getTime() / SECOND_MS));
  const signature = sign('sha256', Buffer.from(`${timestamp}\n${serial}\n${body}`), createPrivateKey(privateKey));
  return {
    headers: {
      'content-type': 'application/json',
      'bench-timestamp': timestamp,
      'bench-nonce': String(serial),
      'bench-signature': signature.toString('base64'),
    },
    body,
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** Posts a call. @returns the milliseconds until the response has arrived @throws Error when the HTTP status is not 200 */
function post(address: string, { headers, body }: Call): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${address}/api/${ADDRESS}`, { method: 'POST', headers, agent }, (answer) => {
      answer.resume().once('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - begun);
        else reject(new Error(`answered ${answer.statusCode}`));
      });
    });
    sent.once('error', reject).end(body);
  });
}

const told = (times: readonly number[]): string =>
  `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms, longest ${quantile(times, 1).toFixed(1)} ms`;
const target = `p99 ≤ ${TARGET_MS} ms`;

/** Sends calls at a constant rate, even while earlier calls are pending. @returns the milliseconds of each call */
async function steady(address: string, calls: readonly Call[]): Promise<number[]> {
  const begun = performance.now();
  const answers: Promise<number>[] = [];
  for (const [index, call] of calls.entries()) {
    const wait = begun + (index * SECOND_MS) / PER_SECOND - performance.now();
    if (wait > 0) await sleep(wait);
    answers.push(post(address, call));
  }
  return Promise.all(answers);
}

async function measure(address: string, keys: Keys): Promise<Row[]> {
  const calls = (count: number) => Array.from({ length: count }, () => newCall(keys));
  await steady(address, calls(PER_SECOND));
  const fresh = calls(PER_SECOND * SECONDS);
  const first = await steady(address, fresh);
  const again = await steady(address, fresh);
  const bursts: number[] = [];
  const copies: number[] = [];
  for (let round = 0; round < BURSTS; round += 1) {
    const burst = calls(BURST);
    bursts.push(...(await Promise.all(burst.map((call) => post(address, call)))));
    const same = newCall(keys);
    copies.push(...(await Promise.all(Array.from({ length: COPIES }, () => post(address, same)))));
  }
  return [
    { figure: `new events, ${PER_SECOND} a second`, target, measured: told(first) },
    { figure: `the same events again, ${PER_SECOND} a second`, target, measured: told(again) },
    { figure: `${BURST} new events at once`, target: 'none refused', measured: told(bursts) },
    { figure: `one event ${COPIES} times at once`, target, measured: told(copies) },
  ];
}

async function startServing(
  url: string,
  folder: string,
  keys: Keys,
): Promise<{ child: ChildProcess; address: string }> {
  const child = fork('tests/bench/callbacks.ts', ['--serve'], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATA_DIR: folder, BENCH_DATABASE: url, BENCH_KEYS: JSON.stringify(keys) },
  });
  const address = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', (code) => reject(new Error(`the measured app ended with ${code}`)));
  });
  return { child, address };
}

function newKeys(): Keys {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { privateKey, publicKey, contentKey: randomBytes(32).toString('hex') };
}

async function main(): Promise<void> {
  const { cluster, folder, end } = await startOwnCluster('callbacks');
  try {
    const connection = connect(cluster.url, { max: 1 });
    await migrate(connection.db, migrations);
    const keys = newKeys();
    const { child, address } = await startServing(cluster.url, folder, keys);
    try {
      const busy = await waitForIdle(60);
      const rows = await measure(address, keys);
      const { count } = await connection.db
        .selectFrom('simulated_value')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('platform', '=', 'bench')
        .executeTakeFirstOrThrow();
      if (count !== serial) throw new Error(`${serial} events had ${count} effects`);
      printTable(
        'npm run bench callbacks',
        [
          `RSA-2048 and AES-256-GCM of each call, one row as its effect, rate limits on; ${count} events, each with one effect. ` +
            `Others kept ${Math.round(busy * 100)} % of the machine busy as it began.`,
        ],
        rows,
      );
    } finally {
      child.disconnect();
      agent.destroy();
      await connection.close();
    }
  } finally {
    await end();
  }
}

if (process.argv.includes('--serve')) {
  void serve(process.env.BENCH_DATABASE ?? '', JSON.parse(process.env.BENCH_KEYS ?? '{}') as Keys);
} else void main();
