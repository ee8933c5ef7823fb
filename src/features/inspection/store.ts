import { type DBSchema, openDB } from 'idb';
import type { Entry, KeptPhoto, QueueStore, Unplaced } from './queue';

/** This module stores the queue in the browser's database. The data survives a closed tab and a restart of the device. */

interface Schema extends DBSchema {
  entries: { key: number; value: Entry };
  photos: { key: string; value: KeptPhoto };
}
const NAME = 'multistation-inspections';

/** Gives an entry the position after the last one. @param last position of the last entry, 0 if there is none */
const placed = (entry: Unplaced, last: number): Entry => ({ ...entry, seq: last + 1 });

async function openStore(): Promise<QueueStore> {
  const db = await openDB<Schema>(NAME, 1, {
    upgrade(made) {
      made.createObjectStore('entries', { keyPath: 'seq' });
      made.createObjectStore('photos', { keyPath: 'key' });
    },
  });
  return {
    entries: () => db.getAll('entries'),
    async append(entry) {
      // The transaction locks the store for all tabs while it reads the last position.
      const { store, done } = db.transaction('entries', 'readwrite');
      const last = await store.openKeyCursor(null, 'prev');
      await Promise.all([store.put(placed(entry, last?.key ?? 0)), done]);
    },
    put: async (entry) => void (await db.put('entries', entry)),
    remove: (seq) => db.delete('entries', seq),
    photo: (key) => db.get('photos', key),
    putPhoto: async (photo) => void (await db.put('photos', photo)),
    removePhoto: (key) => db.delete('photos', key),
  };
}

/** Stores entries in memory, for tests and for browsers without a database. */
export function memoryStore(): QueueStore {
  const entries = new Map<number, Entry>();
  const photos = new Map<string, KeptPhoto>();
  return {
    entries: async () => [...entries.values()],
    append: async (entry) => {
      const appended = placed(entry, Math.max(0, ...entries.keys()));
      entries.set(appended.seq, appended);
    },
    put: async (entry) => void entries.set(entry.seq, entry),
    remove: async (seq) => void entries.delete(seq),
    photo: async (key) => photos.get(key),
    putPhoto: async (photo) => void photos.set(photo.key, photo),
    removePhoto: async (key) => void photos.delete(key),
  };
}

/** Opens the store. @returns the store, and in `isKept` whether its data survives closing the page */
export async function queueStore(): Promise<{ readonly store: QueueStore; readonly isKept: boolean }> {
  try {
    if (typeof indexedDB !== 'undefined') return { store: await openStore(), isKept: true };
  } catch {
    // The browser's settings forbid the database, or the device is full.
  }
  return { store: memoryStore(), isKept: false };
}
