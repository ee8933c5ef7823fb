/** This module shows the files of an upload field as a list. The list also stores the answer: each item has its file id in `data-file`. */

interface Shown {
  /** File id. Empty during the upload. */
  readonly id: string;
  readonly name: string;
  /** Object URL of a picture on the visitor's device. */
  readonly src?: string;
}
export interface FileItem {
  readonly item: HTMLLIElement;
  readonly remove: HTMLButtonElement;
}

const nameOf = (item: Element) => item.querySelector('span');
const itemsIn = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>('[data-file]')];

/** Creates the list item of a file. @param list its attributes contain the label of the remove button */
export function fileItem(list: Element | null, { id, name, src }: Shown): FileItem {
  const item = document.createElement('li');
  item.dataset.file = id;
  if (src) {
    const picture = document.createElement('img');
    picture.src = src;
    picture.alt = '';
    item.append(picture);
  }
  const label = document.createElement('span');
  label.dir = 'auto';
  const remove = document.createElement('button');
  remove.type = 'button';
  remove.className = 'second';
  remove.textContent = list?.getAttribute('data-remove') ?? '';
  item.append(label, remove);
  rename(item, name);
  return { item, remove };
}

function rename(item: Element, name: string): void {
  const label = nameOf(item);
  if (label) label.textContent = name;
  const remove = item.querySelector('button');
  remove?.setAttribute('aria-label', `${remove.textContent ?? ''} ${name}`);
}

/** Returns the names of the uploaded files, by id. */
export const namesIn = (root: ParentNode): Record<string, string> =>
  Object.fromEntries(itemsIn(root).map((item) => [item.dataset.file ?? '', nameOf(item)?.textContent ?? '']));

/** Sets the names of files that the list shows only by id. */
export function nameFiles(root: ParentNode, names: Readonly<Record<string, unknown>>): void {
  for (const item of itemsIn(root)) {
    const name = names[item.dataset.file ?? ''];
    if (typeof name === 'string') rename(item, name);
  }
}
