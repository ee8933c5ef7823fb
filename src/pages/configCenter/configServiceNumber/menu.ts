import type { Input } from '@contract/index';
import { MENU_MOST, type MenuType } from '@contract/serviceNumber.menu';

/** This module contains pure functions that edit the menu of the official account. */

export type Menu = Input<'config.ServiceNumber/publishMenu'>['menu'];
export type TopEntry = Menu[number];
export type Entry = Omit<TopEntry, 'children'>;
/** Position of a menu entry. `[1]` is the second entry, `[1, 0]` is the first child of that entry. */
export type Place = readonly [number] | readonly [number, number];

/** Fields that each action requires in addition to the name. */
export const NEEDS = {
  view: ['url'],
  click: ['key'],
  miniprogram: ['appId', 'page', 'url'],
} as const satisfies Record<MenuType, readonly (keyof Entry)[]>;

const EMPTY: Entry = { name: '', type: 'view', url: '', key: '', appId: '', page: '' };

export const fieldOf = (place: Place, name: keyof Entry): string =>
  place.length === 1 ? `menu.${place[0]}.${name}` : `menu.${place[0]}.children.${place[1]}.${name}`;

const replaceAt = <T>(list: readonly T[], index: number, change: (item: T) => T): T[] =>
  list.map((item, at) => (at === index ? change(item) : item));

export function changeEntry(menu: Menu, place: Place, change: Partial<Entry>): Menu {
  const [top, sub] = place;
  return replaceAt(menu, top, (entry) =>
    sub === undefined
      ? { ...entry, ...change }
      : { ...entry, children: replaceAt(entry.children, sub, (child) => ({ ...child, ...change })) },
  );
}

export const canAddTop = (menu: Menu): boolean => menu.length < MENU_MOST[0];
export const canAddBelow = ({ children }: TopEntry): boolean => children.length < MENU_MOST[1];
export const addTop = (menu: Menu): Menu => [...menu, { ...EMPTY, children: [] }];
export const addBelow = (menu: Menu, top: number): Menu =>
  replaceAt(menu, top, (entry) => ({ ...entry, children: [...entry.children, { ...EMPTY }] }));

const without = <T>(list: readonly T[], index: number): T[] => list.filter((_, at) => at !== index);
export function removeEntry(menu: Menu, [top, sub]: Place): Menu {
  if (sub === undefined) return without(menu, top);
  return replaceAt(menu, top, (entry) => ({ ...entry, children: without(entry.children, sub) }));
}

function moved<T>(list: readonly T[], index: number): T[] {
  const next = [...list];
  const [item] = next.splice(index, 1);
  if (item !== undefined) next.splice(index - 1, 0, item);
  return next;
}
/** Moves an entry up by one position within its level. */
export function moveUp(menu: Menu, [top, sub]: Place): Menu {
  if (sub === undefined) return moved(menu, top);
  return replaceAt(menu, top, (entry) => ({ ...entry, children: moved(entry.children, sub) }));
}
