import { useEffect, useRef } from 'react';
import styles from './basic.css';

/** Pixels between two repetitions, and the turn of the text. */
const TILE = { width: 280, height: 180, degrees: -20 } as const;

/** A drawing of the text, to be repeated. Grey at an opacity that is read on light and dark and disturbs neither. */
function tileOf(text: string): string {
  const { width, height, degrees } = TILE;
  const safe = text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="50%" y="50%" text-anchor="middle" transform="rotate(${degrees} ${width / 2} ${height / 2})" font-family="sans-serif" font-size="14" fill="#808080" fill-opacity="0.12">${safe}</text></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

/** The account over the whole page, so that a picture of the screen tells whose it was (DOMAIN §3.7 `watermark`). */
export function Watermark({ text }: { readonly text: string }) {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Through the object model, which the content security policy allows.
    layer.current?.style.setProperty('background-image', tileOf(text));
  }, [text]);
  return <div ref={layer} className={styles.watermark} aria-hidden="true" />;
}
