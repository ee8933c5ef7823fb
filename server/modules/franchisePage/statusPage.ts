import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { el } from '../../../contract/franchisePage.elements';
import { PAGE_WORDS, proofView } from '../../../contract/franchisePage.fieldView';
import type { Locale } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { STATUS_PATH } from '../franchise';
import { readSetting } from '../site';
import { toHtml } from './html';
import { type ApplyWord, languageOf, pageHeaders, say, scriptHtml, shell, top, wordsIn } from './shell';

/** The public page on which applicants see their applications and hand in missing material. Its script renders applications and forms. */

interface Deps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
}

/** Keys of the texts that the script displays. */
const SCRIPT_WORDS: readonly ApplyWord[] = [
  ...PAGE_WORDS,
  'resend',
  'codeSent',
  'captchaMissing',
  'codeMissing',
  'telMissing',
  'sending',
  'fix',
  'statusEnded',
  'statusLeave',
  'noApplication',
  'number',
  'appliedOn',
  'progress',
  'reason',
  'applyAgain',
  'supplyTitle',
  'supplySend',
  'supplied',
];

/** Renders the link to the status page of applicants. */
export function statusLink(locale: Locale): string {
  const word = say(locale);
  const link = el('a', { href: `${STATUS_PATH}?lang=${locale}` }, word('statusLink'));
  return toHtml(el('nav', { class: 'page links', 'aria-label': word('statusTitle') }, link));
}

function codeForm(locale: Locale) {
  const word = say(locale);
  return el(
    'form',
    { id: 'status', novalidate: true, 'aria-labelledby': 'status-title' },
    el('p', { class: 'words' }, word('statusHelp')),
    el(
      'div',
      { class: 'field' },
      el('label', { for: 'tel' }, word('statusTel')),
      el('input', { id: 'tel', type: 'tel', autocomplete: 'tel', maxlength: 16, 'aria-describedby': 'e-tel' }),
      el('p', { id: 'e-tel', class: 'error', 'data-error': true }),
    ),
    proofView({ say: word }, true),
    el('p', { class: 'problem', role: 'alert', 'data-problem': true }),
    el('button', { type: 'submit', class: 'main' }, word('statusOpen')),
  );
}

export async function statusAnswer(
  { db, clock }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { locale, locales } = await languageOf(db, request);
  const { siteName } = await readSetting(db, 'identity');
  const nonce = pageHeaders(reply, clock);
  const title = say(locale)('statusTitle');
  const main = el(
    'main',
    { class: 'page' },
    el('h1', { id: 'status-title' }, title),
    codeForm(locale),
    el('div', { id: 'applications' }),
  );
  const data = { locale, words: wordsIn(SCRIPT_WORDS, locale) };
  return reply.send(
    shell({
      locale,
      title,
      body: `${top(siteName, locale, locales)}${toHtml(main)}\n${await scriptHtml(data, nonce, locale)}`,
    }),
  );
}
