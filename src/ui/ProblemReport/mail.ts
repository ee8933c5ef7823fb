import type { Translate } from '@/app/i18n/i18n';

/** Windows opens no longer link with the mail program; characters of the encoded link. */
const LINK_MAX = 2_000;

interface Message {
  /** The tenant's support address. */
  readonly to: string;
  /** Number of the report in the console; null: the console did not keep it. */
  readonly id: number | null;
  /** Name of the saved file, which the person attaches: a link carries texts only. */
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
 * The message about a reported problem, as a `mailto:` link: subject, what happened, page, contract version, request ids and
 * which file to attach. What happened is cut where the link would become too long to be opened; the file has it whole, and what
 * support needs to find the calls stays.
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
    // The address is between `mailto:` and `?`: its other characters must not begin a second field.
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

/** Opens the person's mail program with a message; the page stays. */
export function openMail(link: string): void {
  const anchor = document.createElement('a');
  anchor.href = link;
  anchor.click();
}
