/** The decisions of `npm test` that need no process: which parts run, which files share a process, what the last lines say. */

/** More journey files than this that pass only at their second try fail the run. */
export const MAX_UNSTEADY = 2;

/**
 * Selects the parts that the words of the command line name: a part (`server`), its label (`journeys/states`), a test file of one
 * (`server/modules/bill/bill.test.ts`) or a folder of them.
 *
 * @param parts `{ name, label?, files? }`; `files` lists the test files of the part, as paths from the root
 * @param wanted words of the command line; none selects everything
 * @returns the selected parts, `files` reduced to those that were named, and the words that name nothing
 */
export function selectParts(parts, wanted) {
  if (wanted.length === 0) return { selected: parts, unknown: [] };
  const words = wanted.map((word) => word.replace(/^\.\//, '').replace(/\/$/, ''));
  const isIn = (word, file) => file === word || file.startsWith(`${word}/`);
  const selected = parts.flatMap((part) => {
    if (words.some((word) => word === part.name || word === part.label)) return [part];
    const files = (part.files ?? []).filter((file) => words.some((word) => isIn(word, file)));
    return files.length > 0 ? [{ ...part, files, isFiltered: true }] : [];
  });
  const isKnown = (word) =>
    parts.some(
      ({ name, label, files = [] }) => word === name || word === label || files.some((file) => isIn(word, file)),
    );
  return { selected, unknown: words.filter((word) => !isKnown(word)) };
}

/**
 * Test files that share processes. A process of its own loads the whole server again and runs it before the engine has optimized
 * it. Each of these files keeps its data in its own database.
 */
const SHARING = /^(contract|server\/(core|modules|simulators))\//;
const PROCESSES = 6;

/**
 * Spreads the files over processes of about the same size.
 *
 * @param sized `{ file, size }`, size in bytes: longer files take longer
 */
export function groupFiles(sized) {
  const groups = Array.from({ length: PROCESSES }, () => ({ size: 0, files: [] }));
  const sharing = sized.filter(({ file }) => SHARING.test(file)).sort((one, other) => other.size - one.size);
  for (const { file, size } of sharing) {
    const smallest = groups.reduce((least, group) => (group.size < least.size ? group : least));
    smallest.size += size;
    smallest.files.push(file);
  }
  return {
    groups: groups.map(({ files }) => files).filter((files) => files.length > 0),
    alone: sized.map(({ file }) => file).filter((file) => !SHARING.test(file)),
  };
}

/**
 * @param tap a report of node:test
 * @returns the names of the tests in it that failed, without the files and groups around them
 */
export function failedIn(tap) {
  const lines = tap
    .split('\n')
    .map((line) => line.match(/^( *)not ok \d+ - (.*)$/))
    .filter(Boolean);
  // The report names a group after the tests in it, and indents it less.
  return lines
    .filter(([, indent], at) => !(at > 0 && lines[at - 1][1].length > indent.length))
    .map(([, , name]) => name);
}

/**
 * @param report of Playwright's JSON reporter
 * @returns `{ passed, failed, names }`; a test that was skipped or did not run counts as failed, and so does a fault outside of tests
 */
export function journeyResults({ suites, errors }) {
  const tests = (suite) => [
    ...(suite.specs ?? []).map(({ title, ok, tests: runs }) => ({
      title,
      isPassed: ok && runs.every(({ status }) => status === 'expected'),
    })),
    ...(suite.suites ?? []).flatMap(tests),
  ];
  const all = suites.flatMap(tests);
  const names = all.filter(({ isPassed }) => !isPassed).map(({ title }) => title);
  return { passed: all.length - names.length, failed: names.length + errors.length, names };
}

/**
 * @param totals `{ passed, failed }` of all parts, where a journey file counts as passed when its second try passed
 * @param unsteady labels of the journey files that passed only at their second try
 * @param broken names of the tests that failed
 * @returns the last lines of the run, and whether it passed. Each unsteady file above {@link MAX_UNSTEADY} counts as one failure
 */
export function summarize({ passed, failed }, unsteady, broken = []) {
  const excess = Math.max(0, unsteady.length - MAX_UNSTEADY);
  const names = unsteady.length > 0 ? `: ${unsteady.join(', ')}` : '';
  const limit = excess > 0 ? ` (at most ${MAX_UNSTEADY} are allowed)` : '';
  return {
    lines: [
      ...broken.map((name) => `Failed: ${name}`),
      `${unsteady.length} unsteady${names}${limit}`,
      `${passed} passed, ${failed + excess} failed`,
    ],
    isPassed: failed + excess === 0,
  };
}
