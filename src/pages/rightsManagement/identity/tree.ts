import type { Data } from '@contract/index';

/** This module contains pure functions that select permissions in the tree menu → page → button. */

type Root = Data<'rights.Identity/getRuleTree'>['tree'][number];

/** A node of any permission tree that the server returns. */
export interface Node {
  readonly id: number;
  readonly parentId: number | null;
  readonly kind: 'menu' | 'page' | 'button';
  readonly name: string;
}
export interface PageNode<N extends Node> {
  readonly page: N;
  readonly buttons: readonly N[];
}
/** A module of the displayed tree: a menu with its pages, or a single page. */
export interface Module<N extends Node> {
  readonly root: N;
  readonly pages: readonly PageNode<N>[];
}

type Nested<N> = N & { readonly children: readonly (N & { readonly children: readonly unknown[] })[] };

/** Converts the server's tree to modules. A page without a menu becomes a module with one page. */
export function modulesOf<N extends Node>(tree: readonly Nested<N>[]): readonly Module<N>[] {
  return tree.map((root) => ({
    root,
    pages:
      root.kind === 'page'
        ? [{ page: root, buttons: root.children }]
        : root.children.map((page) => ({ page, buttons: page.children as readonly N[] })),
  }));
}

/** Removes the ids of menus, because the server adds menus itself. */
export function withoutMenus(tree: readonly Root[], ids: readonly number[]): number[] {
  const menus = new Set(tree.filter((root) => root.kind === 'menu').map((root) => root.id));
  return ids.filter((id) => !menus.has(id));
}

const sorted = (ids: ReadonlySet<number>): number[] => [...ids].sort((a, b) => a - b);

/** Ticks or unticks a page or a button. Ticking a button ticks its page; unticking a page unticks its buttons ({@link toggleAll}). */
export function toggle<N extends Node & { readonly grantable: boolean }>(
  entry: PageNode<N>,
  chosen: readonly number[],
  id: number,
  on: boolean,
): number[] {
  if (on) return sorted(new Set([...chosen, entry.page.id, id]));
  if (id === entry.page.id) return toggleAll([entry], chosen, false);
  return chosen.filter((other) => other !== id);
}

/**
 * Ticks or unticks all permissions of the given pages. Permissions that the user may not grant stay unchanged. If a button
 * stays ticked, its page stays ticked too, because the server adds the page of every button.
 */
export function toggleAll<N extends Node & { readonly grantable: boolean }>(
  pages: readonly PageNode<N>[],
  chosen: readonly number[],
  on: boolean,
): number[] {
  const next = new Set(chosen);
  for (const { page, buttons } of pages) {
    const changed = [page, ...buttons].filter(({ grantable }) => grantable);
    for (const { id } of changed) {
      if (on) next.add(id);
      else next.delete(id);
    }
    if (buttons.some(({ id }) => next.has(id))) next.add(page.id);
  }
  return sorted(next);
}

/** Counts the chosen permissions and all permissions of the given pages. */
export function countOf<N extends Node>(
  pages: readonly PageNode<N>[],
  isChosen: (node: N) => boolean,
): { chosen: number; all: number } {
  const nodes = pages.flatMap(({ page, buttons }) => [page, ...buttons]);
  return { chosen: nodes.filter(isChosen).length, all: nodes.length };
}

/** Filters modules by a keyword. A module or page that matches is complete in the result; other pages have only matching buttons. */
export function search<N extends Node>(modules: readonly Module<N>[], keyword: string): readonly Module<N>[] {
  const wanted = keyword.trim().toLowerCase();
  if (wanted === '') return modules;
  const has = (node: Node) => node.name.toLowerCase().includes(wanted);
  return keep(modules, (node) => has(node), true);
}

/**
 * Returns the modules with only the wanted nodes. A page is included if it is wanted or if one of its buttons is wanted.
 *
 * @param whole whether a wanted module or page includes all its descendants
 */
export function keep<N extends Node>(
  modules: readonly Module<N>[],
  isWanted: (node: N) => boolean,
  whole = false,
): readonly Module<N>[] {
  return modules.flatMap((module) => {
    if (whole && isWanted(module.root)) return module;
    const pages = module.pages.flatMap((entry) => {
      if (whole && isWanted(entry.page)) return entry;
      const buttons = entry.buttons.filter(isWanted);
      return buttons.length > 0 || isWanted(entry.page) ? { page: entry.page, buttons } : [];
    });
    return pages.length > 0 ? { root: module.root, pages } : [];
  });
}
