import { type Insertable, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import type { FoodLossState, LossParty } from '../../../contract/foodLoss.states';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { violatedConstraint } from '../../core/database/transaction';
import { refuse } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { caseTable } from '../case';
import type { Borne, ShareIn } from './shares';

/** SQL that writes food losses with evidence, decisions and appeals, and that reads single cases. */

export type Db = Kysely<Database>;
export interface Tools {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
}
export type LossRow = Selectable<Database['food_loss']>;
export type DecisionRow = Selectable<Database['food_loss_decision']>;
export type ShareRow = Selectable<Database['food_loss_share']>;

export const LOSS_TABLE = caseTable('food_loss', { neverExpires: true });

/** Inserts a case. @throws Refusal 42306 the order already has an open case */
export async function insertLoss(db: Db, row: Insertable<Database['food_loss']>): Promise<void> {
  await db
    .insertInto('food_loss')
    .values(row)
    .execute()
    .catch((error: unknown) => {
      if (violatedConstraint(error) === 'food_loss_open') throw refuse(42306);
      throw error;
    });
}

export const findLoss = (db: Db, id: number): Promise<LossRow | undefined> =>
  db.selectFrom('food_loss').selectAll().where('id', '=', id).executeTakeFirst();
export const lockLoss = (db: Db, id: number): Promise<LossRow | undefined> =>
  db.selectFrom('food_loss').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Changes columns of a locked case and increments its version. It records no step in the history of the case. */
export async function changeLoss(
  db: Db,
  { id }: Pick<LossRow, 'id'>,
  set: Partial<Omit<Insertable<Database['food_loss']>, 'id' | 'version' | 'no'>>,
): Promise<void> {
  await db
    .updateTable('food_loss')
    .set({ ...set, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Maximum number of due cases that one query reads. */
const DUE_BATCH = 200;

/** Finds the ids of all due cases in these states. It yields each id once, even if the case is still due afterwards. */
export async function* dueLosses(db: Db, states: readonly FoodLossState[], now: Date): AsyncGenerator<number> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('food_loss')
      .select('id')
      .where('state', 'in', [...states])
      .where('due_at', '<=', now)
      .where('id', '>', after)
      .orderBy('id')
      .limit(DUE_BATCH)
      .execute();
    for (const { id } of rows) yield id;
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < DUE_BATCH) return;
  }
}

/* ---- evidence ---- */

export async function insertEvidence(
  db: Db,
  rows: readonly Insertable<Database['food_loss_evidence']>[],
): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto('food_loss_evidence')
      .values([...rows])
      .execute();
}

export const evidenceOf = (db: Db, lossId: number) =>
  db
    .selectFrom('food_loss_evidence as e')
    .leftJoin('stored_file as f', 'f.id', 'e.file_id')
    .selectAll('e')
    .select(['f.sha256', 'f.captured_at', 'f.lng', 'f.lat', 'f.capture_stated', 'f.content_type'])
    .where('e.loss_id', '=', lossId)
    .orderBy('e.id')
    .execute();

/** Maximum number of unused videos that one run of the clean-up job deletes. */
const MOST_VIDEOS = 200;

/** Finds unused videos that accounts uploaded before a moment. Videos from apps are excluded, because apps upload before they report. */
export async function unusedVideos(db: Db, before: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('stored_file as f')
    .select('f.id')
    .where('f.scene', '=', 'foodLossVideo')
    .where('f.created_by', '<>', 0)
    .where('f.created_at', '<', before)
    .where(sql<SqlBool>`not exists (select from food_loss_evidence e where e.kind = 'video' and e.file_id = f.id)`)
    .orderBy('f.id')
    .limit(MOST_VIDEOS)
    .execute();
  return rows.map(({ id }) => id);
}

/* ---- decisions ---- */

export async function insertDecision(
  db: Db,
  row: Insertable<Database['food_loss_decision']>,
  shares: readonly Insertable<Database['food_loss_share']>[],
): Promise<void> {
  await db.insertInto('food_loss_decision').values(row).execute();
  await db
    .insertInto('food_loss_share')
    .values([...shares])
    .execute();
}

export const decisionsOf = (db: Db, lossId: number): Promise<DecisionRow[]> =>
  db.selectFrom('food_loss_decision').selectAll().where('loss_id', '=', lossId).orderBy('revision').execute();

export const sharesOf = (db: Db, lossId: number): Promise<ShareRow[]> =>
  db
    .selectFrom('food_loss_share')
    .selectAll()
    .where('loss_id', '=', lossId)
    .orderBy('revision')
    .orderBy('share_bp', 'desc')
    .orderBy('party')
    .execute();

/** Reads the shares of the decision in force. */
export async function standingShares(db: Db, row: Pick<LossRow, 'id' | 'revision'>): Promise<ShareIn[]> {
  const rows = await sharesOf(db, row.id);
  return rows
    .filter(({ revision, share_bp: bp }) => revision === row.revision && bp > 0)
    .map(({ party, share_bp: shareBp }) => ({ party, shareBp }));
}

/** Stores the amount that each party finally bore. */
export async function noteBorne(db: Db, row: LossRow, parts: readonly Borne[]): Promise<void> {
  for (const { party, shareBp, decidedFen, borneFen, owedFen } of parts) {
    await db
      .insertInto('food_loss_share')
      .values({
        loss_id: row.id,
        revision: row.revision,
        party,
        party_id: partyId(row, party),
        share_bp: shareBp,
        decided_fen: decidedFen,
        borne_fen: borneFen,
        owed_fen: owedFen,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['loss_id', 'revision', 'party'])
          .doUpdateSet({ party_id: partyId(row, party), borne_fen: borneFen, owed_fen: owedFen }),
      )
      .execute();
  }
}

/** Returns the id of a party of a case. An insurer has an id only in a paid case. The platform and force majeure have no id. */
export function partyId(
  row: Pick<LossRow, 'rider_id' | 'merchant_id' | 'team_id' | 'user_id'> & Partial<Pick<LossRow, 'insurer_id'>>,
  party: LossParty,
): number | null {
  switch (party) {
    case 'rider':
      return row.rider_id;
    case 'merchant':
      return row.merchant_id;
    case 'team':
      return row.team_id;
    case 'user':
      return row.user_id;
    case 'insurer':
      return row.insurer_id ?? null;
    default:
      return null;
  }
}

/* ---- appeals ---- */

/** Stores an appeal. @throws Refusal 42305 the party has already appealed */
export async function insertAppeal(db: Db, row: Insertable<Database['food_loss_appeal']>): Promise<void> {
  const known = await db
    .selectFrom('food_loss_appeal')
    .select('id')
    .where('loss_id', '=', row.loss_id)
    .where('party', '=', row.party)
    .executeTakeFirst();
  if (known) throw refuse(42305);
  await db.insertInto('food_loss_appeal').values(row).execute();
}

export const appealsOf = (db: Db, lossId: number) =>
  db.selectFrom('food_loss_appeal').selectAll().where('loss_id', '=', lossId).orderBy('id').execute();

export async function answerAppeals(
  db: Db,
  lossId: number,
  said: { readonly result: 'upheld' | 'dismissed'; readonly answer: string; readonly by: string; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('food_loss_appeal')
    .set({ result: said.result, answer: said.answer, decided_by: said.by, decided_at: said.at })
    .where('loss_id', '=', lossId)
    .where('result', '=', 'pending')
    .execute();
}
