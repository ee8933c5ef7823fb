import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  failedIn,
  groupFiles,
  journeyResults,
  MAX_UNSTEADY,
  selectParts,
  summarize,
} from '../../config/tasks/test-results.mjs';

const PARTS = [
  { name: 'lint' },
  { name: 'server', files: ['server/a/one.test.ts', 'server/a/two.test.ts', 'server/b.test.ts'] },
  { name: 'journeys', label: 'journeys/states', files: ['tests/journeys/states.test.ts'] },
  { name: 'journeys', label: 'journeys/shell', files: ['tests/journeys/shell.test.ts'] },
];
const select = (...words: string[]) => {
  const { selected, unknown } = selectParts(PARTS, words);
  const named = selected.map(({ name, label, files = [], isFiltered }: Selected) =>
    [label ?? name, ...(isFiltered ? files : [])].join(' '),
  );
  return [named, unknown];
};
interface Selected {
  readonly name: string;
  readonly label?: string;
  readonly files?: readonly string[];
  readonly isFiltered?: boolean;
}

test('npm test runs every part, or those selected by part, journey, test file or folder', () => {
  assert.deepEqual(select(), [['lint', 'server', 'journeys/states', 'journeys/shell'], []]);
  assert.deepEqual(select('journeys'), [['journeys/states', 'journeys/shell'], []]);
  assert.deepEqual(select('journeys/states'), [['journeys/states'], []]);
  assert.deepEqual(select('./tests/journeys/shell.test.ts'), [['journeys/shell tests/journeys/shell.test.ts'], []]);
  assert.deepEqual(select('server/a/', 'lint'), [['lint', 'server server/a/one.test.ts server/a/two.test.ts'], []]);
  assert.deepEqual(select('server/b.test.ts'), [['server server/b.test.ts'], []]);
});

test('a word that matches nothing is returned as unknown', () => {
  assert.deepEqual(select('jurneys', 'lint'), [['lint'], ['jurneys']]);
  assert.deepEqual(select('server/a/o'), [[], ['server/a/o']]);
});

test('the last line counts passed and failed, the line before it the journeys that passed at their second try', () => {
  assert.deepEqual(summarize({ passed: 7, failed: 0 }, []), {
    lines: ['0 unsteady', '7 passed, 0 failed'],
    isPassed: true,
  });
  assert.deepEqual(summarize({ passed: 7, failed: 1 }, ['journeys/shell']), {
    lines: ['1 unsteady: journeys/shell', '7 passed, 1 failed'],
    isPassed: false,
  });
});

test('the summary lists the failed tests before the last lines, without the files and groups that contain them', () => {
  const tap = [
    'TAP version 13',
    '# Subtest: server/one.mjs',
    '    ok 1 - adds up',
    '    # Subtest: a group',
    '        not ok 1 - is inside',
    '    not ok 2 - a group',
    '    not ok 3 - stands alone',
    'not ok 1 - server/one.mjs',
    'not ok 2 - server/two.mjs',
  ];
  assert.deepEqual(failedIn(tap.join('\n')), ['is inside', 'stands alone', 'server/two.mjs']);
  assert.deepEqual(summarize({ passed: 1, failed: 1 }, [], ['server: is inside']).lines, [
    'Failed: server: is inside',
    '0 unsteady',
    '1 passed, 1 failed',
  ]);
});

test(`a run passes with up to ${MAX_UNSTEADY} unsteady journeys, and each further one counts as failed`, () => {
  const allowed = Array.from({ length: MAX_UNSTEADY }, (_, at) => `journeys/${at}`);
  assert.equal(summarize({ passed: 7, failed: 0 }, allowed).isPassed, true);
  const { lines, isPassed } = summarize({ passed: 7, failed: 0 }, [...allowed, 'journeys/last']);
  assert.equal(isPassed, false);
  assert.match(lines[0] ?? '', /^3 unsteady: .*journeys\/last \(at most 2 are allowed\)$/);
  assert.equal(lines[1], '7 passed, 1 failed');
});

test('each test file runs once, in a shared process or alone', () => {
  const shared = Array.from({ length: 9 }, (_, at) => `server/modules/area${at}/rules.test.ts`);
  const alone = ['server/backup.test.ts', 'tests/fuzz/fuzz.test.ts'];
  const result = groupFiles([...shared, ...alone].map((file, size) => ({ file, size })));
  assert.deepEqual(result.alone, alone);
  assert.ok(result.groups.length > 1);
  assert.deepEqual(result.groups.flat().sort(), shared);
});

test('failed, skipped and missing journeys and errors outside of tests count as failed', () => {
  const spec = (title: string, ok: boolean, ...statuses: string[]) => ({
    title,
    ok,
    tests: statuses.map((status) => ({ status })),
  });
  const suites = [
    { specs: [spec('passes', true, 'expected'), spec('breaks', false, 'unexpected')] },
    { suites: [{ specs: [spec('is skipped', true, 'skipped'), spec('passes, too', true, 'expected')] }] },
  ];
  assert.deepEqual(journeyResults({ suites, errors: [] }), { passed: 2, failed: 2, names: ['breaks', 'is skipped'] });
  assert.deepEqual(journeyResults({ suites: [], errors: [{ message: 'no such file' }] }), {
    passed: 0,
    failed: 1,
    names: [],
  });
});
