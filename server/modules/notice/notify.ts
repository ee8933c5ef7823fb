import type { Kysely } from 'kysely';
import { filled, type TextParams } from '../../../contract/message';
import { type NoticeEvent, type NoticeSource, type NoticeType, noticeEvent } from '../../../contract/notice.events';
import type { Text } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import { isInnerLink } from './rules';
import { insertOutbox } from './store';

/** The dependencies of `notify`. The context of a handler contains them. */
interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Ids;
}

export type Notice = {
  /** One line. `{name}` is replaced by the value in `params`. */
  readonly title: Text;
  /** One or two sentences. Never include a password, a code or a full phone number: the notice may be sent as a text message. */
  readonly content: Text;
  readonly params?: TextParams;
  /** Path inside the console, such as `/teamList/index?open=12`. */
  readonly link?: string;
  /** Deduplication key. No notice is sent while a notice with the same key is stored. A job can therefore safely run twice. */
  readonly dedupe?: string;
} & (
  | {
      /** The event of the notice. Its rule selects receivers and channels, or disables the notice. */
      readonly event: NoticeEvent;
      /** The station of the notice. The rule can select the station's administrators and users whose data scope contains the station. */
      readonly teamId?: number;
      /** Id of the application or the franchisee of an event without a station. Only receivers who may see this record get the notice. */
      readonly objectId?: number;
      /** The value that the rule compares with its threshold. If the value is above the threshold, the rule sends no notice. */
      readonly value?: number;
      /** Accounts of the users concerned. They receive the notice regardless of the rule. */
      readonly accountIds?: readonly number[];
    }
  | {
      readonly type: NoticeType;
      readonly source: NoticeSource;
      readonly accountIds: readonly number[];
    }
);

/**
 * Sends a notice. Call it in the transaction of the event: it only stores the notice, so a rollback discards it. The delivery about a
 * second later decides receivers, merging, quiet hours and text messages.
 *
 * @returns false if a notice with the same `dedupe` is still stored
 * @throws RangeError if the link is not a path of the console with at most 200 characters
 */
export async function notify(tools: Tools, notice: Notice): Promise<boolean> {
  const link = notice.link ?? '';
  if (!isInnerLink(link)) throw new RangeError(`a notice cannot lead to ${link}`);
  const ofEvent = 'event' in notice ? notice : null;
  const kind = 'event' in notice ? noticeEvent(notice.event) : notice;
  return insertOutbox(tools.db, {
    id: tools.ids.next(),
    at: tools.clock.now(),
    event: ofEvent?.event ?? null,
    type: kind.type,
    source: kind.source,
    title: JSON.stringify(filled(notice.title, notice.params)),
    content: JSON.stringify(filled(notice.content, notice.params)),
    link,
    account_ids: JSON.stringify([...new Set(notice.accountIds ?? [])]),
    team_id: ofEvent?.teamId ?? null,
    object_id: ofEvent?.objectId ?? null,
    value: ofEvent?.value ?? null,
    dedupe: notice.dedupe ?? null,
  });
}
