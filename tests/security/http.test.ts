import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Address } from '../../contract';
import { endpoints } from '../../contract/endpoints';
import { REQUEST_TIMEOUT_MS } from '../../contract/limits';
import { buildApp } from '../../server/app';
import { createTestApp, TEST_BROWSER, type TestApp } from '../../server/testing';

const ASSET = '/static/template/site/index/umi.0a1b2c3d.js';
const GONE = '/static/template/site/index/gone.0a1b2c3d.js';
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2_000))});`;
const PAGE =
  '<!doctype html><html><head><meta name="csp-nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style></head></html>';
const CONFIG = `// apiBase: 'https://commented.example'
window.MULTISTATION_SETTINGS = { apiBase: 'https://api.example/v1', mapService: '' };`;

let t: TestApp;
let dist: string;
before(async () => {
  dist = mkdtempSync(join(tmpdir(), 'console-'));
  mkdirSync(join(dist, 'static/template/site/index'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), PAGE);
  writeFileSync(join(dist, 'config.js'), CONFIG);
  writeFileSync(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(dist, ASSET), SCRIPT);
  writeFileSync(join(dist, GONE), SCRIPT);
  writeFileSync(join(dist, `${ASSET}.br`), brotliCompressSync(SCRIPT));
  t = await createTestApp({
    distDir: dist,
    settings: {
      trustProxy: ['127.0.0.1'],
      corsOrigins: ['https://console.example'],
      frameAncestors: ['https://portal.example'],
    },
  });
});
after(async () => {
  await t.close();
  rmSync(dist, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  t.app.http.inject({ method: 'GET', url, headers: { accept: 'text/html', 'user-agent': TEST_BROWSER, ...headers } });

test('every kind of response has the same security headers', async () => {
  const token = await t.signIn();
  const answers = await Promise.all([
    get('/'),
    get('/dashboard/index'),
    get(ASSET),
    get('/config.js'),
    get('/favicon.svg'),
    get('/nothing.js'),
    get('/api/nothing'),
    get('/api/%ff'),
    get('/api/Login/login'),
    get('/api/docs'),
    get('/api/docs.js'),
    get('/api/openapi.json'),
    get('/api/openapi.json', { authorization: token }),
    get('/api/files/1'),
    get('/api/site.Site/getSiteInfo'),
    get('/api/site.Site/getSiteInfo', { authorization: token }),
    t.app.http.inject({
      method: 'POST',
      url: '/api/Login/login',
      payload: '{',
      headers: { 'content-type': 'text/xml' },
    }),
  ]);
  for (const { headers, statusCode } of answers) {
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy.replace(/style-src[^;]*; sandbox/, ''), /unsafe-inline|unsafe-eval|\*/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'same-origin');
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.ok(headers['cache-control'], `${statusCode}`);
    assert.equal(headers['strict-transport-security'], undefined);
    assert.equal(headers['x-powered-by'], undefined);
    assert.equal(headers.server, undefined);
  }
});

test('every page has a new nonce, which only its content security policy contains', async () => {
  const nonces = new Set<string>();
  for (let index = 0; index < 20; index += 1) {
    const { body, headers } = await get('/');
    const nonce = /content="([^"]+)"/.exec(body)?.[1] ?? '';
    assert.equal(body.split(nonce).length - 1, 2);
    assert.match(
      String(headers['content-security-policy']),
      new RegExp(`style-src 'self' 'nonce-${nonce.replace(/[+/]/g, '\\$&')}'`),
    );
    assert.equal(headers['cache-control'], 'no-cache');
    nonces.add(nonce);
  }
  assert.equal(nonces.size, 20);
});

test('the policy allows the configured origins: the API of config.js, the map tiles, and the portal as a frame', async () => {
  await t.db
    .insertInto('site_setting')
    .values({
      id: t.ids.next(),
      group_key: 'map',
      version: 1,
      content: JSON.stringify({ mapTileUrl: 'https://{s}.tiles.example:8443/{z}/{x}/{y}.png' }),
      changed: '[]',
      created_at: t.clock.now(),
      created_by: 0,
    })
    .execute();
  const policy = String((await get('/')).headers['content-security-policy']);
  assert.match(policy, /connect-src 'self' https:\/\/api\.example;/);
  assert.match(policy, /img-src 'self' data: blob: https:\/\/\*\.tiles\.example:8443 https:\/\/api\.example;/);
  assert.match(policy, /frame-ancestors 'self' https:\/\/portal\.example/);
  assert.match(policy, /script-src 'self';/);
});

test('responses have HSTS behind a proxy with https', async () => {
  const { headers } = await get('/', { 'x-forwarded-proto': 'https' });
  assert.equal(headers['strict-transport-security'], 'max-age=31536000');
});

test('hashed assets are cached for a year and sent precompressed; config.js is never cached', async () => {
  const asset = await get(ASSET, { 'accept-encoding': 'gzip, br' });
  assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(asset.headers['content-encoding'], 'br');
  assert.equal(brotliDecompressSync(asset.rawPayload).toString(), SCRIPT);
  const plain = await get(ASSET, { 'accept-encoding': 'gzip' });
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(plain.body, SCRIPT);

  assert.equal((await get('/config.js')).headers['cache-control'], 'no-store');
  writeFileSync(join(dist, 'config.js'), `${CONFIG}\n// edited`);
  assert.match((await get('/config.js')).body, /edited$/);
});

test('HEAD returns a file without its content, and an unchanged file gives 304', async () => {
  const { headers } = await get('/favicon.svg');
  const head = await t.app.http.inject({ method: 'HEAD', url: '/favicon.svg' });
  assert.equal(head.headers['content-length'], headers['content-length']);
  assert.equal(head.body, '');
  const again = await get('/favicon.svg', { 'if-none-match': String(headers.etag) });
  assert.equal(again.statusCode, 304);
  assert.equal(again.headers['cache-control'], 'no-cache');
});

test('a file deleted since the start gives 404, which must not be cached', async () => {
  rmSync(join(dist, GONE));
  const { headers, statusCode } = await get(GONE);
  assert.equal(statusCode, 404);
  assert.equal(headers['cache-control'], 'no-store');
});

test('compressed copies, and files added after the start, have no address', async () => {
  writeFileSync(join(dist, 'static/later.js'), SCRIPT);
  for (const path of [`${ASSET}.br`, '/static/later.js']) assert.equal((await get(path)).statusCode, 404);
});

test('an address of the console gives the page, a missing file gives 404, and no path leaves the folder', async () => {
  assert.equal((await get('/teamList/index?page=2')).statusCode, 200);
  assert.equal((await get('/missing.js')).statusCode, 404);
  assert.equal((await get('/static/template/site/index/gone.js')).statusCode, 404);
  assert.equal((await get('/dashboard', { accept: 'application/json' })).statusCode, 404);
  for (const path of [
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/static/..%2f..%2fetc/passwd',
    '//etc/passwd',
  ]) {
    const { body } = await get(path);
    assert.doesNotMatch(body, /root:|"dependencies"/, path);
  }
});

test('an unknown address gives 404 and a wrong method 405, both in the envelope and also without a session', async () => {
  const unknown = await get('/api/team.Team/nothing');
  assert.equal(unknown.statusCode, 404);
  assert.equal(unknown.json().code, 40401);
  for (const [address, endpoint] of Object.entries(endpoints)) {
    const wrong = endpoint.method === 'GET' ? 'POST' : 'GET';
    const answer = await t.app.http.inject({ method: wrong, url: `/api/${address}` });
    assert.equal(answer.statusCode, 405, address);
    assert.equal(answer.headers.allow, endpoint.method);
    assert.deepEqual(Object.keys(answer.json()), ['code', 'msg', 'data', 'requestId']);
    for (const method of ['PUT', 'DELETE', 'PATCH'] as const) {
      assert.equal((await t.app.http.inject({ method, url: `/api/${address}` })).statusCode, 405);
    }
  }
});

test('large responses are compressed, small ones are not', async () => {
  const token = await t.signIn();
  const regions = (encoding: string) =>
    get('/api/common.Region/getPcdList', { authorization: token, 'accept-encoding': encoding });
  const plain = await regions('identity');
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(JSON.parse(gunzipSync((await regions('gzip')).rawPayload).toString()).code, 100);
  assert.equal(JSON.parse(brotliDecompressSync((await regions('br, gzip')).rawPayload).toString()).code, 100);
  assert.equal((await get('/api/nothing', { 'accept-encoding': 'br' })).headers['content-encoding'], undefined);
});

test('only pages of the configured origin may call the API', async () => {
  const preflight = (origin: string) =>
    t.app.http.inject({
      method: 'OPTIONS',
      url: '/api/Login/login',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
  const allowed = await preflight('https://console.example');
  assert.equal(allowed.statusCode, 204);
  assert.equal(allowed.headers['access-control-allow-origin'], 'https://console.example');
  assert.match(
    String(allowed.headers['access-control-allow-headers']),
    /Authorization.*Idempotency-Key.*X-Verify-Ticket.*X-Unattended/,
  );
  assert.equal(allowed.headers['access-control-allow-credentials'], undefined);
  const answer = await get('/api/site.Site/getSiteInfo', { origin: 'https://console.example' });
  assert.match(String(answer.headers['access-control-expose-headers']), /X-Permission-Changed.*X-Contract-Version/);
  assert.equal(answer.headers.vary, 'accept-encoding, accept-language, Origin');
  const foreign = await preflight('https://console.example.attacker.example');
  assert.equal(foreign.headers['access-control-allow-origin'], undefined);
});

test('the token is accepted only in its header, not in a cookie or the query', async () => {
  const token = await t.signIn();
  const url = '/api/site.Site/getSiteInfo';
  assert.equal((await get(url, { cookie: `multistation-token=${token}` })).json().code, 401);
  assert.equal((await get(`${url}?Authorization=${token}&token=${token}`)).json().code, 401);
});

test('the API description contains every endpoint and needs a session; its page contains no data without one', async () => {
  assert.equal((await get('/api/openapi.json')).json().code, 401);
  const document = (await get('/api/openapi.json', { authorization: await t.signIn() })).json();
  assert.equal(document.openapi, '3.1.0');
  for (const [address, endpoint] of Object.entries(endpoints)) {
    const operation = document.paths[`/api/${address}`]?.[endpoint.method.toLowerCase()];
    assert.equal(operation?.summary, endpoint.summary, address);
  }
  const page = await get('/api/docs', { 'accept-language': 'pt-BR' });
  assert.match(page.body, /Referência da API/);
  for (const address of Object.keys(endpoints)) assert.equal(page.body.includes(address), false);
});

test('the server sends no redirects', async () => {
  const places = [
    '//attacker.example',
    'https://attacker.example',
    '/\\attacker.example',
    'javascript:alert(1)',
    '%2F%2Fattacker.example',
  ];
  for (const place of places) {
    for (const path of ['/user/login', '/', '/api/docs']) {
      const { headers, statusCode } = await get(`${path}?redirect=${place}&next=${place}&url=${place}`);
      assert.equal(headers.location, undefined);
      assert.ok(statusCode < 300 || statusCode >= 400);
    }
    const { headers } = await get(place.startsWith('/') ? place : `/${place}`);
    assert.equal(headers.location, undefined);
  }
});

/** Builds the body of an upload in the format of a browser. */
function form(file: Buffer, fields: Record<string, string>) {
  const boundary = 'x-test-boundary';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'user-agent': TEST_BROWSER },
    payload: Buffer.concat([Buffer.from(parts.join('') + head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

test('an invalid, too large or truncated body is refused in the envelope and recorded like any refusal', async () => {
  const authorization = await t.signIn();
  const upload = form(Buffer.alloc(21 * 1024 * 1024), { scene: 'teamLogo' });
  const url = '/api/team.Team/checkArea';
  const saving = '/api/dashboard.Index/saveQuickLinks';
  const common = { method: 'POST', url: saving } as const;
  const json = { authorization, 'user-agent': TEST_BROWSER, 'content-type': 'application/json' };
  const cases = [
    [40002, { ...common, headers: { ...json, 'content-type': 'text/xml' }, payload: '<a/>' }],
    [
      40002,
      { ...common, headers: { ...json, 'content-type': 'application/x-www-form-urlencoded' }, payload: 'paths=x' },
    ],
    [40002, { ...common, headers: json, payload: '{"paths":[' }],
    [40002, { ...common, headers: json, payload: JSON.stringify({ paths: ['x'.repeat(1_100_000)] }) }],
    [
      40008,
      {
        method: 'POST',
        url: '/api/common.File/upload',
        payload: upload.payload,
        headers: { ...upload.headers, authorization },
      },
    ],
    [401, { method: 'POST', url: '/api/common.File/upload', payload: upload.payload, headers: upload.headers }],
    [
      40001,
      {
        method: 'POST',
        url,
        headers: { ...upload.headers, authorization },
        payload: form(Buffer.from('x'), {}).payload,
      },
    ],
  ] as const;
  for (const [wanted, request] of cases) {
    const answer = await t.app.http.inject(request);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.json().code, wanted, answer.body);
    if (wanted === 401 || request.url === url) continue;
    const records = await t.db
      .selectFrom('operation_record')
      .select('result_code as code')
      .where('request_id', '=', answer.json().requestId)
      .execute();
    assert.deepEqual(records, [{ code: wanted }]);
  }
});

/** Longest wait in milliseconds for an event on loopback. The event usually follows immediately, but later on a busy machine. */
const PATIENCE_MS = 10_000;
/** Waits 20 turns of the event loop, so that pending network events are processed. */
const rest = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((settle) => setImmediate(settle));
};

test('the connection ends when a body does not arrive in time, and a video has a longer timeout', async () => {
  // We build a separate app, because an app that listens can no longer use `inject`.
  const { http } = await buildApp(t.parts);
  const { port } = new URL(await http.listen({ port: 0, host: '127.0.0.1' }));
  mock.timers.enable({ apis: ['setTimeout'] });
  /** Sends the head of a request and the first byte of its body. */
  const begin = async (address: Address) => {
    const socket = connect(Number(port), '127.0.0.1');
    const arrived = once(http.server, 'request');
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/${address} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`,
    );
    await arrived;
    await rest();
    return { socket, isOver: () => socket.closed };
  };
  try {
    const login = await begin('Login/login');
    const video = await begin('safety.Site/uploadVideo');
    mock.timers.tick(REQUEST_TIMEOUT_MS - 1);
    await rest();
    assert.deepEqual([login.isOver(), video.isOver()], [false, false]);
    mock.timers.tick(1);
    const end = performance.now() + PATIENCE_MS;
    while (!login.isOver() && performance.now() < end) await rest();
    assert.deepEqual([login.isOver(), video.isOver()], [true, false]);
  } finally {
    mock.timers.reset();
    http.server.closeAllConnections();
    await http.close();
  }
});
