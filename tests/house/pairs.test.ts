import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { PAGE_ROUTES, type PageRoute } from '../../config/routes';
import { staleLists } from '../../config/tasks/lists.mjs';
import type { Endpoint } from '../../contract/endpoint';
import { endpoints } from '../../contract/endpoints';
import { RULES, ruleById } from '../../contract/permissions';
import { jobsOf } from '../../server/bootstrap';
import { createLatency } from '../../server/core/http/latency';
import type { Ports } from '../../server/core/platforms/ports';
import { migrations } from '../../server/migrations';
import { moduleHandlers } from '../../server/modules';
import { jobText } from '../../server/modules/health';
import { createOwnApp } from '../../server/simulators/deliver';

const root = process.cwd();
const all = (routes: readonly PageRoute[]): PageRoute[] =>
  routes.flatMap((route) => [route, ...all(route.pages ?? [])]);
const routes = all(PAGE_ROUTES);

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (statSync(join(root, path)).isDirectory()) return filesBelow(path, ending);
    return name.endsWith(ending) ? [path] : [];
  });
}

test('the generated lists are current', () => {
  assert.deepEqual(
    staleLists(root).map(({ path }) => path),
    [],
    'run "npm run lists"',
  );
});

test('every address of the contract has a handler, and every handler has an address', () => {
  assert.deepEqual(Object.keys(moduleHandlers).sort(), Object.keys(endpoints).sort());
});

test('every rule that an endpoint names exists', () => {
  for (const [address, endpoint] of Object.entries<Endpoint>(endpoints)) {
    if (typeof endpoint.access === 'string') continue;
    for (const rule of [endpoint.access.rule].flat()) assert.ok(ruleById(rule), `${address} names rule ${rule}`);
  }
});

test('every writing endpoint declares its operation record, or is on the list of exceptions', () => {
  const silent = Object.entries<Endpoint>(endpoints)
    .filter(([, endpoint]) => endpoint.method === 'POST' && endpoint.audit === null)
    .map(([address]) => address)
    .sort();
  assert.deepEqual(silent, [
    'Login/checkResetLink',
    'Verify/startPasskey',
    'announcement.Receipt/getInbox',
    'common.Preference/save',
    'config.HourToReach/testEnquiry',
    'enquiry.Enquiry/testQuote',
    'foodLoss.Intake/getCases',
    'franchise.Public/closeStatus',
    'franchise.Public/getStatus',
    'information.Feed/count',
    'rights.Identity/preview',
    'site.Monitor/pageView',
    'site.Monitor/pageVitals',
    'team.Team/checkArea',
    'user.Intake/getStanding',
    'user.Notice/getInbox',
    'user.PersonNotice/getInbox',
  ]);
});

test('every page of the route table has its permission rule with the same address', () => {
  for (const route of routes) {
    const rule = ruleById(route.rule_id);
    assert.ok(rule, `${route.path} has rule ${route.rule_id}`);
    assert.equal(rule.route, route.path);
  }
});

test('every page rule is in the route table', () => {
  const paths = new Set(routes.map((route) => route.path));
  for (const rule of RULES)
    if (rule.kind !== 'button') assert.ok(paths.has(rule.route ?? ''), `rule ${rule.id} ${rule.route}`);
});

test('every page of the route table has a file', () => {
  for (const route of routes) {
    if (route.redirect) continue;
    const exists =
      existsSync(join(root, 'src/pages', `${route.path}/index.tsx`)) ||
      existsSync(join(root, 'src/pages', `${route.path}.tsx`));
    assert.ok(exists, route.path);
  }
});

test('every background job has a display name', () => {
  const nothing = async () => undefined;
  const ports = {
    sms: { isSimulated: async () => true, repeats: async () => true, send: nothing, quotaLeft: async () => null },
    files: { put: nothing, get: async () => new Uint8Array(), remove: nothing },
    platforms: { simulators: [] },
    codePlatformOf: () => Promise.reject(new Error('no platform')),
  } as unknown as Ports;
  const jobs = jobsOf({
    ports,
    latency: createLatency(),
    ownApp: createOwnApp(),
    noteHead: () => undefined,
    heads: { read: async () => ({ heads: [], badLine: null }), keep: async () => false },
  });
  assert.deepEqual(
    jobs.filter(({ name }) => jobText(name) === null).map(({ name }) => name),
    [],
    'name it in server/modules/health/texts.ts',
  );
});

test('every migration file is in the list, in order', () => {
  const files = readdirSync(join(root, 'server/migrations'))
    .filter((name) => /^\d{4}_/.test(name))
    .map((name) => name.replace('.ts', ''))
    .sort();
  assert.deepEqual(
    migrations.map(([name]) => name),
    files,
  );
});

test('every command in the documents is a script of package.json', () => {
  const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);
  const documents = ['README.md', ...filesBelow('docs', '.md')];
  const builtIn = new Set(['start', 'test', 'install', 'ci']);
  for (const document of documents) {
    const text = readFileSync(join(root, document), 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:^ {4}|`)npm (?:run )?([a-z][a-z:-]*)/gm)) {
      assert.ok(scripts.includes(name) || builtIn.has(name), `${document} names "npm ${name}"`);
    }
  }
});

test('every link between the documents leads to a file', () => {
  for (const document of ['README.md', ...filesBelow('docs', '.md')]) {
    const text = readFileSync(join(root, document), 'utf8');
    const folder = document.includes('/') ? document.slice(0, document.lastIndexOf('/')) : '.';
    for (const [, target = ''] of text.matchAll(/\]\(([^)#:]+)\)/g)) {
      assert.ok(existsSync(join(root, folder, target)), `${document} → ${target}`);
    }
  }
});

test('every path in a README or a document exists', () => {
  for (const document of ['README.md', ...filesBelow('docs', '.md')]) {
    const text = readFileSync(join(root, document), 'utf8');
    for (const [, path = ''] of text.matchAll(
      /`((?:contract|server|src|config|mock|tests|public|docs)\/[\w./-]+\.\w+)`/g,
    )) {
      assert.ok(existsSync(join(root, path)), `${document} names ${path}`);
    }
  }
});

test('every top folder has a README of at most 15 lines', () => {
  for (const room of ['contract', 'server', 'src', 'config', 'mock', 'tests']) {
    const lines = readFileSync(join(root, room, 'README.md'), 'utf8')
      .trimEnd()
      .split('\n');
    assert.ok(lines.length <= 15, `${room}/README.md has ${lines.length} lines`);
  }
});
