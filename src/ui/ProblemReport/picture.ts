import styles from './index.css';
import { maskedCopy } from './mask';

/** CSS properties to copy. On a long list, copying all of about 400 properties would take seconds. */
const PROPERTIES = [
  ...['align-content', 'align-items', 'align-self', 'background-color', 'border', 'border-collapse', 'border-radius'],
  ...['border-spacing', 'bottom', 'box-shadow', 'box-sizing', 'clip-path', 'color', 'column-gap', 'display', 'flex'],
  ...['flex-direction', 'flex-wrap', 'font-family', 'font-size', 'font-weight', 'grid-auto-flow', 'grid-column'],
  ...['grid-row', 'grid-template-columns', 'grid-template-rows', 'height', 'justify-content', 'justify-items', 'left'],
  ...['letter-spacing', 'line-height', 'list-style', 'margin', 'max-height', 'max-width', 'min-height', 'min-width'],
  ...[
    'opacity',
    'order',
    'outline',
    'overflow',
    'padding',
    'position',
    'right',
    'row-gap',
    'table-layout',
    'text-align',
  ],
  ...['text-decoration', 'text-overflow', 'text-transform', 'top', 'transform', 'vertical-align', 'visibility'],
  ...['white-space', 'width', 'z-index', 'fill', 'stroke', 'stroke-width', 'direction'],
];
const LONGEST_MS = 20_000;

/**
 * Takes a picture of the visible page. The picture is drawn from a masked copy of the page, which hides personal data (mask.ts).
 * The page itself does not change.
 *
 * @throws Error when the browser cannot draw the copy, or needs more than 20 seconds
 */
export async function takePicture(): Promise<Blob> {
  const { innerWidth: width, innerHeight: height, scrollY } = window;
  const stage = document.createElement('div');
  stage.className = styles.stage ?? '';
  stage.setAttribute('aria-hidden', 'true');
  stage.inert = true;
  stage.style.width = `${width}px`;
  stage.style.height = `${height}px`;
  const copy = document.createElement('div');
  copy.style.marginTop = `${-scrollY}px`;
  for (const child of document.body.children) {
    if (!(child instanceof HTMLElement) || child.matches('script, style, noscript, [data-unpictured]')) continue;
    if (child.querySelector('[data-unpictured]') && child.id !== 'root') continue;
    copy.append(maskedCopy(child));
  }
  stage.append(copy);
  document.body.append(stage);
  try {
    const { toBlob } = await import('html-to-image');
    const blob = await Promise.race([
      toBlob(stage, {
        width,
        height,
        pixelRatio: 1,
        skipFonts: true,
        includeStyleProperties: PROPERTIES,
        backgroundColor: getComputedStyle(document.body).backgroundColor,
        style: { position: 'static' },
      }),
      new Promise<null>((settle) => setTimeout(() => settle(null), LONGEST_MS)),
    ]);
    if (!blob) throw new Error('the picture came out empty');
    return blob;
  } finally {
    stage.remove();
  }
}
