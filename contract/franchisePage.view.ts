import { inWords } from './franchiseForm.words';
import { type Block, type BlockItem, FORMATTED, type PageContent } from './franchisePage.content';
import { el, type ViewElement } from './franchisePage.elements';
import { type FieldParts, fieldView, proofView } from './franchisePage.fieldView';
import type { Text } from './text';

/**
 * This file builds the public application page from simple elements. The server writes them as HTML, and the builder renders them as
 * its preview. Plain texts become text nodes or attribute values. Only formatted texts become HTML, limited to the allow-list.
 */

export interface ViewParts extends FieldParts {
  readonly content: PageContent;
  /** Returns the URL of a picture by its file id. The result is undefined if the file no longer exists. */
  readonly imageOf: (id: number) => string | undefined;
}

function formView(block: Block, parts: ViewParts): ViewElement {
  const { content, locale, say } = parts;
  const agreement = content.blocks.find(({ kind }) => kind === 'agreement');
  const name = agreement ? inWords(agreement.title, locale) : '';
  return el(
    'form',
    { id: 'apply', novalidate: true, 'aria-labelledby': 'apply-title' },
    el('h2', { id: 'apply-title', dir: 'auto' }, inWords(block.title, locale)),
    content.fields.map((field) => fieldView(field, parts)),
    proofView(parts, content.settings.needSms),
    agreement
      ? el('details', {}, el('summary', {}, `${say('readAgreement')} ${name}`), {
          html: inWords(agreement.text, locale),
        })
      : null,
    el(
      'div',
      { class: 'field' },
      el(
        'label',
        { class: 'choice' },
        el('input', { type: 'checkbox', id: 'agreed', 'aria-describedby': 'e-agreed' }),
        el('span', { dir: 'auto' }, `${say('agree')} ${name}`),
      ),
      el('p', { id: 'e-agreed', class: 'error', 'data-error': true }),
    ),
    el('p', { class: 'problem', role: 'alert', 'data-problem': true }),
    el('button', { type: 'submit', class: 'main', dir: 'auto' }, inWords(block.text, locale)),
  );
}

const picture = (id: number | null, alt: string, { imageOf }: ViewParts): ViewElement | null => {
  const src = id === null ? undefined : imageOf(id);
  return src === undefined ? null : el('img', { src, alt, loading: 'lazy' });
};

function itemView(block: Block, item: BlockItem, index: number, parts: ViewParts): ViewElement {
  const { locale, say } = parts;
  const title = inWords(item.title, locale);
  const words = el('p', { dir: 'auto' }, inWords(item.text, locale));
  if (block.kind === 'faq') return el('details', { class: 'item' }, el('summary', { dir: 'auto' }, title), words);
  const head = block.kind === 'steps' ? `${say('step')} ${index + 1} · ${title}` : title;
  return el('div', { class: 'item' }, picture(item.image, title, parts), el('h3', { dir: 'auto' }, head), words);
}

function blockView(block: Block, parts: ViewParts): ViewElement | null {
  const { locale, say } = parts;
  const title = inWords(block.title, locale);
  const words = inWords(block.text, locale);
  if (block.kind === 'form') return el('section', { class: 'block', id: `b-${block.key}` }, formView(block, parts));
  // The form block shows the agreement above its button, so this block would repeat it.
  if (block.kind === 'agreement') return null;
  const isBanner = block.kind === 'banner';
  const text = FORMATTED.includes(block.kind) ? { html: words } : el('p', { dir: 'auto', class: 'words' }, words);
  const tel =
    block.kind === 'contact' && block.tel
      ? el('p', {}, el('a', { href: `tel:${block.tel.replace(/[^\d+-]/g, '')}` }, `${say('call')} ${block.tel}`))
      : null;
  return el(
    'section',
    { class: `block ${block.kind}`, id: `b-${block.key}` },
    isBanner ? picture(block.image, '', parts) : null,
    el(isBanner ? 'h1' : 'h2', { dir: 'auto' }, title),
    words ? text : null,
    tel,
    block.items.map((item, index) => itemView(block, item, index, parts)),
  );
}

/** Renders the page's blocks in order. If there is no banner, the page title becomes the heading. */
export function pageView(parts: ViewParts): ViewElement {
  const { content, locale } = parts;
  const hasBanner = content.blocks.some(({ kind }) => kind === 'banner');
  const title: Text = content.settings.title;
  return el(
    'main',
    { class: 'page' },
    hasBanner ? null : el('h1', { dir: 'auto' }, inWords(title, locale)),
    content.blocks.flatMap((block) => blockView(block, parts) ?? []),
  );
}
