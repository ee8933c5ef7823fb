import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { FilePort } from '../platforms/ports';

/**
 * Files on the local disk below one folder. Keys are made by the application (`scene/id.ext`); flydrive refuses a key
 * that leaves the folder.
 *
 * @param folder absolute path; made when it is missing
 */
export function diskFiles(folder: string): FilePort {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    async put(key, bytes, contentType) {
      try {
        await disk.put(key, bytes, { contentType });
      } catch (error) {
        // What found no room is no file, and would take the room of the next one.
        await disk.delete(key).catch(() => undefined);
        throw error;
      }
    },
    get: (key) => disk.getBytes(key),
    remove: (key) => disk.delete(key),
  };
}
