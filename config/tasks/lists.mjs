/**
 * Generates TypeScript files that list the exports of other files, for example endpoints, tables, migrations and texts. Run
 * `npm run lists` after adding a file with such an export. A test fails when a list is out of date.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const LINE_WIDTH = 120;
const HEAD = '// `npm run lists` generates this file from the other files of this folder. Do not edit it by hand.\n';
/** Head of the lists of all modules. */
const MODULE_HEAD = HEAD.replace('the other files of this folder', 'the index.ts files of the modules');
/** Compares entries by file name in the formatter's order, which ignores case. */
const byFile = (a, b) => (a.file.toLowerCase() < b.file.toLowerCase() ? -1 : 1);

/**
 * Finds the export whose name ends with `ending`. A name with `Batch` before the ending (`…BatchHandlers`) does not match, because
 * server/app/bind.ts imports these exports itself.
 *
 * @returns `null` when the file has no such export
 */
function exportedName(file, ending) {
  const text = readFileSync(file, 'utf8');
  const own = text.match(new RegExp(`export const (\\w+(?<!Batch)${ending})\\b`));
  const passedOn = text.match(new RegExp(`export \\{[^}]*?\\b(\\w+(?<!Batch)${ending})\\b`));
  return (own ?? passedOn)?.[1] ?? null;
}

/** Formats `open { a, b } close` like the formatter: on one line if it is short enough. Longer lists have one entry per line. */
function braces(open, entries, close) {
  const flat = `${open}{ ${entries.join(', ')} }${close}`;
  return flat.length <= LINE_WIDTH ? flat : `${open}{\n${entries.map((entry) => `  ${entry},\n`).join('')}}${close}`;
}

/** Formats `open [a, b];` on one line if it is short enough. Longer lists have one entry per line. */
function listOf(open, entries) {
  const flat = `${open} [${entries.join(', ')}];`;
  return flat.length <= LINE_WIDTH ? flat : `${open} [\n${entries.map((entry) => `  ${entry},\n`).join('')}];`;
}

/** Formats one `import { x, y } from './file';` per file, in the formatter's order and with sorted names. */
const imports = (found) =>
  [...new Set(found.map(({ file }) => file))]
    .map((file) => {
      const names = found.filter((one) => one.file === file).map(({ name }) => name);
      return `import { ${names.sort().join(', ')} } from './${file}';\n`;
    })
    .join('');
const spreads = (found) => found.map((one) => `  ...${one.name},\n`).join('');

function contractList(root) {
  const found = readdirSync(join(root, 'contract'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'endpoints.ts')
    .map((name) => ({ file: name.slice(0, -3), name: exportedName(join(root, 'contract', name), 'Endpoints') }))
    .filter((one) => one.name !== null)
    .sort(byFile);
  return {
    path: 'contract/endpoints.ts',
    text: `${HEAD}${imports(found)}
/** All endpoints by name. The name is the URL path without \`/api/\`. */
export const endpoints = {
${spreads(found)}} as const;
`,
  };
}

/** Generates the list of settings pages: the results of `settingPage` in the files `<area>.settings.ts`. */
function settingList(root) {
  const found = readdirSync(join(root, 'contract'))
    .filter((name) => name.endsWith('.settings.ts'))
    .map((name) => ({
      file: name.slice(0, -3),
      name: readFileSync(join(root, 'contract', name), 'utf8').match(/export const (\w+) = settingPage\(/)?.[1],
    }))
    .filter((one) => one.name !== undefined)
    .sort(byFile);
  const before = found.filter(({ file }) => file < 'settings');
  const after = found.filter(({ file }) => file > 'settings');
  return {
    path: 'contract/settings.pages.ts',
    text: `${HEAD}${imports(before)}import type { SettingGroups, SettingPage } from './settings';
${imports(after)}
/** All settings pages, sorted by the names of their files. */
${listOf(
  'export const settingPages: readonly SettingPage<SettingGroups>[] =',
  found.map(({ name }) => name),
)}
`,
  };
}

function moduleList(root) {
  const folder = join(root, 'server', 'modules');
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'index.ts')))
    .map((entry) => ({ file: entry.name, name: exportedName(join(folder, entry.name, 'index.ts'), 'Handlers') }))
    .filter((one) => one.name !== null)
    .sort(byFile);
  return {
    path: 'server/modules/index.ts',
    text: `${MODULE_HEAD}${imports(found)}
/** The handlers of all modules by endpoint. The server does not start if an endpoint of the contract has no handler. */
export const moduleHandlers = {
${spreads(found)}};
`,
  };
}

function exportList(root) {
  const folder = join(root, 'server', 'modules');
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'index.ts')))
    .map((entry) => ({ file: entry.name, name: exportedName(join(folder, entry.name, 'index.ts'), 'ExportSources') }))
    .filter((one) => one.name !== null)
    .sort(byFile);
  return {
    path: 'server/modules/exports.ts',
    text: `${MODULE_HEAD}${imports(found)}
/** The export sources of every module. The server does not start if a table that users can export has no source. */
export const moduleExportSources = [
${spreads(found)}];
`,
  };
}

/** Generates the list of receivers, which handle the calls of external platforms: the exports `…Receivers` of the modules. */
function receiverList(root) {
  const folder = join(root, 'server', 'modules');
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'index.ts')))
    .map((entry) => ({ file: entry.name, name: exportedName(join(folder, entry.name, 'index.ts'), 'Receivers') }))
    .filter((one) => one.name !== null)
    .sort(byFile);
  return {
    path: 'server/modules/receivers.ts',
    text: `${MODULE_HEAD}import type { Receiver } from '../core/platforms/receiver';
${imports(found)}
/** The receivers of all modules. Each receiver handles the calls of external platforms to one URL path. */
${listOf(
  'export const moduleReceivers: readonly Receiver[] =',
  found.map(({ name }) => `...${name}`),
)}
`,
  };
}

/** Generates the list of document kinds that users approve or reject: the results of `caseType` in `<area>.states.ts`. */
function caseTypeList(root) {
  const found = readdirSync(join(root, 'contract'))
    .filter((name) => name.endsWith('.states.ts'))
    .flatMap((name) => {
      const made = readFileSync(join(root, 'contract', name), 'utf8').matchAll(/export const (\w+) = caseType\(/g);
      return [...made].map(([, kind]) => ({ file: name.slice(0, -3), name: kind }));
    })
    .sort(byFile);
  const before = found.filter(({ file }) => file < 'case');
  const after = found.filter(({ file }) => file > 'case');
  return {
    path: 'contract/case-types.ts',
    text: `${HEAD}${imports(before)}import type { CaseType } from './case';
${imports(after)}
/** The properties of a document kind that its page needs. */
export type CaseKind = Pick<CaseType, 'key' | 'title' | 'states' | 'steps'>;

/** All kinds of documents that users approve or reject, for the browser. The server has the same kinds with their effects. */
${listOf(
  'export const CASE_TYPES: readonly CaseKind[] =',
  found.map(({ name }) => name),
)}
`,
  };
}

/** Generates the list of document kinds with their effects: the results of `defineCase` that a module's public API exports. */
function caseList(root) {
  const folder = join(root, 'server', 'modules');
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'index.ts')))
    .flatMap(({ name: file }) => {
      const passedOn = readFileSync(join(folder, file, 'index.ts'), 'utf8');
      return readdirSync(join(folder, file))
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .flatMap((name) => [
          ...readFileSync(join(folder, file, name), 'utf8').matchAll(/export const (\w+) = defineCase\(/g),
        ])
        .filter(([, name]) => new RegExp(`export \\{[^}]*\\b${name}\\b`).test(passedOn))
        .map(([, name]) => ({ file, name }));
    })
    .sort(byFile);
  return {
    path: 'server/modules/cases.ts',
    text: `${MODULE_HEAD}import type { Case } from './case';
${imports(found)}
/** The kinds of documents of every module, for the approvals inbox. */
${listOf(
  'export const moduleCases: readonly Case[] =',
  found.map(({ name }) => name),
)}
`,
  };
}

/** Generates the list of tables: the type `…Tables` of each file. */
function tableList(root) {
  const folder = join(root, 'server', 'core', 'database', 'tables');
  const found = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({
      file: name.slice(0, -3),
      name: readFileSync(join(folder, name), 'utf8').match(/export (?:interface|type) (\w+Tables)\b/)?.[1],
    }))
    .filter((one) => one.name !== undefined)
    .sort(byFile);
  return {
    path: 'server/core/database/schema.ts',
    text: `${HEAD.replace('from the other files of this folder', 'from the files in tables/')}${found.map(({ name, file }) => `import type { ${name} } from './tables/${file}';\n`).join('')}
/**
 * All tables, for Kysely. A test compares this type with the result of the migrations.
 *
 * Names are SQL names in snake_case. \`bigint\` and \`numeric\` are read as number (refused above 2^53), \`date\` as \`'yyyy-MM-dd'\`,
 * \`timestamptz\` as Date. \`jsonb\` is read as a value and written as \`JSON.stringify(value)\`, because the driver would write an array
 * as an SQL array.
 */
export interface Database
  extends ${found.map(({ name }) => name).join(',\n    ')} {}
`,
  };
}

/** Generates the list of migrations from their file names. @throws Error when two migrations have the same number */
function migrationList(root) {
  const found = readdirSync(join(root, 'server', 'migrations'))
    .filter((name) => /^\d{4}_\w+\.ts$/.test(name))
    .map((name) => ({ file: name.slice(0, -3), name: `step${name.slice(0, 4)}` }))
    .sort(byFile);
  const numbers = found.map(({ name }) => name);
  const twice = found.filter(({ name }, at) => numbers.indexOf(name) !== at);
  if (twice.length > 0)
    throw new Error(`Two migrations have the same number: ${twice.map(({ file }) => file).join(', ')}`);
  return {
    path: 'server/migrations/index.ts',
    text: `${HEAD}${found.map(({ name, file }) => `import * as ${name} from './${file}';\n`).join('')}
/** A migration. The server runs each statement separately. */
interface Step {
  readonly statements: readonly string[];
}

/**
 * All migrations in the order in which they run. A released migration never changes, so a correction is a new migration.
 * The name is the name of the file.
 */
export const migrations: readonly (readonly [name: string, step: Step])[] = [
${found.map(({ name, file }) => `  ['${file}', ${name}],\n`).join('')}];
`,
  };
}

/**
 * Areas (text files) that the frame and the workbench need, besides the areas of public.ts. A test reports missing areas. All other areas
 * load when another page, the palette or an announcement first needs them.
 */
const FRAME_AREAS = [
  'dashboard',
  'date',
  'draft',
  'exportTask',
  'figures',
  'form',
  'health',
  'keys',
  'list',
  'manual',
  'menu',
  'notice',
  'palette',
  'report',
  'shell',
  'site',
  'undo',
];
/** Files of a language that are not areas: the lists of areas, and the words that several areas use. */
const NO_AREAS = ['public', 'console', 'pages', 'words'];

/** Generates the list for one part of a language's texts: the frame and the workbench, or all pages except the workbench. */
function textList(language, part, found) {
  const names = found.map((one) => one.name);
  const list = `${part}Texts`;
  return {
    path: `contract/locales/${language}/${part}.ts`,
    text:
      language === 'zh-CN'
        ? `${HEAD}${imports(found)}
/** Texts of ${part === 'console' ? 'the frame and the workbench' : 'all pages except the workbench'}. The types of the other languages come from this file. */
${braces(`export const ${list} = `, names, ';')}
`
        : `${HEAD}import type { AreaTexts } from '../types';
import type { ${list} as source } from '../zh-CN/${part}';
${imports(found)}
${braces(`export const ${list}: AreaTexts<typeof source> = `, names, ';')}
`,
  };
}

function textLists(root) {
  const folder = join(root, 'contract', 'locales');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: language }) => {
      const shownBeforeSignIn = readFileSync(join(folder, language, 'public.ts'), 'utf8');
      const found = readdirSync(join(folder, language))
        .filter((name) => name.endsWith('.ts'))
        .map((name) => ({ file: name.slice(0, -3), name: name.slice(0, -3) }))
        .filter(({ file }) => !NO_AREAS.includes(file) && !shownBeforeSignIn.includes(`'./${file}'`))
        .sort(byFile);
      const isFrame = ({ name }) => FRAME_AREAS.includes(name);
      return [
        textList(language, 'console', found.filter(isFrame)),
        textList(
          language,
          'pages',
          found.filter((area) => !isFrame(area)),
        ),
      ];
    });
}

/** Generates every list. @returns `{ path, text }` of each file */
function generatedLists(root) {
  return [
    contractList(root),
    settingList(root),
    moduleList(root),
    exportList(root),
    receiverList(root),
    caseTypeList(root),
    caseList(root),
    tableList(root),
    migrationList(root),
    ...textLists(root),
  ];
}

/** Finds the lists that are missing or out of date. @returns `{ path, text }` of each: the file and the text that it must have */
export function staleLists(root) {
  return generatedLists(root).filter(
    ({ path, text }) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
  );
}

// We compare the file name and not `import.meta.url`. In a bundled test this file has the test's URL and would write the lists.
if (process.argv[1] && basename(process.argv[1]) === 'lists.mjs') {
  const root = process.cwd();
  for (const { path, text } of staleLists(root)) {
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
}
