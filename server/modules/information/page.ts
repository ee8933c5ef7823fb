import { createHash } from 'node:crypto';
import { escapeHtml } from '../../core/escape-html';

/** Renders the public page of an article, without scripts. Pure functions: no database, no clock. */

/** Styles that break long words, shrink pictures and scroll tables, so that the page is not wider than the viewport. */
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 17px/1.7 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; overflow-wrap: anywhere; }
main { max-width: 680px; margin: 0 auto; padding: 24px 16px 64px; contain: layout paint; }
h1 { font-size: 24px; line-height: 1.35; margin: 0 0 8px; }
p.note { margin: 0 0 24px; font-size: 14px; opacity: .7; }
p.preview { padding: 8px 12px; border: 1px solid currentColor; border-radius: 6px; font-size: 14px; }
img { max-width: 100%; height: auto; }
table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; }
td, th { border: 1px solid color-mix(in srgb, currentColor 30%, transparent); padding: 6px 10px; text-align: start; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Content security policy. It allows no scripts and no forms. It allows only the page's own styles and pictures of this server. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** Renders the page of an article. @param content sanitised HTML */
export function articlePage(article: {
  readonly language: string;
  readonly title: string;
  readonly note: string;
  /** Note that is shown above an unpublished text. `null` means no note. */
  readonly previewNote: string | null;
  readonly content: string;
}): string {
  const { language, title, note, previewNote, content } = article;
  const name = escapeHtml(title);
  return `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title><style>${STYLE}</style></head>
<body><main>${previewNote === null ? '' : `<p class="preview">${escapeHtml(previewNote)}</p>`}<h1>${name}</h1>
<p class="note">${escapeHtml(note)}</p>
<article>${content}</article></main></body></html>
`;
}
