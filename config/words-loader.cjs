/**
 * Puts shared words where they are named (docs/decisions/0072): `words.state` and `WORD.state` become the texts themselves. Otherwise
 * webpack would keep the whole list, and that of `WORD` in four languages, in every script that shows one of its words.
 */
const { readFileSync } = require('node:fs');
const { resolve } = require('node:path');
const { transformSync } = require('esbuild');

/** The order of the parameters of `text()`. */
const LANGUAGES = ['zh-CN', 'en-US', 'pt-BR', 'zh-TW'];
const LISTS = LANGUAGES.map((language) => resolve(__dirname, '../contract/locales', language, 'words.ts'));
/** The import in a file of texts, which has one language. */
const FOR_PAGES = /import \{ words \} from '\.\/words';/;
/** The import everywhere else. */
const FOR_ALL_LANGUAGES = /import \{ WORD \} from '([^']*\/)words';/;
/** What is no code: texts and comments. */
const QUOTED = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

const parsed = new Map();
/** The words of a list by name. Parsed once for each content. */
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

/** @throws Error when the code uses the list itself, or names a word that is not in it */
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

/** The code with its shared words as texts. @param path of the file; files of texts lie in the folder of their language */
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

/** The same for esbuild. */
module.exports.wordsInPlace = {
  name: 'words-in-place',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](contract|src)[\\/].*\.ts$/ }, ({ path }) => ({
      contents: inlineWords(readFileSync(path, 'utf8'), path),
      loader: 'ts',
    }));
  },
};
