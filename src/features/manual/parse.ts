/**
 * This module parses the pages of the operators' manual (docs/manual). It needs no library and injects no HTML, because it supports only a
 * small subset of Markdown: `# title`, `## section {#id}`, `### heading`, paragraphs of one line, `- item`, `1. item`, `| table |`,
 * `**console text**` and `` `code` ``. Any other use of `*`, `` ` ``, `<` or `>` is an error. A test parses every page.
 */

interface Inline {
  readonly kind: 'text' | 'strong' | 'code';
  readonly text: string;
}
export type Line = readonly Inline[];

export type Block =
  | { readonly kind: 'heading'; readonly line: Line }
  | { readonly kind: 'text'; readonly line: Line }
  | { readonly kind: 'items'; readonly lines: readonly Line[] }
  | { readonly kind: 'steps'; readonly lines: readonly Line[] }
  | { readonly kind: 'table'; readonly head: readonly Line[]; readonly rows: readonly (readonly Line[])[] };

export interface ManualSection {
  /** Path of the page that the section describes, or a word for a general section. The id is the same in every language. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Plain text of the section, for the search. */
  readonly text: string;
}

export interface ManualPage {
  readonly title: string;
  readonly intro: readonly Block[];
  readonly sections: readonly ManualSection[];
}

const MARKED = /\*\*([^*]+)\*\*|`([^`]+)`/g;

/** Parses one line of text with its bold and code marks. @throws Error for any other `*`, `` ` ``, `<` or `>` */
export function readLine(text: string): Line {
  const parts: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(MARKED)) {
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) });
    const [all, strong, code = ''] = match;
    parts.push(strong === undefined ? { kind: 'code', text: code } : { kind: 'strong', text: strong });
    from = match.index + all.length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  const [stray] = parts.filter(({ kind, text: rest }) => kind === 'text' && /[*`<>]/.test(rest));
  if (stray) throw new Error(`The manual cannot show: ${stray.text}`);
  return parts;
}

const cells = (row: string): readonly Line[] =>
  row
    .slice(1, -1)
    .split('|')
    .map((cell) => readLine(cell.trim()));

/** Matches the start of a block that the manual does not support: another heading, an image, a rule, or another list mark. */
const OTHER_BLOCK = /^(?:#|!\[|---|[+] |\d+\) )/;

/** Parses one block: the lines between two blank lines. @throws Error for unsupported Markdown */
function readBlock(lines: readonly string[]): Block {
  const [first = ''] = lines;
  if (first.startsWith('### ')) return { kind: 'heading', line: readLine(first.slice(4)) };
  if (lines.every((line) => line.startsWith('- '))) {
    return { kind: 'items', lines: lines.map((line) => readLine(line.slice(2))) };
  }
  if (lines.every((line) => /^\d+\. /.test(line))) {
    return { kind: 'steps', lines: lines.map((line) => readLine(line.replace(/^\d+\. /, ''))) };
  }
  if (lines.every((line) => line.startsWith('|') && line.endsWith('|'))) {
    const [head = '', rule = '', ...rows] = lines;
    if (!/^[|\s-]+$/.test(rule)) throw new Error(`The manual cannot show the table: ${head}`);
    return { kind: 'table', head: cells(head), rows: rows.map(cells) };
  }
  if (lines.length > 1) throw new Error(`One paragraph, one line: ${first}`);
  if (OTHER_BLOCK.test(first)) throw new Error(`The manual cannot show: ${first}`);
  return { kind: 'text', line: readLine(first) };
}

const SECTION = /^## (.+) \{#([\w/-]+)\}$/;

/** Parses one page of the manual. @throws Error for unsupported Markdown */
export function readPage(source: string): ManualPage {
  const blocks = source
    .trim()
    .split(/\n\s*\n/)
    .map((block) => block.split('\n'));
  const title = blocks.shift()?.[0] ?? '';
  if (!title.startsWith('# ')) throw new Error(`A page of the manual begins with its title: ${title}`);
  const intro: Block[] = [];
  const sections: { id: string; title: string; blocks: Block[]; text: string }[] = [];
  for (const lines of blocks) {
    const [first = ''] = lines;
    const heading = SECTION.exec(first);
    if (heading) {
      sections.push({ id: heading[2] ?? '', title: heading[1] ?? '', blocks: [], text: '' });
      continue;
    }
    const section = sections.at(-1);
    const block = readBlock(lines);
    if (!section) intro.push(block);
    else {
      section.blocks.push(block);
      section.text += `${lines.join(' ').replace(/[*`|]/g, '')} `;
    }
  }
  return { title: title.slice(2), intro, sections };
}
