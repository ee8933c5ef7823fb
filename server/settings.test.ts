import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StartupError } from './core/startup';
import { readSettings } from './settings';

test('an empty environment means: port 8000 on loopback, data/, the embedded database with demo data', () => {
  assert.deepEqual(readSettings({ PORT: '', HOST: ' ' }), {
    port: 8000,
    host: '127.0.0.1',
    monitor: null,
    traces: null,
    drainSeconds: 0,
    dataDir: 'data',
    archiveDir: null,
    databaseUrl: null,
    databaseReadUrl: null,
    seed: 'demo',
    trustProxy: false,
    automationCode: null,
    secretKeys: [],
    staffSeats: 200,
    logLevel: 'warn',
    ownerTel: null,
    rateLimited: true,
    corsOrigins: [],
    frameAncestors: [],
    publicOrigin: null,
    outgoingAddresses: [],
  });
});

test('an outside database gets demo data only on request', () => {
  const DATABASE_URL = 'postgresql://console@db.example/console';
  assert.equal(readSettings({ DATABASE_URL }).seed, 'none');
  assert.equal(readSettings({ DATABASE_URL, SEED: 'small' }).seed, 'small');
});

test('TRUST_PROXY accepts yes, no, a number of proxies, and addresses', () => {
  const read = (TRUST_PROXY: string) => readSettings({ TRUST_PROXY }).trustProxy;
  assert.equal(read('true'), true);
  assert.equal(read('0'), false);
  assert.equal(read('2'), 2);
  assert.deepEqual(read('10.0.0.0/8, ::1'), ['10.0.0.0/8', '::1']);
});

test('SECRET_KEY is one key or several keys of 32 bytes, in hexadecimal or base64', () => {
  const [key, former] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
  assert.deepEqual(readSettings({ SECRET_KEY: key.toString('hex') }).secretKeys, [key]);
  assert.deepEqual(readSettings({ SECRET_KEY: key.toString('base64') }).secretKeys, [key]);
  const both = `${key.toString('hex')}, ${former.toString('base64')}`;
  assert.deepEqual(readSettings({ SECRET_KEY: both }).secretKeys, [key, former]);
  assert.throws(() => readSettings({ SECRET_KEY: `${key.toString('hex')},short` }), /Each key in SECRET_KEY/);
});

test('AUTOMATION_CODE is accepted on the embedded database and in test runs, never where it could open a real system', () => {
  const AUTOMATION_CODE = '246810';
  const DATABASE_URL = 'postgresql://console@db.example/console';
  assert.equal(readSettings({ AUTOMATION_CODE }).automationCode, AUTOMATION_CODE);
  assert.equal(readSettings({ AUTOMATION_CODE, DATABASE_URL, NODE_ENV: 'test' }).automationCode, AUTOMATION_CODE);
  assert.throws(() => readSettings({ AUTOMATION_CODE, DATABASE_URL }), /unset AUTOMATION_CODE/);
  assert.throws(() => readSettings({ AUTOMATION_CODE, NODE_ENV: 'production' }), /unset AUTOMATION_CODE/);
});

test('each invalid value is reported in one line that names the variable and never contains a secret', () => {
  const bad: [name: string, value: string][] = [
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['METRICS_PORT', 'x'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['DRAIN_SECONDS', '-1'],
    ['DRAIN_SECONDS', '5s'],
    ['DATABASE_URL', 'mysql://u:hidden-word@h/d'],
    ['DATABASE_READ_URL', 'hidden-word'],
    ['SEED', 'huge'],
    ['TRUST_PROXY', 'everyone'],
    ['TRUST_PROXY', '10.0.0.0/64'],
    ['AUTOMATION_CODE', '12'],
    ['SECRET_KEY', 'hidden-word'],
    ['LOG_LEVEL', 'loud'],
  ];
  for (const [name, value] of bad) {
    assert.throws(
      () => readSettings({ [name]: value }),
      (error: unknown) => {
        assert.ok(error instanceof StartupError);
        assert.ok(error.message.includes(name) && !error.message.includes('\n'));
        return !error.message.includes('hidden-word');
      },
      `${name}=${value}`,
    );
  }
});
