import { Names } from '../EntityForm/Names';
import { namesOf, pathTo, useRegions } from './regions';

/** Shows a region's names, province first. Shows the code if it is unknown or the names are not loaded yet. */
export function RegionName({ code }: { readonly code: string }) {
  const { tree, loading, onRetry } = useRegions();
  const text = namesOf(tree, pathTo(tree, code)).join(' / ') || code;
  return <Names text={text} onRetry={onRetry} loading={loading} />;
}
