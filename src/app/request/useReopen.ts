import { useState } from 'react';

interface ReopenedQuery {
  readonly isError: boolean;
  readonly refetch: (options: { readonly cancelRefetch: boolean }) => Promise<unknown>;
}

/**
 * Opens a form again with the stored data, for example after a save or an undo. If the data cannot be loaded, the form stays as it is until
 * a later load succeeds, because it would otherwise show the data from before the save.
 *
 * @returns a React key that changes when the form must be mounted again, and the function that loads the data
 */
export function useReopen({ isError, refetch }: ReopenedQuery): [key: number, reopen: () => Promise<void>] {
  const [reopened, setReopened] = useState(0);
  const [key, setKey] = useState(0);
  if (!isError && key !== reopened) setKey(reopened);
  const reopen = async () => {
    // The save or the undo has already started a load. Do not start another one.
    await refetch({ cancelRefetch: false });
    setReopened((count) => count + 1);
  };
  return [key, reopen];
}
