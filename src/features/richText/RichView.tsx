import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { serverAddress } from '@/app/windowSettings';
import { HTTPS } from './address';
import styles from './index.css';

/** Elements that the server allows in rich texts. For all other elements, only the content is shown. */
const SHOWN: ReadonlySet<string> = new Set(
  'p br h2 h3 h4 strong em ul ol li a img table thead tbody tr th td'.split(' '),
);
const EMPTY: ReadonlySet<string> = new Set(['br', 'img']);
const PICTURE = /^\/api\/content\/images\//;

function attributesOf(element: Element): Record<string, unknown> | null {
  const get = (name: string) => element.getAttribute(name) ?? '';
  switch (element.localName) {
    case 'a':
      return HTTPS.test(get('href'))
        ? { href: get('href'), target: '_blank', rel: 'noopener noreferrer nofollow' }
        : {};
    case 'img':
      return PICTURE.test(get('src')) ? { src: serverAddress(get('src')), alt: get('alt') } : null;
    case 'th':
    case 'td':
      return { colSpan: Number(get('colspan')) || undefined, rowSpan: Number(get('rowspan')) || undefined };
    default:
      return {};
  }
}

function drawn(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const inner = [...node.childNodes].map(drawn);
  const attributes = attributesOf(node);
  if (attributes === null) return null;
  if (!SHOWN.has(node.localName)) return <Fragment key={key}>{inner}</Fragment>;
  return EMPTY.has(node.localName)
    ? createElement(node.localName, { ...attributes, key })
    : createElement(node.localName, { ...attributes, key }, ...inner);
}

/** Renders a rich text for reading. It creates allowed elements by name, so that no other stored markup enters the page. */
export function RichView({ html }: { readonly html: string }) {
  const content = useMemo(
    () => [...new DOMParser().parseFromString(html, 'text/html').body.childNodes].map(drawn),
    [html],
  );
  return <div className={styles.view}>{content}</div>;
}
