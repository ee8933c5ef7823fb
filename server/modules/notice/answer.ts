import type { NoticeRow } from '../../../contract/notice';
import { NOTICE_SOURCES, NOTICE_TYPE_TEXT } from '../../../contract/notice.events';
import type { Locale } from '../../../contract/text';
import type { StoredNotice } from './store';

/** Builds the answer about a notice in the reader's language. */
export function noticeAnswer(row: StoredNotice, locale: Locale): NoticeRow {
  return {
    id: row.id,
    type: row.type,
    typeText: NOTICE_TYPE_TEXT[row.type][locale],
    source: row.source,
    sourceText: NOTICE_SOURCES[row.source][locale],
    title: row.title[locale],
    content: row.content[locale],
    link: row.link,
    count: row.count,
    read: row.read,
    at: row.at.toISOString(),
    actions: [
      ...(row.link === '' ? [] : (['open'] as const)),
      ...(row.read ? [] : (['read'] as const)),
      'remove' as const,
    ],
  };
}
