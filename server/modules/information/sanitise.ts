import sanitize from 'sanitize-html';

/**
 * Rich text (DOMAIN §0.1). Only elements of the allow-list are stored. The console, the public page and the apps can therefore show the
 * text without further checks. Pure functions: no database, no clock.
 */

const TAGS = ['p', 'br', 'h2', 'h3', 'h4', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'img'] as const;
const TABLE_TAGS = ['table', 'thead', 'tbody', 'tr', 'th', 'td'] as const;
/** Elements that are removed together with their text. */
const WITHOUT_TEXT = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'iframe',
  'noembed',
  'noframes',
  'xmp',
  'plaintext',
];
const FOREIGN = ['svg', 'math', 'template', 'title', 'object', 'select', 'audio', 'video', 'canvas'];
/** Maximum nesting depth. The tags of deeper elements are removed, and their text remains. Deep nesting slows browsers down. */
const DEEPEST = 16;
const MOST_CELLS = 20;
const HTTPS = /^https:\/\/[^\s/]/i;
const SPAN = /^[1-9]\d?$/;

type Attributes = Readonly<Record<string, string>>;
const spans = ({ colspan, rowspan }: Attributes) => {
  const kept = (value: string | undefined) => value !== undefined && SPAN.test(value) && Number(value) <= MOST_CELLS;
  return { ...(kept(colspan) && { colspan }), ...(kept(rowspan) && { rowspan }) } as sanitize.Attributes;
};
const cell = (tagName: string, attribs: Attributes) => ({ tagName, attribs: spans(attribs) });

/**
 * Removes everything that is not in the allow-list. A repeated call changes nothing.
 * @param isOwnPicture checks whether a URL belongs to one of our pictures
 */
export function sanitiseHtml(html: string, isOwnPicture: (src: string) => boolean): string {
  return sanitize(html, {
    allowedTags: [...TAGS, ...TABLE_TAGS],
    allowedAttributes: {
      a: ['href', 'rel'],
      img: ['src', 'alt'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    nonTextTags: [...WITHOUT_TEXT, ...FOREIGN],
    nestingLimit: DEEPEST,
    transformTags: {
      b: 'strong',
      i: 'em',
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      th: cell,
      td: cell,
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: (HTTPS.test(href) ? { href, rel: 'noopener noreferrer nofollow' } : {}) as sanitize.Attributes,
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnPicture(attribs.src ?? ''),
  }).trim();
}

/** Returns the plain text of a rich text. Each tag is replaced by a space, and successive spaces become one space. */
export const plainText = (html: string): string =>
  sanitize(html.replace(/</g, ' <'), { allowedTags: [], allowedAttributes: {} })
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

/** Checks whether a rich text has neither text nor a picture. */
export const isBlank = (html: string): boolean => plainText(html) === '' && !/<img\b/.test(html);
