import { useEffect, useRef } from 'react';
import styles from './basic.css';

/** Size of one tile in pixels, and rotation of the text in degrees. */
const TILE = { width: 280, height: 180, degrees: -20 } as const;

/** Builds a tile with the text as an SVG image. The grey is legible on light and dark backgrounds but does not distract. */
function tileOf(text: string): string {
  const { width, height, degrees } = TILE;
  const safe = text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="50%" y="50%" text-anchor="middle" transform="rotate(${degrees} ${width / 2} ${height / 2})" font-family="sans-serif" font-size="14" fill="#808080" fill-opacity="0.12">${safe}</text></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

/** Repeats a text that names the account over the whole page, so that a screenshot reveals who took it (DOMAIN §3.7 `watermark`). */
export function Watermark({ text }: { readonly text: string }) {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Our content security policy blocks style attributes but allows styles that are set by script.
    layer.current?.style.setProperty('background-image', tileOf(text));
  }, [text]);
  return <div ref={layer} className={styles.watermark} aria-hidden="true" />;
}
