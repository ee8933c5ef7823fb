import type { ViewNode } from '../../../contract/franchisePage.elements';
import { escapeHtml } from '../../core/escape-html';

/** Builds HTML. Texts and attribute values are escaped. The caller must sanitise formatted text before passing it in. */

const VOID = ['input', 'img', 'hr', 'br', 'meta', 'link'];

export function toHtml(node: ViewNode): string {
  if (typeof node === 'string') return escapeHtml(node);
  if ('html' in node) return `<div dir="auto">${node.html}</div>`;
  const attrs = Object.entries(node.attrs).map(([name, value]) =>
    value === '' && name !== 'alt' && name !== 'value' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`,
  );
  const open = `<${node.tag}${attrs.join('')}>`;
  return VOID.includes(node.tag) ? open : `${open}${node.children.map(toHtml).join('')}</${node.tag}>`;
}

/** Encodes JSON for a script element, so that no text in it can close the element. */
export const embeddedJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
