/** The functions of `npm test` that need no process and no file: they select parts, group files, parse reports and build the summary. */

/** Maximum number of journey files that may pass only at their second try. With more of them the run fails. */
export const MAX_UNSTEADY = 2;

/**
 * Selects the parts named on the command line. A word names a part (`server`), a label (`journeys/states`), a test file
 * (`server/modules/bill/bill.test.ts`) or a folder of test files.
 *
 * @param parts `{ name, label?, files? }`; `files` lists the part's test files as paths relative to the root
 * @param wanted words of the command line. An empty list selects everything
 * @returns the selected parts, and the words that match nothing. A part that is selected only by its files has only the named `files`
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
 * Test files that share processes. In a separate process, each file would load the whole server. The engine would run most of that code
 * unoptimized. Files that use a database have a database of their own.
 */
const SHARING = /^(contract|server\/(core|modules|simulators))\//;
const PROCESSES = 6;

/**
 * Distributes the files that match {@link SHARING} over processes. The total file size per process is about equal. Each other file runs
 * alone.
 *
 * @param sized `{ file, size }`, size in bytes. We use the size as an estimate of the run time
 * @returns `groups` has the files of each process. `alone` has the other files
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
 * Lists the failed tests of a report.
 *
 * @param tap a report of node:test
 * @returns the names of the failed tests, without the files and groups that contain them
 */
export function failedIn(tap) {
  const lines = tap
    .split('\n')
    .map((line) => line.match(/^( *)not ok \d+ - (.*)$/))
    .filter(Boolean);
  // The report lists a group after its tests, with less indentation.
  return lines
    .filter(([, indent], at) => !(at > 0 && lines[at - 1][1].length > indent.length))
    .map(([, , name]) => name);
}

/**
 * Counts the results of the journeys.
 *
 * @param report of Playwright's JSON reporter
 * @returns `{ passed, failed, names }`. Skipped tests, tests that did not run, and errors outside of tests count as failed
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
 * Builds the summary of a run.
 *
 * @param totals `{ passed, failed }` of all parts. A journey file whose second try passed counts as passed
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
