import type { Kysely } from 'kysely';
import { TIMED_AUDITS } from '../../../contract/record.texts';
import { type Text, text } from '../../../contract/text';
import { recordBySystem } from '../../core/audit';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { Words } from '../../core/database/tables/information';
import type { Ids } from '../../core/ids';
import { notify } from '../notice';
import { inEachLanguage } from './texts';

/** Steps that articles and announcements take at a set time. Each step is recorded, and the user who last changed the row is notified. */

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
}

const WORDS = {
  publishDue: text(
    '到时发布：{name}',
    'Published on schedule: {name}',
    'Publicado no horário: {name}',
    '到時發布：{name}',
  ),
  expire: text('到时结束：{name}', 'Ended on schedule: {name}', 'Encerrado no horário: {name}', '到時結束：{name}'),
  publishedText: text('现在可供阅读。', 'Readers see it now.', 'Os leitores já o veem.', '現在可供閱讀。'),
  endedText: text('已不再显示。', 'Readers no longer see it.', 'Os leitores não o veem mais.', '已不再顯示。'),
} as const satisfies Record<string, Text>;

const OF_KIND = {
  article: { source: 'system', link: '/information/index?open=' },
  announcement: { source: 'announcement', link: '/announcementCenter/announcementCenter?open=' },
} as const;

/** The fields of a changed row that the jobs need. `updatedBy` is the account that last changed the row; 0 means the system. */
export interface TimedRow {
  readonly id: number;
  readonly title: Partial<Words>;
  readonly updatedBy: number;
}

/**
 * Records the step of each row in the audit log, and notifies the account that last changed the row. If the system last changed the row,
 * no account is notified. The caller must use the transaction of the step.
 */
export async function recordTimed(
  tools: Tools,
  kind: keyof typeof OF_KIND,
  action: 'publishDue' | 'expire',
  rows: readonly TimedRow[],
): Promise<void> {
  const at = tools.clock.now();
  const isStart = action === 'publishDue';
  const { source, link } = OF_KIND[kind];
  for (const { id, title, updatedBy } of rows) {
    const name = inEachLanguage(title, 'zh-CN');
    await recordBySystem(tools, at, TIMED_AUDITS[kind][action], {
      ...{ objectId: id, objectNo: name['zh-CN'] },
      before: { state: isStart ? 'scheduled' : 'published' },
      after: { state: isStart ? 'published' : 'expired' },
    });
    if (updatedBy === 0) continue;
    await notify(tools, {
      ...{ type: 'message', source, accountIds: [updatedBy], link: `${link}${id}` },
      ...{ title: WORDS[action], content: isStart ? WORDS.publishedText : WORDS.endedText, params: { name } },
    });
  }
}
