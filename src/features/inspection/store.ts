import { type DBSchema, openDB } from 'idb';
import type { Entry, KeptPhoto, QueueStore } from './queue';

/** Stores the queue in the browser's database, where it survives closing the tab and restarting the device. */

interface Schema extends DBSchema {
  entries: { key: number; value: Entry };
  photos: { key: string; value: KeptPhoto };
}
const NAME = 'multistation-inspections';

async function openStore(): Promise<QueueStore> {
  const db = await openDB<Schema>(NAME, 1, {
    upgrade(made) {
      made.createObjectStore('entries', { keyPath: 'seq' });
      made.createObjectStore('photos', { keyPath: 'key' });
    },
  });
  return {
    entries: () => db.getAll('entries'),
    put: async (entry) => void (await db.put('entries', entry)),
    remove: (seq) => db.delete('entries', seq),
    photo: (key) => db.get('photos', key),
    putPhoto: async (photo) => void (await db.put('photos', photo)),
    removePhoto: (key) => db.delete('photos', key),
  };
}

/** Keeps entries in memory: for browsers without a database, and for tests. */
export function memoryStore(): QueueStore {
  const entries = new Map<number, Entry>();
  const photos = new Map<string, KeptPhoto>();
  return {
    entries: async () => [...entries.values()],
    put: async (entry) => void entries.set(entry.seq, entry),
    remove: async (seq) => void entries.delete(seq),
    photo: async (key) => photos.get(key),
    putPhoto: async (photo) => void photos.set(photo.key, photo),
    removePhoto: async (key) => void photos.delete(key),
  };
}

/** @returns the store, and whether its data outlive the page */
export async function queueStore(): Promise<{ readonly store: QueueStore; readonly isKept: boolean }> {
  try {
    if (typeof indexedDB !== 'undefined') return { store: await openStore(), isKept: true };
  } catch {
    // The browser's settings forbid the database, or there is no space.
  }
  return { store: memoryStore(), isKept: false };
}
