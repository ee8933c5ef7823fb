import { statfs } from 'node:fs/promises';

/** Room on the disk of a folder; null where the system does not tell. */
export async function diskRoom(folder: string): Promise<{ freeBytes: number; totalBytes: number } | null> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder);
    return { freeBytes: bsize * bavail, totalBytes: bsize * blocks };
  } catch {
    return null;
  }
}
