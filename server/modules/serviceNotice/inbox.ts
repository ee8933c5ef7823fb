import type { Kysely } from 'kysely';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';

/** Inbox messages about a document of the user. They belong to no task, so their task is 0. */

const NO_TASK = 0;

/**
 * Puts a message into a user's inbox, unless the user left. A number that exists changes nothing.
 *
 * @param message.no number of the message, at most 48 characters; the prefix `NT` belongs to tasks
 * @param message.title at most 30 characters
 * @param message.body at most 600 characters
 */
export async function addToInbox(
  { db, clock }: { readonly db: Kysely<Database>; readonly clock: Pick<Clock, 'now'> },
  message: { readonly no: string; readonly userId: number; readonly title: string; readonly body: string },
): Promise<void> {
  const { no, userId, title, body } = message;
  await db
    .insertInto('user_inbox')
    .columns(['no', 'user_id', 'task_id', 'title', 'body', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('app_user')
        .where('id', '=', userId)
        .where('status', '<>', 'cancelled')
        .select((row) => [
          row.val(no).as('no'),
          'id',
          row.val(NO_TASK).as('task_id'),
          row.val(title).as('title'),
          row.val(body).as('body'),
          row.val(clock.now()).as('created_at'),
        ]),
    )
    .onConflict((conflict) => conflict.column('no').doNothing())
    .execute();
}
