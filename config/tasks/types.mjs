/**
 * The check of types: console, server and tests, each as its own tsconfig.json asks. Like `tsc -p` for all three, but files of
 * packages are read once, and a file is checked in the project that owns it, not again wherever it is imported.
 */
import { join } from 'node:path';
import ts from 'typescript';

const PROJECTS = ['tsconfig.json', 'server/tsconfig.json', 'tests/tsconfig.json'];
const root = process.cwd();
/** Files of packages: every project reads them the same way. */
const packages = new Map();

function hostOf(options) {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (path, how, ...rest) => {
    if (!path.includes('/node_modules/')) return getSourceFile(path, how, ...rest);
    const { languageVersion, impliedNodeFormat } = typeof how === 'object' ? how : { languageVersion: how };
    const key = `${path} ${languageVersion} ${impliedNodeFormat}`;
    if (!packages.has(key)) packages.set(key, getSourceFile(path, how, ...rest));
    return packages.get(key);
  };
  return host;
}

function faultsOf(project) {
  const path = join(root, project);
  const { config, error } = ts.readConfigFile(path, ts.sys.readFile);
  if (error) return [error];
  const folder = join(path, '..');
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, folder, undefined, path);
  const program = ts.createProgram(fileNames, options, hostOf(options));
  const own = fileNames.map((name) => program.getSourceFile(name)).filter((file) => file !== undefined);
  return [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...own.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
    ...program.getGlobalDiagnostics(),
  ];
}

let failed = 0;
for (const project of PROJECTS) {
  const from = performance.now();
  const faults = ts.sortAndDeduplicateDiagnostics(faultsOf(project));
  if (faults.length > 0) failed += 1;
  process.stdout.write(
    ts.formatDiagnostics(faults, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => root,
      getNewLine: () => '\n',
    }),
  );
  console.log(`${project}: ${faults.length} faults (${((performance.now() - from) / 1000).toFixed(1)} s)`);
}
process.exitCode = failed;
