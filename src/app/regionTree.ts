import { REGION_DEPTH } from '@contract/limits';

/** Lists of regions. Each entry is a text `code,name` (SPEC §3). */
export interface RegionLists {
  readonly province: readonly string[];
  readonly city: readonly string[];
  readonly district: readonly string[];
}

export interface RegionOption {
  readonly label: string;
  readonly value: string;
  readonly children?: readonly RegionOption[];
}

function parse(entry: string): { code: string; name: string } | null {
  const comma = entry.indexOf(',');
  if (comma < 1 || comma === entry.length - 1) return null;
  return { code: entry.slice(0, comma), name: entry.slice(comma + 1) };
}

/**
 * Converts the lists of `code,name` into an option tree of up to 3 levels (SPEC §3). A city belongs to the province with the same
 * first two digits. A district belongs to the city with the same first four digits. Invalid entries and entries without a parent are
 * left out. An option without options below it has no `children`.
 *
 * @param depth 1: provinces · 2: with cities · 3: with districts
 */
export function regionTree(lists: RegionLists, depth: number = REGION_DEPTH): RegionOption[] {
  const levels = [
    { entries: lists.province, prefix: 0 },
    { entries: lists.city, prefix: 2 },
    { entries: lists.district, prefix: 4 },
  ].slice(0, Math.max(0, Math.min(REGION_DEPTH, depth)));

  const byParent = levels.map(({ entries, prefix }) => {
    const groups = new Map<string, { code: string; name: string }[]>();
    for (const entry of entries) {
      const place = parse(entry);
      if (!place) continue;
      const parent = place.code.slice(0, prefix);
      const group = groups.get(parent);
      if (group) group.push(place);
      else groups.set(parent, [place]);
    }
    return groups;
  });

  const build = (level: number, parent: string): RegionOption[] =>
    (byParent[level]?.get(parent) ?? []).map(({ code, name }) => {
      const children = level + 1 < levels.length ? build(level + 1, code.slice(0, 2 * (level + 1))) : [];
      return children.length > 0 ? { label: name, value: code, children } : { label: name, value: code };
    });
  return build(0, '');
}

/** Returns the tree without the levels below `depth`. */
export function cutRegions(tree: readonly RegionOption[], depth: number): readonly RegionOption[] {
  if (depth >= REGION_DEPTH) return tree;
  return tree.map(({ label, value, children }) =>
    children && depth > 1 ? { label, value, children: cutRegions(children, depth - 1) } : { label, value },
  );
}
