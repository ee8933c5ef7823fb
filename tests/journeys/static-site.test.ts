import assert from 'node:assert/strict';
import { createReadStream, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { test } from '@playwright/test';
import { signInByForm } from '../support/browser';
import { setUpConsole } from '../support/journey';

/** Tests the built dist/ on a plain web server, with the back end at another origin. */

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

let web: Server;
let origin: string;
const server = setUpConsole(async () => {
  web = createServer();
  origin = await new Promise<string>((settle) => {
    web.listen(0, '127.0.0.1', () => {
      const address = web.address();
      settle(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
    });
  });
  web.on('request', async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', origin).pathname);
    if (path === '/config.js') {
      // An operator edits only the base URL of the back end.
      const text = await readFile('dist/config.js', 'utf8');
      response.setHeader('content-type', 'text/javascript');
      response.end(text.replace(/apiBase: ''/, `apiBase: '${server.baseURL}'`));
      return;
    }
    const file = extname(path) === '' ? 'dist/index.html' : join('dist', path);
    try {
      statSync(file);
    } catch {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  return { env: { CORS_ORIGINS: origin } };
});
test.afterAll(() => web?.close());

test('dist/ on any web server is a complete console for a back end at another origin', async () => {
  await server.visit({ baseURL: origin }, async (page) => {
    await signInByForm(page, server.owner.account, server.owner.password);
    await page.waitForURL(`${origin}/dashboard/index`);
    await page.locator('main canvas').first().waitFor();
    await page.goto('/teamList/index');
    await page.locator('main tbody tr code').first().waitFor();
    // A writing call sends all the headers that the preflight response must allow.
    await page.goto('/teamList/addTeam');
    await page.getByRole('textbox').first().fill('静态托管草稿');
    await page.getByRole('button', { name: '保存草稿' }).click();
    await page.waitForURL(/id=\d+/);
  });
});

test('a page of an origin that is not configured cannot read responses', async () => {
  const answer = await fetch(`${server.baseURL}/api/Verify/getVerifyCodeValue`, {
    headers: { origin: 'https://elsewhere.example' },
  });
  assert.equal(answer.headers.get('access-control-allow-origin'), null);
});
