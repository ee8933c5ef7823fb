/** This file defines simple elements of the application page. The server writes them as HTML, and the builder renders them. */

export interface ViewElement {
  readonly tag: string;
  readonly attrs: Readonly<Record<string, string>>;
  readonly children: readonly ViewNode[];
}
/** A text, an element, or HTML within the allow-list. */
export type ViewNode = string | ViewElement | { readonly html: string };

export function el(
  tag: string,
  attrs: Readonly<Record<string, string | number | boolean | null | undefined>>,
  ...children: (ViewNode | null | readonly ViewNode[])[]
): ViewElement {
  const kept = Object.entries(attrs).filter(([, value]) => value !== null && value !== undefined && value !== false);
  return {
    tag,
    attrs: Object.fromEntries(kept.map(([name, value]) => [name, value === true ? '' : String(value)])),
    children: children.flatMap((child) =>
      child === null ? [] : typeof child === 'string' ? [child] : child,
    ) as ViewNode[],
  };
}
