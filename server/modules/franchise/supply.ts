import type { Kysely } from 'kysely';
import { FRANCHISE, type FranchiseState, franchiseCase } from '../../../contract/franchiseApply.states';
import type { Answers, FormField } from '../../../contract/franchiseForm';
import { valuesOf } from '../../../contract/franchiseForm.answers';
import { SUPPLY_KEYS, supplyFields } from '../../../contract/franchiseSupply';
import { text } from '../../../contract/text';
import type { Database } from '../../core/database/schema';
import { refuse } from '../../core/http/refusal';
import { notify } from '../notice';
import { insertFollow } from './follow-store';
import { formVersion } from './forms';
import { franchiseApplications, linkTo, NOTHING_MISSING, sealedPlace } from './kind';
import { partsOf, placeColumns } from './parts';
import { stageOf } from './rules';
import { type ApplyRow, putSecret, updateApply } from './store';
import type { Tools } from './submit';
import { claimUploads } from './uploads';

/** Applications as their applicants see them, and the material that applicants hand in later (DOMAIN §3.6). */

type Db = Kysely<Database>;

const WORDS = {
  title: text(
    '申请人已补交资料：{name}',
    'Material handed in: {name}',
    'Documentos entregues: {name}',
    '申請人已補交資料：{name}',
  ),
  content: text(
    '{no} 已回到待审批。',
    '{no} waits for approval again.',
    '{no} aguarda aprovação de novo.',
    '{no} 已回到待審批。',
  ),
} as const;

/**
 * Returns the state that the applicant sees. After the time limit for missing material, the state is `closed`, even before the job has
 * stored the closing.
 */
export const stateNow = ({ state, supplement_until: until }: ApplyRow, now: Date): FranchiseState =>
  state === 'supplement' && until !== null && until <= now ? 'closed' : state;

/** Finds the applications with a phone number. The newest application is the first. */
export const applicationsOf = (db: Db, tel: string): Promise<ApplyRow[]> =>
  db
    .selectFrom('franchise_apply')
    .selectAll()
    .where('tel', '=', tel)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(FRANCHISE.rows)
    .execute();

/** Finds and locks the application with this number and phone. */
export const lockOwn = (db: Db, tel: string, no: string): Promise<ApplyRow | undefined> =>
  db
    .selectFrom('franchise_apply')
    .selectAll()
    .where('tel', '=', tel)
    .where('no', '=', no)
    .forUpdate()
    .executeTakeFirst();

/** The form with which an applicant hands in material. */
export interface Asked {
  readonly version: number;
  readonly fields: readonly FormField[];
}

/** Returns the form for the missing material. Returns `null` if no material is requested or the time for it has ended. */
export async function askedOf(db: Db, row: ApplyRow, now: Date): Promise<Asked | null> {
  if (stateNow(row, now) !== 'supplement') return null;
  const { version, fields } = await formVersion(db, row.form_version);
  return { version, fields: supplyFields(fields, row.missing_fields) };
}

/** Returns the form for the missing material of this application. Returns `null` for an unknown id, or as {@link askedOf} does. */
export async function askedById(db: Db, id: number, now: Date): Promise<Asked | null> {
  const row = await db.selectFrom('franchise_apply').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? askedOf(db, row, now) : null;
}

export async function wasSupplied(db: Db, applyId: number, key: string): Promise<boolean> {
  const found = db.selectFrom('franchise_follow').select('id').where('apply_id', '=', applyId);
  return (await found.where('submit_key', '=', key).executeTakeFirst()) !== undefined;
}

export interface Supply {
  readonly key: string;
  /** Answers that have passed all checks. */
  readonly answers: Answers;
  readonly files: { readonly visit: string; readonly ids: readonly number[] };
}

/** Builds the columns that new answers change, and stores encrypted answers in their own table. */
async function changedColumns({ db, secrets }: Tools, row: ApplyRow, given: Answers) {
  const { fields } = await formVersion(db, row.form_version);
  const answers: Answers = { ...row.answers, ...given };
  const { hidden, open, place, budget, idMark, score } = partsOf({ fields, answers }, secrets);
  const placeKeys = fields.filter(({ kind }) => kind === 'region' || kind === 'address').map(({ key }) => key);
  for (const { key } of hidden) {
    const sealed = secrets.seal(answers[key] ?? '', sealedPlace(row.id, key));
    await putSecret(db, { apply_id: row.id, key, sealed });
  }
  return {
    answers: JSON.stringify(open),
    score,
    ...(given.name !== undefined && { name: given.name }),
    // Change these columns only if the applicant has answered a region or address field again: they contain the region's name at the time
    // of the application.
    ...(placeKeys.some((key) => given[key] !== undefined) && placeColumns(place)),
    ...(given.budget !== undefined && { budget }),
    ...(idMark !== null && { id_mark: idMark }),
  };
}

/**
 * Stores an applicant's material and returns the application to approval. The caller must have locked an application that lacks material.
 *
 * @throws Refusal 42282 a file belongs to another application
 */
export async function supplyMaterial(tools: Tools, row: ApplyRow, { key, answers, files }: Supply): Promise<void> {
  const { db, clock, ids } = tools;
  const { [SUPPLY_KEYS.files]: others = '', [SUPPLY_KEYS.note]: note = '', ...given } = answers;
  const claimed = files.ids.length === 0 ? 0 : await claimUploads(db, { ...files, applyId: row.id });
  if (claimed < files.ids.length) throw refuse(42282);
  const to = franchiseCase.steps.supplied.to;
  await updateApply(db, row.id, {
    ...(await changedColumns(tools, row, given)),
    ...NOTHING_MISSING,
    state: to,
    reached: Math.max(row.reached, stageOf(to)),
  });
  const before = Object.fromEntries(Object.keys(given).map((answered) => [answered, row.answers[answered] ?? '']));
  await insertFollow(db, {
    ...{ id: ids.next(), apply_id: row.id, way: 'supplied', content: note, next_at: null, at: clock.now() },
    ...{ files: JSON.stringify(valuesOf(others).map(Number)), answers_before: JSON.stringify(before) },
    ...{ by_id: 0, by_name: given.name ?? row.name, submit_key: key },
  });
  await franchiseApplications.addStep(tools, row.id, 'supplied');
  const told = [...new Set([row.follower_id ?? 0, row.maker_id])].filter((id) => id > 0);
  if (told.length === 0) return;
  await notify(tools, {
    ...{ type: 'message', source: 'franchise', accountIds: told, link: linkTo(row.id) },
    ...{ title: WORDS.title, content: WORDS.content, params: { name: row.name, no: row.no } },
  });
}
