import { link } from 'node:fs/promises';

/**
 * Gives a complete file a second name, unless a file has that name. Processes that share the folder see no incomplete file, and only one of
 * them succeeds. The caller deletes the first name.
 *
 * @returns whether the file has the name now. `false` means that another file had it before
 */
export const linkNew = (draft: string, path: string): Promise<boolean> =>
  link(draft, path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
