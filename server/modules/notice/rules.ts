import type { NoticeCounts } from '../../../contract/notice';
import { NOTICE_TYPES, type NoticeType } from '../../../contract/notice.events';

/** Checks that a link is empty or a path of the console with at most 200 characters. A notice must never link to another site. */
export function isInnerLink(link: string): boolean {
  return link === '' || (link.length <= 200 && /^\/[A-Za-z0-9][\w/.-]*(\?[\w=&%,.-]*)?$/.test(link));
}

interface CountRow {
  readonly type: NoticeType;
  readonly total: number;
  readonly unread: number;
}

/** Computes the counts of one inbox from its rows by type. A missing type counts as 0. */
export function countsOf(rows: readonly CountRow[]): Omit<NoticeCounts, 'announcements'> {
  const of = (type: NoticeType) => {
    const row = rows.find((one) => one.type === type);
    return { total: row?.total ?? 0, unread: row?.unread ?? 0 };
  };
  const types = { notification: of('notification'), message: of('message'), event: of('event') };
  const sum = (key: 'total' | 'unread') => NOTICE_TYPES.reduce((before, type) => before + types[type][key], 0);
  return { total: sum('total'), unread: sum('unread'), types };
}

/** Formats a server-sent event. */
export function frame(event: string, data: unknown, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
