import type { ViewNode } from '@contract/franchisePage.elements';

/**
 * This module renders the elements of the page. In formatted text, it copies only allowed elements and replaces other elements by their
 * content. A link keeps its `href` if the address starts with `https://`. All other attributes of formatted text are dropped.
 */

const FORMATTED_TAGS = 'p,br,h2,h3,h4,strong,em,ul,ol,li,a,table,thead,tbody,tr,th,td'.split(',');

function copied(node: Node): Node | null {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.textContent ?? '');
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  const isKept = FORMATTED_TAGS.includes(name);
  const copy = isKept ? document.createElement(name) : document.createDocumentFragment();
  const href = node.getAttribute('href') ?? '';
  if (copy instanceof HTMLAnchorElement && href.startsWith('https://')) copy.href = href;
  for (const child of node.childNodes) {
    const inner = copied(child);
    if (inner) copy.append(inner);
  }
  return copy;
}

export function draw(node: ViewNode): Node {
  if (typeof node === 'string') return document.createTextNode(node);
  if ('html' in node) {
    const box = document.createElement('div');
    box.dir = 'auto';
    const { body } = new DOMParser().parseFromString(node.html, 'text/html');
    for (const child of body.childNodes) {
      const inner = copied(child);
      if (inner) box.append(inner);
    }
    return box;
  }
  const element = document.createElement(node.tag);
  for (const [name, value] of Object.entries(node.attrs)) element.setAttribute(name, value);
  element.append(...node.children.map(draw));
  return element;
}
