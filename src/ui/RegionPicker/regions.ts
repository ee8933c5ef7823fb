import { REGION_DEPTH } from '@contract/limits';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useModelRegions } from '@/app/regions';
import { cutRegions, type RegionOption } from '@/app/regionTree';

/**
 * Returns the regions as a tree of `depth` levels. The first component that uses them loads them. `loading` and `onRetry` are like those of
 * `choiceState`.
 */
export function useRegions(depth: number = REGION_DEPTH) {
  const { tree: all, load } = useModelRegions();
  const [failed, setFailed] = useState(false);
  const [loading, setLoading] = useState(true);
  const isMissing = all.length === 0;
  const retry = useCallback(() => {
    setLoading(true);
    void load().then((ok) => {
      setFailed(!ok);
      setLoading(false);
    });
  }, [load]);
  useEffect(() => {
    if (isMissing) retry();
  }, [isMissing, retry]);
  const tree = useMemo(() => cutRegions(all, depth), [all, depth]);
  return { tree, loading: isMissing && loading, ...(isMissing && failed && { onRetry: retry }) };
}

/** Returns the codes from the province to this code: `510104` → `['510000', '510100', '510104']`. Empty when the code is unknown. */
export function pathTo(tree: readonly RegionOption[], code: string): string[] {
  for (const option of tree) {
    if (option.value === code) return [option.value];
    const below = pathTo(option.children ?? [], code);
    if (below.length > 0) return [option.value, ...below];
  }
  return [];
}

/** Returns the names of a path, province first. An unknown code is returned unchanged. */
export function namesOf(tree: readonly RegionOption[], codes: readonly string[]): string[] {
  const [code, ...rest] = codes;
  if (code === undefined) return [];
  const found = tree.find((option) => option.value === code);
  return [found?.label ?? code, ...namesOf(found?.children ?? [], rest)];
}
