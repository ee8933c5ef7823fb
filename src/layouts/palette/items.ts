import type { Data } from '@contract/index';
import type { Tone } from '@contract/lifecycle';
import { SEARCH_KINDS, type SearchKindName } from '@contract/search.kinds';
import type { ReactNode } from 'react';
import type { Place } from '@/app/commands/recent';
import { COMMAND_GROUPS, type Command } from '@/app/commands/registry';
import type { Label, Translate } from '@/app/i18n/i18n';
import { best, fitOf } from './match';

/** This module contains pure functions that build the entries of the palette. */

export interface Item {
  /** Id that is unique in the palette. */
  readonly id: string;
  readonly text: string;
  readonly note: string;
  readonly icon?: ReactNode;
  readonly hotkey?: string | undefined;
  readonly danger?: boolean | undefined;
  readonly state?: { readonly text: string; readonly tone: Tone } | null;
  readonly at?: string | null;
  /** Path that the entry opens. If it is `null`, picking the entry calls `run`, asks for a record, or repeats the search. */
  readonly path: string | null;
  readonly run: (() => void) | null;
  /** Kind of record that the palette asks for first, and the function that it then calls with the record's id. */
  readonly asks?: Command['asks'] | undefined;
}

export interface Section {
  readonly key: string;
  readonly title: string;
  readonly items: readonly Item[];
}

type Groups = Data<'common.Search/find'>['groups'];

/** Maximum number of commands or pages in one section of search results. */
const MOST = 8;
const RECENT_FIRST = 6;

const GROUP_TITLES: Readonly<Record<(typeof COMMAND_GROUPS)[number], Label>> = {
  record: 'keys.groupRecord',
  selection: 'keys.groupSelection',
  page: 'keys.groupPage',
  views: 'keys.groupViews',
  pages: 'keys.groupPages',
  elsewhere: 'keys.groupElsewhere',
  console: 'keys.groupConsole',
};
export const groupTitle = (group: (typeof COMMAND_GROUPS)[number]): Label => GROUP_TITLES[group];

export const KIND_TITLES: Readonly<Record<SearchKindName, Label>> = {
  team: 'palette.team',
  user: 'palette.user',
  rider: 'palette.rider',
  franchisee: 'palette.franchisee',
  franchiseApply: 'palette.franchiseApply',
  withdrawal: 'palette.withdrawal',
  foodLoss: 'palette.foodLoss',
  announcement: 'palette.announcement',
  article: 'palette.article',
  staff: 'palette.staff',
  account: 'palette.account',
  identity: 'palette.identity',
  record: 'palette.record',
};

const itemOf = (command: Command, t: Translate): Item => ({
  id: `command:${command.key}`,
  text: t(command.label),
  note: command.about ?? '',
  icon: command.icon,
  hotkey: command.hotkey,
  danger: command.danger,
  path: null,
  run: command.run,
  asks: command.asks,
});

/** Builds the sections of commands and recent places. This needs no call to the server. */
export function localSections(
  typed: string,
  commands: readonly Command[],
  recent: readonly (Place & { readonly shown: string })[],
  t: Translate,
): readonly Section[] {
  const usable = commands.filter((command) => command.run !== null && !command.keyOnly);
  const sections: Section[] = [];
  const places = recent.map(
    (place): Item => ({
      id: `recent:${place.path}`,
      text: place.shown,
      note: place.title === null ? '' : t('palette.record1'),
      path: place.path,
      run: null,
    }),
  );
  const groups = COMMAND_GROUPS.map((group) => ({
    key: group,
    title: t(groupTitle(group)),
    commands: usable.filter((command) => command.group === group),
  }));
  if (typed.trim() === '') {
    for (const { key, title, commands: own } of groups) {
      // Without a search text, the commands of other pages are too many to list.
      if (key === 'elsewhere') continue;
      if (key === 'pages' && places.length > 0) {
        sections.push({ key: 'recent', title: t('palette.recent'), items: places.slice(0, RECENT_FIRST) });
      }
      sections.push({ key, title, items: own.map((command) => itemOf(command, t)) });
    }
  } else {
    for (const { key, title, commands: own } of groups) {
      const found = best(
        own,
        (command) => fitOf(typed, t(command.label), `${command.about ?? ''} ${command.words ?? ''}`),
        MOST,
      );
      sections.push({ key, title, items: found.map((command) => itemOf(command, t)) });
    }
    // Visited pages are already in the section of pages, so list only visited records.
    const records = places.filter((_place, at) => recent[at]?.title !== null);
    sections.push({
      key: 'recent',
      title: t('palette.recent'),
      items: best(records, (item) => fitOf(typed, item.text), 3),
    });
  }
  return sections.filter(({ items }) => items.length > 0);
}

/** Builds the sections of the server's search results. */
export function foundSections(text: string, groups: Groups, t: Translate): readonly Section[] {
  return groups.map(({ kind, hits, more }) => {
    const title = t(KIND_TITLES[kind]);
    const { open, list } = SEARCH_KINDS[kind];
    const items = hits.map(
      (hit): Item => ({
        id: `${kind}:${hit.id}`,
        text: hit.title,
        note: hit.note,
        state: hit.stateText === null || hit.tone === null ? null : { text: hit.stateText, tone: hit.tone },
        at: hit.at,
        path: `${open}${hit.id}`,
        run: null,
      }),
    );
    const all: Item = {
      id: `${kind}:more`,
      text: t('palette.all', { kind: title, text }),
      note: '',
      path: `${list}${encodeURIComponent(text)}`,
      run: null,
    };
    return { key: kind, title, items: more ? [...items, all] : items };
  });
}

/** Builds the list of records from which the user picks one for an action: recently visited records, then search results. */
export function askedSections(
  typed: string,
  asks: NonNullable<Command['asks']>,
  recent: readonly (Place & { readonly shown: string })[],
  groups: Groups,
  t: Translate,
): readonly Section[] {
  const { kind, perform } = asks;
  const { open } = SEARCH_KINDS[kind];
  const hits = foundSections(
    typed,
    groups.filter((group) => group.kind === kind).map((group) => ({ ...group, more: false })),
    t,
  ).flatMap((section) => section.items);
  const visited = recent
    .filter(({ path }) => path.startsWith(open))
    .map(({ path, shown }): Item => {
      const id = `${kind}:${path.slice(open.length)}`;
      return { id, text: shown, note: '', path: null, run: null };
    })
    .filter(({ id, text }) => !hits.some((hit) => hit.id === id) && (typed === '' || fitOf(typed, text) > 0));
  const items = [...visited, ...hits].map((item): Item => {
    const id = Number(item.id.slice(kind.length + 1));
    return { ...item, path: null, run: () => perform(id) };
  });
  return items.length > 0 ? [{ key: kind, title: t(KIND_TITLES[kind]), items }] : [];
}
