import { type RawBuilder, sql } from 'kysely';
import { foodLossCase } from '../../../contract/foodLoss.states';
import { LEFT_NICKNAME, LEFT_TEXT, userLifecycle } from '../../../contract/user.states';
import { refuse } from '../../core/http/refusal';
import { blankSteps } from '../case';
import { forgetFileOrigins } from '../file';
import type { Db } from './store';

/**
 * Removes personal data from food losses of users who deleted their account: names, texts, file names, and the coordinates of files.
 * Amounts, parties, decisions and the texts of staff remain, because payments depend on them (docs/decisions/0058).
 */

/**
 * Builds the condition that the user sent the report or an event of the given type through the app. Entries that staff recorded for the
 * user contain the name of the staff member. That name is not removed.
 */
const sentBy = (event: 'evidence' | 'appealed') => sql`exists (
  select from food_loss_event e
  where e.party = 'user' and e.person_id = l.user_id and e.loss_id = l.id and e.event in ('reported', ${event}))`;

export async function forgetLossUsers(db: Db, userIds: readonly number[]): Promise<void> {
  const among = sql`any(${sql.val([...userIds])}::bigint[])`;
  const { rows: files } = await sql<{ id: number }>`
    select e.file_id as id from food_loss_event e
    where e.party = 'user' and e.person_id = ${among} and e.file_id is not null`.execute(db);
  await forgetFileOrigins(
    db,
    files.map(({ id }) => id),
  );
  // Blank the steps before the appeals, because `stepsOfUser` compares the names in the steps with the names in the appeals.
  await blankSteps(db, foodLossCase.key, stepsOfUser(among));
  await sql`
    update food_loss_evidence v set note = case when v.note is null then null else ${LEFT_TEXT} end,
      by_name = case when ${sentBy('evidence')} then ${LEFT_NICKNAME} else v.by_name end
    from food_loss l where l.id = v.loss_id and v.party = 'user' and l.user_id = ${among}`.execute(db);
  await sql`
    update food_loss_appeal a set ground = ${LEFT_TEXT},
      by_name = case when ${sentBy('appealed')} then ${LEFT_NICKNAME} else a.by_name end
    from food_loss l where l.id = a.loss_id and a.party = 'user' and l.user_id = ${among}`.execute(db);
  await sql`
    update food_loss set version = version + 1, reporter_name = ${LEFT_NICKNAME}, description = ${LEFT_TEXT},
      maker_name = case when maker_id = 0 then ${LEFT_NICKNAME} else maker_name end
    where reporter_type = 'user' and user_id = ${among}`.execute(db);
}

/** Selects the steps that the user took or that repeat the user's words. */
const stepsOfUser = (among: RawBuilder<unknown>) => sql`
  select s.case_id, s.id from food_loss l join case_step s on s.case_type = ${foodLossCase.key} and s.case_id = l.id
  where l.user_id = ${among} and (
    (l.reporter_type = 'user' and (s.step = 'submit' or (s.step = 'cancel' and s.by_id = 0)))
    or (s.step = 'appeal' and exists (
      select from food_loss_appeal a where a.loss_id = l.id and a.party = 'user' and a.by_name = s.by_name)))`;

/**
 * Locks the user who reports, so that the user cannot be anonymised until the report is stored.
 *
 * @throws Refusal 42201 the user has deleted the account
 */
export async function holdReporter(db: Db, userId: number): Promise<void> {
  const user = await db.selectFrom('app_user').where('id', '=', userId).select('status').forShare().executeTakeFirst();
  if (user?.status === 'cancelled') throw refuse(42201, { state: userLifecycle.states.cancelled.text });
}
