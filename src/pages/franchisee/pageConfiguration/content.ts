import type { FormField, FormKind } from '@contract/franchiseForm';
import type { PageFault } from '@contract/franchisePage.check';
import {
  type Block,
  type BlockKind,
  emptyBlock,
  emptyField,
  type PageContent,
  type PageSettings,
} from '@contract/franchisePage.content';

/** This module contains pure functions that edit the content in the page builder. */

/** The selected block, field or page settings. The panel shows their properties. */
export type Selection =
  | { readonly part: 'block' | 'field'; readonly at: number }
  | { readonly part: 'settings'; readonly at: 0 };

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [entry] = next.splice(from, 1);
  if (entry !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, entry);
  return next;
}
export const replaced = <T>(list: readonly T[], at: number, entry: T): T[] =>
  list.map((one, index) => (index === at ? entry : one));
export const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at);

/** Returns the first unused name, for example `text1` or `text2`. */
function freeName(prefix: string, taken: readonly string[]): string {
  for (let n = 1; ; n += 1) if (!taken.includes(`${prefix}${n}`)) return `${prefix}${n}`;
}

export function addBlock(content: PageContent, kind: BlockKind): PageContent {
  const key = freeName(
    kind,
    content.blocks.map((block) => block.key),
  );
  return { ...content, blocks: [...content.blocks, emptyBlock(key, kind)] };
}

/** Adds an empty field. @param published keys of earlier versions; a new field must not reuse them */
export function addField(content: PageContent, kind: FormKind, published: readonly string[]): PageContent {
  const taken = [...content.fields.map(({ key }) => key), ...published];
  return { ...content, fields: [...content.fields, emptyField(freeName(kind, taken), kind)] };
}

/** A change of the content. A function receives the content at the moment of the change. */
export type ContentChange = PageContent | ((now: PageContent) => PageContent);
export type BlockChange = Partial<Block> | ((now: Block) => Partial<Block>);

/** Changes the block with this key. If the block was removed in the meantime, the content does not change. */
export const setBlock = (content: PageContent, key: string, change: BlockChange): PageContent => ({
  ...content,
  blocks: content.blocks.map((block) =>
    block.key === key ? { ...block, ...(typeof change === 'function' ? change(block) : change) } : block,
  ),
});

/** Changes a field. If its key changes, conditions of other fields are updated to the new key. */
export function setField(content: PageContent, at: number, change: Partial<FormField>): PageContent {
  const before = content.fields[at];
  if (!before) return content;
  const next = { ...before, ...change };
  const isRenamed = next.key !== before.key;
  return {
    ...content,
    fields: content.fields.map((field, index) => {
      if (index === at) return next;
      const { visibleWhen } = field;
      if (!isRenamed || visibleWhen?.key !== before.key) return field;
      return { ...field, visibleWhen: { ...visibleWhen, key: next.key } };
    }),
  };
}

export const setSettings = (content: PageContent, change: Partial<PageSettings>): PageContent => ({
  ...content,
  settings: { ...content.settings, ...change },
});

/** Returns the block, field or settings that a fault belongs to. A fault at `fields.3.options` belongs to the field with index 3. */
export function selectionOf({ path }: Pick<PageFault, 'path'>): Selection {
  const [area, at] = path.split('.');
  if (area === 'settings') return { part: 'settings', at: 0 };
  return { part: area === 'fields' ? 'field' : 'block', at: Number(at ?? 0) || 0 };
}
