import { namesOf, pathTo, useRegions } from './regions';

/** The names of a region's code, province first; the code itself until they are loaded. */
export function RegionName({ code }: { readonly code: string }) {
  const { tree } = useRegions();
  return namesOf(tree, pathTo(tree, code)).join(' / ') || code;
}
