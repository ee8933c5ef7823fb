/**
 * Inlines shared words (docs/decisions/0072): `words.state` and `WORD.state` become the texts themselves. Otherwise webpack would keep
 * the whole list in every script that uses one word. For `WORD` these would be the lists of all four languages.
 */
const { readFileSync } = require('node:fs');
const { resolve } = require('node:path');
const { transformSync } = require('esbuild');

/** The order of the parameters of `text()`. */
const LANGUAGES = ['zh-CN', 'en-US', 'pt-BR', 'zh-TW'];
const LISTS = LANGUAGES.map((language) => resolve(__dirname, '../contract/locales', language, 'words.ts'));
/** Matches the import of `words` in a file that contains the texts of one language (contract/locales/<language>). */
const FOR_PAGES = /import \{ words \} from '\.\/words';/;
/** Matches the import of `WORD` in all other files. The words of `WORD` have all four languages. */
const FOR_ALL_LANGUAGES = /import \{ WORD \} from '([^']*\/)words';/;
/** Matches string literals and comments. */
const QUOTED = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

const parsed = new Map();
/** Reads a list of words. Caches the result by the file's content. @returns the texts by name */
function readWords(file) {
  const source = readFileSync(file, 'utf8');
  if (!parsed.has(source)) {
    const { code } = transformSync(source, { loader: 'ts', format: 'cjs' });
    const made = { exports: {} };
    new Function('module', code)(made);
    parsed.set(source, made.exports.words);
  }
  return parsed.get(source);
}

/** Replaces names by texts. @throws Error when the code uses the list itself, or a word that is not in the list */
function replaceNames(source, list, words, path, write) {
  const replaced = source.replace(new RegExp(`\\b${list}\\.(\\w+)`, 'g'), (_, name) => {
    const texts = words.map((each) => each[name]);
    if (texts.includes(undefined)) throw new Error(`words-loader: ${path} names an unknown word, ${name}`);
    return write(texts.map((text) => JSON.stringify(text)));
  });
  if (new RegExp(`\\b${list}\\b(?!:)`).test(replaced.replace(QUOTED, '')))
    throw new Error(`words-loader: ${path} uses ${list} without the name of a word`);
  return replaced;
}

/** Inlines the shared words of a file. @param path path of the file. For `words`, the folder of the path determines the language */
function inlineWords(source, path) {
  if (FOR_PAGES.test(source)) {
    const words = [readWords(resolve(path, '../words.ts'))];
    return replaceNames(source.replace(FOR_PAGES, ''), 'words', words, path, ([text]) => text);
  }
  if (FOR_ALL_LANGUAGES.test(source)) {
    const own = source.replace(FOR_ALL_LANGUAGES, "import { text as sharedText } from '$1text';");
    return replaceNames(own, 'WORD', LISTS.map(readWords), path, (texts) => `sharedText(${texts.join(', ')})`);
  }
  return source;
}

module.exports = function wordsLoader(source) {
  const inlined = inlineWords(source, this.resourcePath);
  if (inlined !== source) for (const list of LISTS) this.addDependency(list);
  return inlined;
};

/** The same loader as an esbuild plugin. */
module.exports.wordsInPlace = {
  name: 'words-in-place',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](contract|src)[\\/].*\.ts$/ }, ({ path }) => ({
      contents: inlineWords(readFileSync(path, 'utf8'), path),
      loader: 'ts',
    }));
  },
};
