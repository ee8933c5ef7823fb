import { useEffect, useRef, useState } from 'react';

interface ReopenedQuery {
  readonly dataUpdatedAt: number;
  readonly refetch: (options: { readonly cancelRefetch: boolean }) => Promise<{ readonly isSuccess: boolean }>;
}

/**
 * Opens a form again with the stored data, for example after a save or an undo. If the data cannot be loaded, the form stays as it is until
 * a later load succeeds, because it would otherwise show the data from before the save.
 *
 * @returns a React key that changes when the form must be mounted again, and the function that loads the data
 */
export function useReopen({ dataUpdatedAt, refetch }: ReopenedQuery): [key: number, reopen: () => Promise<void>] {
  const [key, setKey] = useState(0);
  const isDue = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each successful load
  useEffect(() => {
    if (!isDue.current) return;
    isDue.current = false;
    setKey((count) => count + 1);
  }, [dataUpdatedAt]);
  const reopen = async () => {
    isDue.current = true;
    // The save or the undo has already started a load. Do not start another one.
    const { isSuccess } = await refetch({ cancelRefetch: false });
    // The effect does not run if this load ended in the same millisecond as the load before.
    if (!isSuccess || !isDue.current) return;
    isDue.current = false;
    setKey((count) => count + 1);
  };
  return [key, reopen];
}
