/**
 * Copies the page without personal data such as typed text, names, numbers, pictures. Only texts of an allow list stay readable, for
 * example headings, labels and the menu. An element that we forget is therefore masked instead of shown.
 */

/** Elements that contain texts of the console itself. */
const KEPT = 'nav, h1, h2, th, dt, label, legend, [role="tab"], button';
/** Elements whose texts are always masked, because they may contain a name: for example cells, dialogs, alerts, list items and links. */
const COVERED =
  '[data-personal], td, dd, [role="dialog"], [aria-haspopup], [aria-live], [role="alert"], [role="status"], main li, main a';
const BLOCK = '▇';

/** Replaces all characters except spaces with blocks. The text keeps its approximate width. */
const cover = (text: string): string => text.replace(/\S/gu, BLOCK);
/** Replaces the digits of readable texts, because counts may identify a person. */
const coverFigures = (text: string): string => text.replace(/\d/g, BLOCK);

function coverTexts(root: HTMLElement): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    if (text.trim() === '') continue;
    const parent = node.parentElement;
    const isKept = parent?.closest(KEPT) != null && parent.closest(COVERED) === null;
    node.nodeValue = isKept ? coverFigures(text) : cover(text);
  }
}

function emptyFields(root: HTMLElement): void {
  for (const field of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    // Radio buttons with the same name would form one group in page and copy. The copy would then deselect the page's choice.
    field.removeAttribute('name');
    field.removeAttribute('value');
    field.removeAttribute('placeholder');
    if (!(field instanceof HTMLInputElement) || !['checkbox', 'radio'].includes(field.type)) field.value = '';
  }
}

/** Replaces pictures, videos and embedded content with empty areas of the same size. Icons stay. */
function replacePictures(root: HTMLElement, original: HTMLElement): void {
  // An SVG may be a map, or a QR code with a secret. Only icons and the layers of a Leaflet map have `aria-hidden`.
  const which = 'img, canvas, video, iframe, object, embed, picture, svg:not([aria-hidden="true"]), .leaflet-pane svg';
  const sizes = [...original.querySelectorAll(which)].map((element) => element.getBoundingClientRect());
  for (const [at, picture] of [...root.querySelectorAll(which)].entries()) {
    const area = document.createElement('span');
    area.dataset.picture = '';
    area.style.width = `${sizes[at]?.width ?? 0}px`;
    area.style.height = `${sizes[at]?.height ?? 0}px`;
    picture.replaceWith(area);
  }
}

/**
 * Returns a masked copy of an element. The copy has no ids, background images, `script` and `style` elements, and no descendants that are
 * marked `data-unpictured`. It is not in the document yet.
 */
export function maskedCopy(original: HTMLElement): HTMLElement {
  const copy = original.cloneNode(true) as HTMLElement;
  replacePictures(copy, original);
  for (const left of copy.querySelectorAll('script, style, noscript, template, [data-unpictured]')) left.remove();
  emptyFields(copy);
  coverTexts(copy);
  for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id');
  // A background may be a photograph or text. For example, the watermark contains the account name.
  for (const element of copy.querySelectorAll<HTMLElement>('[style]')) {
    element.style.backgroundImage = 'none';
  }
  // The style sheet shows this attribute: the first letter of a user's name, if the user has no picture.
  for (const element of copy.querySelectorAll('[data-initial]')) element.removeAttribute('data-initial');
  return copy;
}
