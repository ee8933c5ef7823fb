import { REGION_DEPTH } from '@contract/limits';
import { useMemo } from 'react';
import { type RegionOption, regionTree } from '@/app/regionTree';
import { useData } from '@/app/request/useData';

/** Districts change once a year: one request a session. */
const NEVER_STALE = Number.POSITIVE_INFINITY;

/** All regions as a tree of `depth` levels; asked for once, whatever shows it. */
export function useRegions(depth: number = REGION_DEPTH, enabled = true) {
  const query = useData('common.Region/getPcdList', {}, { enabled, staleTime: NEVER_STALE });
  const tree = useMemo(() => (query.data ? regionTree(query.data, depth) : []), [query.data, depth]);
  return {
    tree,
    loading: enabled && query.isPending,
    failed: query.error !== null,
  };
}

/** Codes from the province down to this code: `510104` → `['510000', '510100', '510104']`; empty when the tree lacks it. */
export function pathTo(tree: readonly RegionOption[], code: string): string[] {
  for (const option of tree) {
    if (option.value === code) return [option.value];
    const below = pathTo(option.children ?? [], code);
    if (below.length > 0) return [option.value, ...below];
  }
  return [];
}

/** Names of a path, province first; codes that the tree lacks stay as they are. */
export function namesOf(tree: readonly RegionOption[], codes: readonly string[]): string[] {
  const [code, ...rest] = codes;
  if (code === undefined) return [];
  const found = tree.find((option) => option.value === code);
  return [found?.label ?? code, ...namesOf(found?.children ?? [], rest)];
}
