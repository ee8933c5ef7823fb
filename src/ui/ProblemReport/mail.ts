import type { Translate } from '@/app/i18n/i18n';

/** Longest link that Windows passes to a mail program, in characters of the encoded link. */
const LINK_MAX = 2_000;

interface Message {
  /** The tenant's support email address. */
  readonly to: string;
  /** Number of the report in the console. `null` means that the server did not confirm the report. */
  readonly id: number | null;
  /** Name of the saved file. The user attaches it, because a link can contain only text. */
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
 * Builds a `mailto:` link for a reported problem, with subject, description, page, contract version, request ids and file name. The
 * description is cut if the link would be too long. The file contains the whole description. Request ids are never cut, because
 * support needs them to find the calls.
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
    // Encode the email address, because it is between `mailto:` and `?`. Its special characters must not start another field.
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
