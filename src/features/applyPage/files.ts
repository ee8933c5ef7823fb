import { acceptedTypes, FILE_TYPES, type FormField, isUpload, mostFiles } from '@contract/franchiseForm';
import { shellOf } from './answers';
import { fileItem } from './fileItem';

/**
 * This module runs upload fields: it uploads files, shows the progress, and previews and removes files. The builder's preview uploads
 * nothing.
 */

export interface Sending {
  readonly file: File;
  /** Key of the upload field. */
  readonly field: string;
  readonly visit: string;
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}
export interface FilesParts {
  readonly root: ParentNode;
  readonly fields: readonly FormField[];
  readonly say: (word: string, params?: Readonly<Record<string, string | number>>) => string;
  /** Token of this visit to the page. The token authorizes uploads. */
  readonly visit: string;
  /** Uploads a file. @returns the id of the stored file, or the error in `problem` */
  readonly send: (sending: Sending) => Promise<{ readonly id: string; readonly problem: string }>;
  /** Deletes an uploaded file. @returns an error message, or an empty text on success */
  readonly remove: (id: string, visit: string) => Promise<string>;
}
export interface Files {
  /** Returns the visit token. The page must send the token with the answers. */
  visit(): string;
  /** Restores the visit token after a reload, so that earlier uploads remain valid. */
  resume(visit: string): void;
  isBusy(): boolean;
  stop(): void;
}

const MEGABYTE = 1024 * 1024;

interface Place {
  readonly field: FormField;
  readonly shell: HTMLElement;
  readonly list: Element;
  readonly input: HTMLInputElement;
}

function placeOf(root: ParentNode, field: FormField): Place[] {
  const shell = shellOf(root, field.key);
  const list = shell?.querySelector('[data-files]');
  const input = shell?.querySelector<HTMLInputElement>('input[type="file"]');
  return shell && list && input ? [{ field, shell, list, input }] : [];
}

/** Shows a problem below the file list, or announces a status to screen readers. */
function tell({ shell }: Place, which: 'problem' | 'status', text: string): void {
  const box = shell.querySelector(`[data-file-${which}]`);
  if (box) box.textContent = text;
}

/**
 * Updates a field after its file list has changed. After the `input` event, the form checks its fields again, and this module revokes the
 * URLs of removed pictures.
 */
function refresh({ field, shell, list, input }: Place): void {
  input.disabled = list.childElementCount >= mostFiles(field);
  input.parentElement?.classList.toggle('full', input.disabled);
  shell.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Checks the type and size of a file. @returns an error message, or an empty text if the file can be sent */
function problemOf(field: FormField, { name, type, size }: File, say: FilesParts['say']): string {
  const accepted = acceptedTypes(field).map((one) => FILE_TYPES[one]);
  const kind = accepted.find(({ mime }) => mime === type);
  if (!kind) return say('fileType', { name });
  return size > kind.maxBytes ? say('fileTooLarge', { name, size: kind.maxBytes / MEGABYTE }) : '';
}

/** Adds a list item for a file that is about to be uploaded. @returns the item, its progress bar and its object URL */
function listed({ list }: Place, file: File) {
  const src = file.type.startsWith('image/') ? URL.createObjectURL(file) : '';
  const { item, remove } = fileItem(list, { id: '', name: file.name, src });
  const bar = document.createElement('progress');
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute('aria-label', file.name);
  remove.before(bar);
  list.append(item);
  return { item, bar, src };
}

/** Manages the object URLs of the listed pictures. The browser keeps a whole file in memory until its URL is revoked. */
function keepPictures(lists: readonly Element[]) {
  const urls = new Map<Element, string>();
  const revokeIf = (isGone: (item: Element) => boolean) => {
    for (const [item, url] of urls) {
      if (!isGone(item)) continue;
      URL.revokeObjectURL(url);
      urls.delete(item);
    }
  };
  return {
    keep: (item: Element, url: string) => urls.set(item, url),
    /** Revokes the URLs of items that are no longer in a list. */
    sweep: () => revokeIf((item) => !lists.some((list) => list.contains(item))),
    clear: () => revokeIf(() => true),
  };
}

/** Runs the uploads one after the other. Each list item has at most one upload. */
function createUploads({ say, send }: Pick<FilesParts, 'say' | 'send'>, visit: () => string) {
  const stopping = new Map<Element, AbortController>();
  /** Promise chain of the uploads. */
  let queue: Promise<void> = Promise.resolve();

  const run = async (place: Place, file: File, { item, bar }: ReturnType<typeof listed>) => {
    const signal = stopping.get(item)?.signal;
    if (!signal || signal.aborted) return;
    const onProgress = (part: number) => {
      bar.value = part;
    };
    const sent = await send({ file, field: place.field.key, visit: visit(), onProgress, signal });
    stopping.delete(item);
    bar.remove();
    if (signal.aborted) return;
    item.dataset.file = sent.id;
    if (sent.problem) {
      item.remove();
      tell(place, 'problem', `${file.name}: ${sent.problem}`);
    } else tell(place, 'status', say('fileSent', { name: file.name }));
    refresh(place);
  };

  return {
    add: (place: Place, file: File, entry: ReturnType<typeof listed>) => {
      stopping.set(entry.item, new AbortController());
      queue = queue.then(() => run(place, file, entry));
    },
    /** Stops the upload of a list item, if the upload is not finished. */
    stop: (item: Element) => {
      stopping.get(item)?.abort();
      stopping.delete(item);
    },
    stopAll: () => {
      for (const upload of stopping.values()) upload.abort();
    },
    isBusy: () => stopping.size > 0,
  };
}

export function takeFiles(parts: FilesParts): Files {
  const { root, fields, say } = parts;
  const places = fields.filter(isUpload).flatMap((field) => placeOf(root, field));
  const pictures = keepPictures(places.map(({ list }) => list));
  let visit = parts.visit;
  const uploads = createUploads(parts, () => visit);

  const choose = (place: Place) => {
    const { field, list, input } = place;
    const chosen = [...(input.files ?? [])].map((file) => ({ file, problem: problemOf(field, file, say) }));
    input.value = '';
    const good = chosen.filter(({ problem }) => problem === '');
    const room = mostFiles(field) - list.childElementCount;
    const problems = chosen.flatMap(({ problem }) => problem || []);
    if (good.length > room) problems.push(say('fileCount', { n: mostFiles(field) }));
    tell(place, 'problem', problems.join(' '));
    for (const { file } of good.slice(0, room)) {
      const entry = listed(place, file);
      if (entry.src) pictures.keep(entry.item, entry.src);
      uploads.add(place, file, entry);
    }
    refresh(place);
  };

  const removeItem = async (place: Place, item: HTMLElement) => {
    uploads.stop(item);
    const id = item.dataset.file;
    const problem = id ? await parts.remove(id, visit) : '';
    tell(place, 'problem', problem);
    if (problem !== '') return;
    item.remove();
    refresh(place);
    (place.list.querySelector<HTMLElement>('li:last-child button') ?? place.input).focus();
  };

  const listening = new AbortController();
  const { signal } = listening;
  const stop = () => {
    listening.abort();
    uploads.stopAll();
    pictures.clear();
  };
  // Do not stop if the browser keeps the page in its back/forward cache: the page then needs its pictures again.
  window.addEventListener('pagehide', ({ persisted }) => (persisted ? undefined : stop()), { signal });
  for (const place of places) {
    // `refresh` dispatches this event after each change of the list.
    place.shell.addEventListener('input', pictures.sweep, { signal });
    place.input.addEventListener('change', () => choose(place), { signal });
    place.list.addEventListener(
      'click',
      ({ target }) => {
        const item = target instanceof Element && target.closest('button')?.closest('li');
        if (item) void removeItem(place, item);
      },
      { signal },
    );
  }
  return {
    visit: () => visit,
    resume: (other) => {
      visit = other;
      for (const place of places) refresh(place);
    },
    isBusy: uploads.isBusy,
    stop,
  };
}
