import { cp, mkdtemp, readdir, readFile, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { LOCALES } from '../../contract/text';
import { CATALOGUES, type Catalogue, type Part } from './texts';

/**
 * Pseudo-localization: creates a copy of the built console in which pseudo texts replace the texts. The build itself has no
 * pseudo-locale.
 */

/** Brackets around each pseudo text. A text outside of the brackets is in no catalogue. */
export const OPENING = '«';
export const CLOSING = '»';

/**
 * Converts the texts of the four languages (in the order of `LOCALES`) to one pseudo text. It is the wider of two candidates:
 * - The English text with accents, 40 % longer.
 * - The widest of the four texts. A Chinese character counts as two letters, and a plural counts with its last branch.
 *
 * The pseudo text has brackets and is isolated (U+2068, U+2069). Placeholders stay. Each Chinese character is replaced by a `W`, which
 * has the same width, and an optional line break.
 *
 * The source of this function is also inserted into the page and the built server. So it may use only its parameter, and must not
 * contain named functions.
 */
export const pseudo = (texts: readonly string[]): string => {
  const plain = 'AEIOUaeiouncyCNY';
  const other = 'ÀÊÎÕŨâéïöûñçýÇÑÝ';
  let depth = 0;
  let letters = 0;
  let spoken = '';
  for (const sign of texts[2] ?? '') {
    if (sign === '}') depth -= 1;
    // Even depths are text. A placeholder contains its name and its branches, and each branch contains text again.
    const isText = depth % 2 === 0 && sign !== '}' && sign !== '{';
    if (sign === '{') depth += 1;
    const at = isText ? plain.indexOf(sign) : -1;
    spoken += at < 0 ? sign : other[at];
    if (isText) letters += 1;
  }
  const more = 'ǎýñ wöñđß '.repeat(40).slice(0, Math.ceil(letters * 0.4));
  let found = '';
  let widest = -1;
  for (const text of [`${spoken}${more.trimEnd()}`, ...texts]) {
    const shown = text.replace(/\{\w+, plural,.*?other \{(.*?)\}\s*\}/g, '$1');
    const width = shown.length + (shown.match(/[\u2e80-\uffef]/g) ?? []).length;
    if (width > widest) {
      widest = width;
      found = text;
    }
  }
  return `\u2068«${found.replace(/[\u2e80-\uffef]/g, 'W\u200b')}»\u2069`;
};

function catalogueIn(part: Part): Catalogue {
  const all = CATALOGUES[part];
  return Object.fromEntries(
    Object.entries(all['zh-CN']).map(([area, texts]) => [
      area,
      Object.fromEntries(
        Object.keys(texts).map((key) => [key, pseudo(LOCALES.map((locale) => all[locale][area]?.[key] ?? ''))]),
      ),
    ]),
  );
}

/** Matches the export of a chunk that contains texts. */
const HANDED_OUT = /(publicTexts|consoleTexts|pagesTexts):function\(\)\{return \w+\}/;
/** Matches the minified body of the contract's `text()`, in the page and in the server. */
const FOUR =
  /return\s*(\{\s*"zh-CN":\s*([\w$]+),\s*"en-US":\s*([\w$]+),\s*"pt-BR":\s*([\w$]+),\s*"zh-TW":\s*([\w$]+)\s*\})/;

/** Replaces the texts of a script. @returns `null` when the script has no texts */
function spoken(code: string): string | null {
  const part = HANDED_OUT.exec(code)?.[1] as Part | undefined;
  if (part) {
    const texts = JSON.stringify(catalogueIn(part));
    return code.replace(HANDED_OUT, () => `${part}:function(){return ${texts}}`);
  }
  if (!FOUR.test(code)) return null;
  return code.replace(FOUR, (_whole, _object, cn: string, us: string, br: string, tw: string) => {
    const said = `(${pseudo.toString()})([${cn},${tw},${us},${br}])`;
    // Chinese texts do not change, because the server stores them and database columns limit their length.
    return `{const said=${said};return{"zh-CN":${cn},"en-US":said,"pt-BR":said,"zh-TW":${tw}}}`;
  });
}

/** Replaces the texts of all scripts in a folder. @returns the number of changed files */
async function changeAll(folder: string): Promise<number> {
  let changed = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.m?js$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const other = spoken(await readFile(path, 'utf8'));
    if (other === null) continue;
    changed += 1;
    await writeFile(path, other);
    for (const packed of ['br', 'gz']) await unlink(`${path}.${packed}`).catch(() => undefined);
  }
  return changed;
}

/** Number of changed files in the page: three chunks of texts per language, and the file with the contract's `text()`. */
const IN_THE_PAGE = LOCALES.length * 3 + 1;
/** Number of changed files with `text()` outside the page: the server, and the script of the public application page. */
const IN_THE_SERVER = 2;

/**
 * Copies the build and replaces its texts with pseudo texts.
 *
 * @returns the folder from which to start the console; `remove` deletes it
 * @throws Error when the number of changed files is not the expected number
 */
export async function buildPseudoLocale(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'multistation-pseudo-locale-'));
  for (const built of ['dist', 'build/server']) await cp(built, join(folder, built), { recursive: true });
  for (const needed of ['node_modules', 'package.json']) await symlink(resolve(needed), join(folder, needed));
  const page = await changeAll(join(folder, 'dist'));
  const server = await changeAll(join(folder, 'build', 'server'));
  if (page !== IN_THE_PAGE || server !== IN_THE_SERVER)
    throw new Error(`${page} and ${server} files with texts were found`);
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }) };
}
