import type { Input } from '@contract/index';
import { t } from '@/app/i18n/i18n';

/**
 * This module queues an inspector's answers until the server confirms them. An entry is stored on the device before the page shows "saved",
 * and deleted after the confirmation. The server stores a repeated request only once. It identifies answers by `answerNo`, photos by
 * content and submissions by idempotency key.
 */

type AnswerInput = Input<'safety.Site/saveItem'>;
type SubmitInput = Input<'safety.Site/submit'>;

export interface KeptPhoto {
  readonly key: string;
  readonly name: string;
  readonly file: Blob;
  /** Time at which the photo was taken (ISO 8601). `place` is the position of the device at that time. */
  readonly at: string;
  readonly place: { readonly lng: number; readonly lat: number } | null;
}
/** A photo that is stored on the server, or that waits on this device. */
export type PhotoRef = AnswerInput['photos'][number] | Waiting;
interface Waiting {
  readonly key: string;
}

interface Kept {
  /** Position in the queue, and key in the store. */
  readonly seq: number;
  readonly accountId: number;
  readonly inspectionId: number;
  /** The server's message if it refused the entry; `null` while the entry waits. */
  readonly refusal: string | null;
}
export interface KeptAnswer extends Kept {
  readonly kind: 'answer';
  /** Title of the inspection item. */
  readonly title: string;
  readonly input: Omit<AnswerInput, 'photos'>;
  readonly photos: readonly PhotoRef[];
}
export interface KeptSubmission extends Kept {
  readonly kind: 'submission';
  readonly key: string;
  readonly input: Omit<SubmitInput, 'inspectorSignFile' | 'stationSignFile'>;
  /** Drawn signatures. They are stored on this device until they are uploaded. Entries stored by an older version have none. */
  readonly signs?: { readonly inspector: Waiting | null; readonly station: Waiting | null };
}
export type Entry = KeptAnswer | KeptSubmission;
type New<E extends Entry> = Omit<E, 'seq' | 'accountId' | 'refusal'>;
/** An entry that has no position in the queue yet. */
export type Unplaced = Omit<KeptAnswer, 'seq'> | Omit<KeptSubmission, 'seq'>;

/** Storage for entries and photos: the browser's database, or memory. */
export interface QueueStore {
  entries(): Promise<readonly Entry[]>;
  /** Stores an entry at the end of the queue. Several tabs may append at once: each entry gets a position of its own. */
  append(entry: Unplaced): Promise<void>;
  /** Replaces the entry at the same position. */
  put(entry: Entry): Promise<void>;
  remove(seq: number): Promise<void>;
  photo(key: string): Promise<KeptPhoto | undefined>;
  putPhoto(photo: KeptPhoto): Promise<void>;
  removePhoto(key: string): Promise<void>;
}

/** Result of a call. `later` means that the server did not respond or that a retry may succeed. */
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

/** Deletes the given photos that no entry references. */
async function forgetPhotos(store: QueueStore, photos: readonly PhotoRef[]): Promise<void> {
  const named = new Set((await store.entries()).flatMap((entry) => keysOf(entry)));
  for (const photo of photos) if ('key' in photo && !named.has(photo.key)) await store.removePhoto(photo.key);
}

/** Deletes an entry, and its photos if no other entry references them. */
async function drop(store: QueueStore, entry: Entry): Promise<void> {
  await store.remove(entry.seq);
  await forgetPhotos(store, refsOf(entry));
}

/** Uploads the waiting photos of an answer, then sends the answer. */
async function sendAnswer(store: QueueStore, sender: Sender, entry: KeptAnswer): Promise<Sent<null>> {
  const photos: AnswerInput['photos'] = [];
  for (const ref of entry.photos) {
    if (!('key' in ref)) {
      photos.push(ref);
      continue;
    }
    const photo = await store.photo(ref.key);
    if (!photo) return { kind: 'refused', why: t('siteInspection.photoGone') };
    const outcome = await sender.photo(photo);
    if (outcome.kind !== 'done') return outcome;
    photos.push({ fileId: outcome.value, at: photo.at, place: photo.place });
  }
  return sender.answer({ ...entry.input, photos });
}

/** Whether a queue entry is an answer to the same item of the same inspection. */
const isSameItem = (answer: New<KeptAnswer>, other: Entry): boolean =>
  other.kind === 'answer' && other.inspectionId === answer.inspectionId && other.input.itemKey === answer.input.itemKey;

/** Whether the submission must wait, because an earlier answer of its inspection is still in the queue, usually a refused one. */
const isBlocked = (entry: KeptSubmission, entries: readonly Entry[]): boolean =>
  entries.some(
    (other) => other.kind === 'answer' && other.inspectionId === entry.inspectionId && other.seq < entry.seq,
  );

/** Uploads the signatures and sends a submission. */
async function sendSubmission(store: QueueStore, sender: Sender, entry: KeptSubmission): Promise<Sent<null>> {
  const files: (number | null)[] = [];
  for (const sign of [entry.signs?.inspector, entry.signs?.station]) {
    if (!sign) {
      files.push(null);
      continue;
    }
    const drawn = await store.photo(sign.key);
    if (!drawn) return { kind: 'refused', why: t('siteInspection.signGone') };
    const outcome = await sender.photo(drawn);
    if (outcome.kind !== 'done') return outcome;
    files.push(outcome.value);
  }
  const [inspectorSignFile = null, stationSignFile = null] = files;
  return sender.submission({ ...entry.input, inspectorSignFile, stationSignFile }, entry.key);
}

/** Sends an answer or a submission, with the photos or signatures that wait on this device. */
const sendEntry = (store: QueueStore, sender: Sender, entry: Entry): Promise<Sent<null>> =>
  entry.kind === 'answer' ? sendAnswer(store, sender, entry) : sendSubmission(store, sender, entry);

/** Creates the queue of one user on this device. */
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
    await store.append({ ...entry, accountId, refusal: null });
    await reload();
  }

  /** Sends one entry. @returns whether the next entry may be sent */
  async function sendOne(entry: Entry): Promise<boolean> {
    // Only this submission waits. Entries of other inspections are still sent.
    if (entry.kind === 'submission' && isBlocked(entry, entries)) return true;
    const outcome = await sendEntry(store, sender, entry);
    if (outcome.kind === 'later') return false;
    // During the call, the user may have replaced this answer.
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
      // Skip the entry if the server refused it, or if it was replaced while earlier entries were sent.
      if (!entry || entry.refusal !== null) continue;
      if (!(await sendOne(entry))) return;
    }
  }

  return {
    reload,
    /** Stores an answer and replaces an earlier answer to the same item in the queue. The promise resolves when the answer is stored. */
    async answer(entry: New<KeptAnswer>, taken: readonly KeptPhoto[]): Promise<void> {
      for (const photo of taken) await store.putPhoto(photo);
      const replaced = (await store.entries()).filter(
        (other) => other.accountId === accountId && isSameItem(entry, other),
      );
      await add(entry);
      for (const other of replaced) await drop(store, other);
      await reload();
    },
    async submit(entry: New<KeptSubmission>, drawn: readonly KeptPhoto[] = []): Promise<void> {
      for (const sign of drawn) await store.putPhoto(sign);
      await add(entry);
    },
    /** Deletes an entry without sending it. The page offers this only for entries that the server refused. */
    async discard(entry: Entry): Promise<void> {
      await drop(store, entry);
      await reload();
    },
    photo: (key: string) => store.photo(key),
    /** Sends the waiting entries in order until an entry must be retried later. Concurrent calls share one run. */
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
