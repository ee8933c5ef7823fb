import { useDispatch, useSelector } from '@umijs/max';
import { useCallback, useEffect, useRef } from 'react';
import { watchTight } from '@/app/appearance/appearance';
import type { RootState } from '@/models/state';

/**
 * Returns whether the menu is folded, and a function that folds or unfolds the menu. The menu folds when the window becomes narrower than
 * 1,200 pixels. When the window is wide again, the menu returns to its earlier state.
 */
export function useFolding(): readonly [collapsed: boolean, fold: (collapsed: boolean) => void] {
  const dispatch = useDispatch();
  const collapsed = useSelector((state: RootState) => state.global.collapsed);
  const wide = useRef({ collapsed, kept: false });
  wide.current.collapsed = collapsed;
  const fold = useCallback(
    (payload: boolean) => void dispatch({ type: 'global/changeLayoutCollapsed', payload }),
    [dispatch],
  );
  useEffect(
    () =>
      watchTight((tight) => {
        if (tight) wide.current.kept = wide.current.collapsed;
        fold(tight || wide.current.kept);
      }),
    [fold],
  );
  return [collapsed, fold];
}
