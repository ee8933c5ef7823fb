import type { NoticeCounts } from '../../../contract/notice';
import { NOTICE_TYPES, type NoticeType } from '../../../contract/notice.events';

/** Only paths of the console itself: a notice must never lead anywhere else. */
export function isInnerLink(link: string): boolean {
  return link === '' || (link.length <= 200 && /^\/[A-Za-z0-9][\w/.-]*(\?[\w=&%,.-]*)?$/.test(link));
}

interface CountRow {
  readonly type: NoticeType;
  readonly total: number;
  readonly unread: number;
}

/** Counts of one inbox from its counted types; types without a row have none. */
export function countsOf(rows: readonly CountRow[]): Omit<NoticeCounts, 'announcements'> {
  const of = (type: NoticeType) => {
    const row = rows.find((one) => one.type === type);
    return { total: row?.total ?? 0, unread: row?.unread ?? 0 };
  };
  const types = { notification: of('notification'), message: of('message'), event: of('event') };
  const sum = (key: 'total' | 'unread') => NOTICE_TYPES.reduce((before, type) => before + types[type][key], 0);
  return { total: sum('total'), unread: sum('unread'), types };
}

/** An event for a listener, as the text of the stream (server-sent events). */
export function frame(event: string, data: unknown, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
