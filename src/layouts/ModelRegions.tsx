import { useDispatch, useSelector } from '@umijs/max';
import { type ReactNode, useMemo } from 'react';
import { type Regions, RegionsProvider } from '@/app/regions';
import type { RootState } from '@/models/state';

/** Provides the regions of the `global` model to the region pickers. */
export function ModelRegions({ children }: { readonly children: ReactNode }) {
  const tree = useSelector((state: RootState) => state.global.pcdList);
  const dispatch = useDispatch();
  const regions = useMemo<Regions>(
    () => ({ tree, load: () => new Promise((callback) => dispatch({ type: 'global/fetchPcdList', callback })) }),
    [tree, dispatch],
  );
  return <RegionsProvider value={regions}>{children}</RegionsProvider>;
}
