import { childrenOf, RULES, type RuleId, withParents } from '@contract/permissions';
import fc from 'fast-check';
import { countOf, keep, modulesOf, type Node, search, toggle, toggleAll, withoutMenus } from './tree';

interface Rule extends Node {
  readonly grantable: boolean;
}
type Branch = Rule & { readonly children: readonly Branch[] };

const branch = (id: RuleId | null): Branch[] =>
  childrenOf(id).map((rule) => ({
    id: rule.id,
    parentId: rule.parent,
    kind: rule.kind,
    name: rule.text['en-US'],
    grantable: rule.id !== 1108,
    children: branch(rule.id),
  }));
const TREE = branch(null);
const MODULES = modulesOf<Rule>(TREE);
const PAGES = MODULES.flatMap(({ pages }) => pages);
const stations = PAGES.find(({ page }) => page.id === 11);

test('the modules contain every page and button of the tree exactly once', () => {
  const ids = PAGES.flatMap(({ page, buttons }) => [page.id, ...buttons.map(({ id }) => id)]);
  expect(ids).toEqual(RULES.filter(({ kind }) => kind !== 'menu').map(({ id }) => id));
});

test('ticking an action ticks its page; unticking the page unticks its actions', () => {
  if (!stations) throw new Error('no stations');
  expect(toggle(stations, [2], 1107, true)).toEqual([2, 11, 1107]);
  expect(toggle(stations, [2, 11, 1106, 1107], 1107, false)).toEqual([2, 11, 1106]);
  expect(toggle(stations, [2, 11, 1106, 1107], 11, false)).toEqual([2]);
});

test('after any clicks, no action is ticked without its page', () => {
  const step = fc.record({ at: fc.nat(), below: fc.nat(), on: fc.boolean(), whole: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let chosen: number[] = [];
      for (const { at, below, on, whole } of steps) {
        const entry = PAGES[at % PAGES.length];
        if (!entry) continue;
        const nodes = [entry.page, ...entry.buttons];
        chosen = whole
          ? toggleAll([entry], chosen, on)
          : toggle(entry, chosen, nodes[below % nodes.length]?.id ?? 0, on);
        expect(withoutMenus(TREE as never, withParents(chosen))).toEqual(
          RULES.map(({ id }) => id as number).filter((id) => chosen.includes(id)),
        );
      }
    }),
    {
      numRuns: 300,
      examples: [
        [
          [
            { at: 4, below: 19, on: true, whole: false },
            { at: 4, below: 0, on: false, whole: true },
          ],
        ],
      ],
    },
  );
});

test('ticking and unticking a whole module does not change permissions that the user may not grant', () => {
  const module = MODULES.find(({ root }) => root.id === 10);
  if (!module) throw new Error('no module');
  const all = toggleAll(module.pages, [], true);
  expect(all).not.toContain(1108);
  expect(countOf(module.pages, ({ id }) => all.includes(id))).toEqual({
    chosen: all.length,
    all: all.length + 1,
  });
  expect(toggleAll(module.pages, [...all, 1108], false)).toEqual([11, 1108]);
});

test('unticking a page keeps an action that the user may not grant, and therefore the page', () => {
  if (!stations) throw new Error('no stations');
  expect(toggle(stations, [2, 11, 1107, 1108], 11, false)).toEqual([2, 11, 1108]);
  expect(toggleAll([stations], [2, 11, 1107, 1108], false)).toEqual([2, 11, 1108]);
});

test('a search returns whole modules and pages, and single actions with their page', () => {
  const found = search(MODULES, 'freeze and unfreeze');
  expect(
    found.flatMap(({ pages }) => pages.map(({ page, buttons }) => [page.id, buttons.map(({ id }) => id)])),
  ).toEqual([[11, [1108]]]);
  const page = search(MODULES, 'station operation');
  expect(page.flatMap(({ pages }) => pages.map((entry) => entry.buttons.length))).toEqual([2]);
  expect(search(MODULES, 'withdrawal applications')[0]?.root.id).toBe(30);
  expect(search(MODULES, '  ')).toBe(MODULES);
  expect(search(MODULES, 'no such thing')).toEqual([]);
});

test('"only differences" keeps a page whose action differs', () => {
  const kept = keep(MODULES, ({ id }) => id === 1107);
  expect(kept.map(({ root, pages }) => [root.id, pages.map(({ page }) => page.id)])).toEqual([[10, [11]]]);
});
