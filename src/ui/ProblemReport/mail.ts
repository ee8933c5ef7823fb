import type { Translate } from '@/app/i18n/i18n';

/** Longest link that Windows passes to a mail program, in characters of the encoded link. */
const LINK_MAX = 2_000;

interface Message {
  /** The tenant's support address. */
  readonly to: string;
  /** Number of the report in the console; null: the console could not store it. */
  readonly id: number | null;
  /** Name of the saved file, which the user attaches: a link can carry only text. */
  readonly file: string;
  readonly content: string;
  readonly report: {
    readonly page: string;
    readonly contract: string;
    readonly calls: readonly { readonly requestId: string }[];
  };
  readonly t: Translate;
}

/**
 * Builds the message about a reported problem as a `mailto:` link: subject, description, page, contract version, request ids and the
 * file to attach. The description is cut when the link would be too long to open. The file contains all of it, and the request ids
 * are never cut, because support needs them to find the calls.
 */
export function supportMail({ to, id, file, content, report, t }: Message): string {
  const { page, contract, calls } = report;
  const path = page.split('?')[0] ?? page;
  const subject =
    id === null ? t('report.mailSubject', { page: path }) : t('report.mailSubjectNumbered', { n: id, page: path });
  const ids = calls.map(({ requestId }) => requestId).filter(Boolean);
  const facts = [
    t('report.mailAttach', { name: file }),
    '',
    `${t('report.page')}: ${page}`,
    `${t('report.version')}: ${contract}`,
    `${t('report.mailCalls')}: ${ids.join(' ') || t('report.noCalls')}`,
  ];
  const linkWith = (words: string): string => {
    const body = [words, '', ...facts].join('\r\n');
    // The address is between `mailto:` and `?`: its special characters must not start another field.
    const address = to.split('@').map(encodeURIComponent).join('@');
    return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  };
  const whole = linkWith(content);
  if (whole.length <= LINK_MAX) return whole;
  const cut = (length: number) => `${[...content].slice(0, length).join('')}… ${t('report.mailCut')}`;
  let [fits, tooLong] = [0, [...content].length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (linkWith(cut(middle)).length <= LINK_MAX) fits = middle;
    else tooLong = middle;
  }
  return linkWith(cut(fits));
}

/** Opens the user's mail program with a message, without leaving the page. */
export function openMail(link: string): void {
  const anchor = document.createElement('a');
  anchor.href = link;
  anchor.click();
}
