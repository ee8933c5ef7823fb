import type { Input } from '@contract/index';

/**
 * An inspector's answers that the server has not confirmed yet. The queue stores them on the device before the page shows "saved", and
 * deletes them only after the server's confirmation. Answers have a number, photos their content, submissions an idempotency key, so
 * the server stores a repeated request only once.
 */

type AnswerInput = Input<'safety.Site/saveItem'>;
type SubmitInput = Input<'safety.Site/submit'>;

export interface KeptPhoto {
  readonly key: string;
  readonly name: string;
  readonly file: Blob;
  /** Time and place of the photo. */
  readonly at: string;
  readonly place: { readonly lng: number; readonly lat: number } | null;
}
/** A photo on the server, or a waiting one on this device. */
export type PhotoRef = AnswerInput['photos'][number] | Waiting;
interface Waiting {
  readonly key: string;
}

interface Kept {
  /** Order of sending, and the key in the store. */
  readonly seq: number;
  readonly accountId: number;
  readonly inspectionId: number;
  /** The server's refusal as a message; null while the entry waits. */
  readonly refusal: string | null;
}
export interface KeptAnswer extends Kept {
  readonly kind: 'answer';
  /** Title of the item. */
  readonly title: string;
  readonly input: Omit<AnswerInput, 'photos'>;
  readonly photos: readonly PhotoRef[];
}
export interface KeptSubmission extends Kept {
  readonly kind: 'submission';
  readonly key: string;
  readonly input: Omit<SubmitInput, 'inspectorSignFile' | 'stationSignFile'>;
  /** Drawn signatures that wait on this device. Absent in entries of an earlier version without signatures. */
  readonly signs?: { readonly inspector: Waiting | null; readonly station: Waiting | null };
}
export type Entry = KeptAnswer | KeptSubmission;
type New<E extends Entry> = Omit<E, 'seq' | 'accountId' | 'refusal'>;

/** Storage of entries and photos: the browser's database, or a map in tests. */
export interface QueueStore {
  entries(): Promise<readonly Entry[]>;
  put(entry: Entry): Promise<void>;
  remove(seq: number): Promise<void>;
  photo(key: string): Promise<KeptPhoto | undefined>;
  putPhoto(photo: KeptPhoto): Promise<void>;
  removePhoto(key: string): Promise<void>;
}

/** Result of a call. `later`: there was no answer, or a retry may succeed. */
export type Sent<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'later' }
  | { readonly kind: 'refused'; readonly why: string };
export interface Sender {
  photo(photo: KeptPhoto): Promise<Sent<number>>;
  answer(input: AnswerInput): Promise<Sent<null>>;
  submission(input: SubmitInput, key: string): Promise<Sent<null>>;
}

export interface QueueState {
  readonly entries: readonly Entry[];
  readonly isSending: boolean;
}

const refsOf = (entry: Entry): readonly PhotoRef[] =>
  entry.kind === 'answer' ? entry.photos : Object.values(entry.signs ?? {}).filter((sign) => sign !== null);
const keysOf = (entry: Entry): string[] => refsOf(entry).flatMap((photo) => ('key' in photo ? [photo.key] : []));

/** Deletes photos that no entry references. */
async function forgetPhotos(store: QueueStore, photos: readonly PhotoRef[]): Promise<void> {
  const named = new Set((await store.entries()).flatMap((entry) => keysOf(entry)));
  for (const photo of photos) if ('key' in photo && !named.has(photo.key)) await store.removePhoto(photo.key);
}

/** Deletes an entry and its photos. */
async function drop(store: QueueStore, entry: Entry): Promise<void> {
  await store.remove(entry.seq);
  await forgetPhotos(store, refsOf(entry));
}

/** Sends the waiting photos of an answer, then the answer. */
async function sendAnswer(store: QueueStore, sender: Sender, entry: KeptAnswer): Promise<Sent<null>> {
  const photos: AnswerInput['photos'] = [];
  for (const ref of entry.photos) {
    if (!('key' in ref)) {
      photos.push(ref);
      continue;
    }
    const photo = await store.photo(ref.key);
    if (!photo) continue;
    const outcome = await sender.photo(photo);
    if (outcome.kind !== 'done') return outcome;
    photos.push({ fileId: outcome.value, at: photo.at, place: photo.place });
  }
  return sender.answer({ ...entry.input, photos });
}

/** Sends a submission after all earlier answers have arrived. Its signatures are sent first. */
async function sendSubmission(
  store: QueueStore,
  sender: Sender,
  entry: KeptSubmission,
  entries: readonly Entry[],
): Promise<Sent<null>> {
  const isFirst = !entries.some(
    (other) => other.kind === 'answer' && other.inspectionId === entry.inspectionId && other.seq < entry.seq,
  );
  if (!isFirst) return { kind: 'later' };
  const files: (number | null)[] = [];
  for (const sign of [entry.signs?.inspector, entry.signs?.station]) {
    const drawn = sign && (await store.photo(sign.key));
    if (!drawn) {
      files.push(null);
      continue;
    }
    const outcome = await sender.photo(drawn);
    if (outcome.kind !== 'done') return outcome;
    files.push(outcome.value);
  }
  const [inspectorSignFile = null, stationSignFile = null] = files;
  return sender.submission({ ...entry.input, inspectorSignFile, stationSignFile }, entry.key);
}

/** Creates the queue of one person on one device. */
export function createQueue(
  store: QueueStore,
  sender: Sender,
  accountId: number,
  changed: (state: QueueState) => void,
) {
  let entries: readonly Entry[] = [];
  let sending: Promise<void> | null = null;
  const tell = () => changed({ entries, isSending: sending !== null });

  const reload = async () => {
    entries = (await store.entries())
      .filter((entry) => entry.accountId === accountId)
      .toSorted((one, other) => one.seq - other.seq);
    tell();
  };

  async function add(entry: New<KeptAnswer> | New<KeptSubmission>): Promise<void> {
    const last = (await store.entries()).reduce((most, { seq }) => Math.max(most, seq), 0);
    await store.put({ ...entry, seq: last + 1, accountId, refusal: null } as Entry);
    await reload();
  }

  /** @returns whether the next entry may be sent */
  async function sendOne(entry: Entry): Promise<boolean> {
    const outcome =
      entry.kind === 'answer'
        ? await sendAnswer(store, sender, entry)
        : await sendSubmission(store, sender, entry, entries);
    if (outcome.kind === 'later') return false;
    // Another answer may have replaced this one during the call.
    const isThere = (await store.entries()).some(({ seq }) => seq === entry.seq);
    if (outcome.kind === 'done') await drop(store, entry);
    else if (isThere) await store.put({ ...entry, refusal: outcome.why });
    await reload();
    return true;
  }

  async function sendAll(): Promise<void> {
    await reload();
    for (const { seq } of entries) {
      const entry = entries.find((one) => one.seq === seq);
      // Replaced or refused in the meantime.
      if (!entry || entry.refusal !== null) continue;
      if (!(await sendOne(entry))) return;
    }
  }

  return {
    reload,
    /** Stores an answer and replaces a waiting one to the same item. Resolves after it is stored. */
    async answer(entry: New<KeptAnswer>, taken: readonly KeptPhoto[]): Promise<void> {
      for (const photo of taken) await store.putPhoto(photo);
      const replaced = (await store.entries()).filter(
        (other) =>
          other.kind === 'answer' &&
          other.accountId === accountId &&
          other.inspectionId === entry.inspectionId &&
          other.input.itemKey === entry.input.itemKey,
      );
      await add(entry);
      for (const other of replaced) await drop(store, other);
      await reload();
    },
    async submit(entry: New<KeptSubmission>, drawn: readonly KeptPhoto[] = []): Promise<void> {
      for (const sign of drawn) await store.putPhoto(sign);
      await add(entry);
    },
    /** Discards an entry that the server refused. */
    async discard(entry: Entry): Promise<void> {
      await drop(store, entry);
      await reload();
    },
    photo: (key: string) => store.photo(key),
    /** Sends waiting entries in order until the network fails. Concurrent calls share one run. */
    send(): Promise<void> {
      sending ??= sendAll().finally(() => {
        sending = null;
        tell();
      });
      tell();
      return sending;
    },
  };
}
export type Queue = ReturnType<typeof createQueue>;
