import { cp, mkdtemp, readdir, readFile, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { LOCALES } from '../../contract/text';
import { CATALOGUES, type Catalogue, type Part } from './texts';

/**
 * Pseudo-localization: a copy of the built console in which every text is replaced. The build itself contains no pseudo-locale.
 */

/** Around each text: text outside of them is in no catalogue. */
export const OPENING = '«';
export const CLOSING = '»';

/**
 * What a text becomes, from its four languages in the order of `LOCALES`: the English text with accents, 40 % longer; or, where it is wider still, the widest of the languages: a Chinese sign takes the space of
 * two letters, of a plural its last branch counts. In brackets and between the marks of an isolate; placeholders stay. For each Chinese
 * sign there is a W with a possible line break after it: it is as wide.
 *
 * It runs in the page and in the built server as well, where it is put by its source: it uses nothing but its parameter, and names no
 * function inside.
 */
export const pseudo = (texts: readonly string[]): string => {
  const plain = 'AEIOUaeiouncyCNY';
  const other = 'ÀÊÎÕŨâéïöûñçýÇÑÝ';
  let depth = 0;
  let letters = 0;
  let spoken = '';
  for (const sign of texts[2] ?? '') {
    if (sign === '}') depth -= 1;
    // A placeholder contains its name and its branches, a branch contains text again.
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

/** How a chunk of texts hands out what it holds. */
const HANDED_OUT = /(publicTexts|consoleTexts|pagesTexts):function\(\)\{return \w+\}/;
/** What `text()` of the contract has become, in the page and in the server: its four parameters, under the names of the languages. */
const FOUR =
  /return\s*(\{\s*"zh-CN":\s*([\w$]+),\s*"en-US":\s*([\w$]+),\s*"pt-BR":\s*([\w$]+),\s*"zh-TW":\s*([\w$]+)\s*\})/;

/** A script with its texts replaced, or null when it has none. */
function spoken(code: string): string | null {
  const part = HANDED_OUT.exec(code)?.[1] as Part | undefined;
  if (part) {
    const texts = JSON.stringify(catalogueIn(part));
    return code.replace(HANDED_OUT, () => `${part}:function(){return ${texts}}`);
  }
  if (!FOUR.test(code)) return null;
  return code.replace(FOUR, (_whole, _object, cn: string, us: string, br: string, tw: string) => {
    const said = `(${pseudo.toString()})([${cn},${tw},${us},${br}])`;
    // What the server writes down it writes in Chinese, and columns have their lengths.
    return `{const said=${said};return{"zh-CN":${cn},"en-US":said,"pt-BR":said,"zh-TW":${tw}}}`;
  });
}

/** @returns how many files were changed */
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

/** Chunks of texts: three of each language, and the function of the contract that the page begins with. */
const IN_THE_PAGE = LOCALES.length * 3 + 1;
/** That function in the server, and in the script of the public application page. */
const IN_THE_SERVER = 2;

/**
 * Copies the build into the pseudo-locale.
 *
 * @returns the folder, to start the console from; `remove` takes it away
 * @throws Error when the texts are not where they were when this was written
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
