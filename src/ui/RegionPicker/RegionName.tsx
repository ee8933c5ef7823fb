import { namesOf, pathTo, useRegions } from './regions';

/** A region's code by its names, province first; the code itself until they are known. */
export function RegionName({ code }: { readonly code: string }) {
  const { tree } = useRegions();
  return namesOf(tree, pathTo(tree, code)).join(' / ') || code;
}
