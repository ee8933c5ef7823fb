/**
 * Copies the page without personal data: typed text, names, numbers, pictures. Only elements of an allow list (headings, labels, the
 * menu) are kept, so that a forgotten part is masked instead of shown.
 */

/** Elements with texts of the console itself. */
const KEPT = 'nav, h1, h2, th, dt, label, legend, [role="tab"], button';
/** Exceptions that may contain a name: cells, values, dialogs and drawers, the user menu, and elements marked as personal. */
const COVERED =
  '[data-personal], td, dd, [role="dialog"], [aria-haspopup], [aria-live], [role="alert"], [role="status"], main li, main a';
const BLOCK = '▇';

/** Replaces letters by blocks, which keeps the approximate width of the text. */
const cover = (text: string): string => text.replace(/\S/gu, BLOCK);
/** Replaces digits in kept texts, because counts may identify a person. */
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
    // With the same name, the radio buttons of page and copy would form one group, and the copy would deselect the page's own choice.
    field.removeAttribute('name');
    field.removeAttribute('value');
    field.removeAttribute('placeholder');
    if (!(field instanceof HTMLInputElement) || !['checkbox', 'radio'].includes(field.type)) field.value = '';
  }
}

/** Replaces pictures, charts and maps by plain areas of their size. */
function replacePictures(root: HTMLElement, original: HTMLElement): void {
  const which = 'img, canvas, video, iframe, object, embed, picture';
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
 * The masked copy of a part of the page, without elements marked `data-unpictured`. The copy is not in the document yet.
 */
export function maskedCopy(original: HTMLElement): HTMLElement {
  const copy = original.cloneNode(true) as HTMLElement;
  replacePictures(copy, original);
  for (const left of copy.querySelectorAll('script, style, noscript, template, [data-unpictured]')) left.remove();
  emptyFields(copy);
  coverTexts(copy);
  for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id');
  // A background may be a photograph, or text: the watermark names the account.
  for (const element of copy.querySelectorAll<HTMLElement>('[style]')) {
    element.style.backgroundImage = 'none';
  }
  // The style sheet draws this attribute: the first letter of a name, in place of a picture.
  for (const element of copy.querySelectorAll('[data-initial]')) element.removeAttribute('data-initial');
  return copy;
}
