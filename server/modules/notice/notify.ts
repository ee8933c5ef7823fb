import type { Kysely } from 'kysely';
import { filled, type TextParams } from '../../../contract/message';
import { type NoticeEvent, type NoticeSource, type NoticeType, noticeEvent } from '../../../contract/notice.events';
import type { Text } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import { isInnerLink } from './rules';
import { insertOutbox } from './store';

/** The tools of `notify`; a handler's context has them. */
interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Ids;
}

/** A notice to send. */
export type Notice = {
  /** One line; `{name}` is filled from `params`. */
  readonly title: Text;
  /** One or two sentences. Never a password, a code or a whole phone number: the notice may become a text message. */
  readonly content: Text;
  readonly params?: TextParams;
  /** Path inside the console, `/teamList/index?open=12`. */
  readonly link?: string;
  /** A notice with the same key is sent once, for jobs that may run twice. */
  readonly dedupe?: string;
} & (
  | {
      /** The rule of this event selects receivers and channels, or disables the notice. */
      readonly event: NoticeEvent;
      /** The station of the notice: only people whose scope contains it receive it. */
      readonly teamId?: number;
      /** Value for the rule's threshold: the notice is sent at or below the threshold. */
      readonly value?: number;
      /** Additional receivers regardless of the rule: the people concerned. */
      readonly accountIds?: readonly number[];
    }
  | {
      readonly type: NoticeType;
      readonly source: NoticeSource;
      readonly accountIds: readonly number[];
    }
);

/**
 * Sends a notice. Call it in the transaction of the event: it only stores the notice, so a rollback discards it. The delivery
 * about a second later decides receivers, merging, quiet hours and text messages.
 *
 * @returns false if a notice with the same `dedupe` was sent before
 * @throws RangeError when the link leads out of the console
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
    value: ofEvent?.value ?? null,
    dedupe: notice.dedupe ?? null,
  });
}
