import { type Insertable, sql } from 'kysely';
import {
  BUDGETS,
  EXPERIENCES,
  FRANCHISE,
  type FranchiseState,
  franchiseCase,
} from '../../contract/franchiseApply.states';
import { FIRST_FORM, scoreOf } from '../../contract/franchiseForm';
import type { Database } from '../core/database/schema';
import { addDays, momentOf, wallTime } from '../core/money/days';
import { businessNo } from '../core/money/numbers';
import { idMarkOf, sealedPlace } from '../modules/franchise';
import { CITIES } from './cities';
import { decidedAfter, historyOf, NOTES } from './franchiseHistory';
import { makeFranchisePage, moreAnswers, PUBLISHED_DAYS, SECOND_VERSION, SHOP_FIELD } from './franchisePage';
import { peopleWith } from './fundAudits';
import { insertRows } from './insert';
import { demoTel, idCard, personName } from './names';
import { demoShopFront, storeDrawn } from './pictures';
import { type Random, random } from './random';
import { caseLine } from './riderWork';
import { daysAgo, type Making, ZONE } from './world';

/** Creates franchise applications with their follow-ups, and the contracts of the demo's franchisees (DOMAIN §7). */

type Apply = Insertable<Database['franchise_apply']>;
type Person = Awaited<ReturnType<typeof peopleWith>>[number];

interface Franchisee {
  readonly id: number;
  readonly name: string;
  readonly creditCode: string;
  readonly contactName: string;
  readonly contactTel: string;
  readonly territory: string[];
  readonly level: 'A' | 'B' | 'C';
  readonly shareRateBp: number;
  readonly contractFrom: string;
  readonly contractTo: string;
  readonly status: string;
}

/** State, number of applications and furthest stage of the funnel. The `opened` applications belong to the demo's franchisees. */
const DEMO_STATES: readonly (readonly [state: FranchiseState, n: number, reached: number])[] = [
  ['submitted', 20, 0],
  ['rejected', 40, 0],
  ['closed', 30, 0],
  ['following', 28, 1],
  ['visiting', 8, 1],
  ['rejected', 8, 1],
  ['closed', 6, 1],
  ['reviewing', 4, 2],
  ['supplement', 3, 2],
  ['rejected', 5, 2],
  ['approved', 2, 3],
  ['signed', 2, 4],
  ['opened', 24, 4],
];
const SMALL_STATES: typeof DEMO_STATES = [
  ['submitted', 3, 0],
  ['rejected', 1, 0],
  ['closed', 1, 0],
  ['following', 3, 1],
  ['visiting', 1, 1],
  ['reviewing', 1, 2],
  ['approved', 1, 3],
  ['opened', 1, 4],
];
/** One in five applications in the state `following` has an overdue follow-up. The demo has six such applications (DOMAIN §7). */
const OVERDUE_EVERY = 5;
/** Number of applications that repeat the phone number of another application. */
const DOUBLES = 3;
const CHANNELS = ['wx-moments', 'expo-2026', 'short-video', null] as const;
const OPEN: readonly FranchiseState[] = ['following', 'visiting', 'supplement', 'approved', 'signed'];
/** One in three applications on the second form has a photo of the shop. */
const PHOTO_EVERY = 3;
const PLANS = [
  '计划在本区开设一个站点，已有十名骑手意向，首年目标每日三百单，先覆盖商圈，再向住宅区扩展。',
  '先开一个站点试运营。',
];

async function readFranchisees({ db }: Making): Promise<Franchisee[]> {
  const { rows } = await sql<Franchisee>`
    select id, name, credit_code as "creditCode", contact_name as "contactName", contact_tel as "contactTel", territory, level,
      share_rate_bp as "shareRateBp", contract_from as "contractFrom", contract_to as "contractTo", status
    from franchisee order by id`.execute(db);
  return rows;
}

/**
 * Stores an applicant's photo as the application page does: the file, and a record of the application that uses it.
 *
 * @returns the answer to the file field
 */
async function sendShopPhoto(making: Making, index: number, { id, at }: { readonly id: number; readonly at: Date }) {
  const picture = demoShopFront(index);
  const fileId = await storeDrawn(making, 'franchiseAnswer', '示例门店照片.png', picture, at);
  const upload = { file_id: fileId, visit: `demo-${index}`, field: SHOP_FIELD, bytes: picture.bytes.length };
  await insertRows(making.db, 'franchise_upload', [{ ...upload, created_at: at, apply_id: id }]);
  return String(fileId);
}

interface Lead {
  readonly index: number;
  readonly state: FranchiseState;
  readonly reached: number;
  readonly franchisee: Franchisee | undefined;
}

/**
 * Picks the time of an application: before the contract for a franchisee, in the last days for `submitted`, in the last months for others.
 */
function appliedAt({ now }: Making, { state, franchisee }: Lead, chance: Random): Date {
  if (franchisee) return momentOf(addDays(franchisee.contractFrom, -40), 600, ZONE);
  return daysAgo(now, state === 'submitted' ? 0.2 + chance.int(0, 5) : 8 + chance.int(0, 100));
}

/** Number of days that remain for applicants to send missing material. */
const SUPPLEMENT_LEFT = 9;

/** Computes when an application was decided or returned, signed and paid. */
function datesOf({ now }: Making, { state, reached, franchisee }: Lead, createdAt: Date) {
  const returnedAt = daysAgo(now, FRANCHISE.supplementDays - SUPPLEMENT_LEFT);
  const onDay = (minute: number) => (franchisee ? momentOf(franchisee.contractFrom, minute, ZONE) : daysAgo(now, 1));
  return {
    endAt: state === 'supplement' ? returnedAt : decidedAfter(createdAt),
    signedAt: reached === 4 ? onDay(600) : null,
    paidAt: state === 'opened' ? onDay(660) : null,
  };
}

/**
 * Returns the staff account that handles an application (`worker`) and another account that decides on it (`checker`). `follower` is
 * `worker` if `reached` is above 0, otherwise `undefined`.
 */
function peopleOf(people: { staff: Person[]; checkers: Person[] }, { index, reached }: Lead) {
  const worker = people.staff[index % people.staff.length];
  const follower = reached > 0 ? worker : undefined;
  return { worker, follower, checker: people.checkers.find((person) => person.id !== worker?.id) };
}

const contractNoOf = (from: string, index: number) => `JM-${from.slice(0, 4)}-${String(index + 1).padStart(4, '0')}`;
/** Returns the first day of the contract. For an applicant who is not a franchisee yet, it is five days after today. */
const beginOf = ({ today }: Making, { franchisee }: Pick<Lead, 'franchisee'>) =>
  franchisee?.contractFrom ?? addDays(today, 5);

async function applyOf(making: Making, lead: Lead, chance: Random, people: { staff: Person[]; checkers: Person[] }) {
  const { ids, now, size, secrets } = making;
  const { index, state, reached, franchisee } = lead;
  const at = appliedAt(making, lead, chance);
  const id = ids.next();
  const city = CITIES[index % size.cities];
  const district = chance.pick([...(city?.districts ?? [])]);
  const name = franchisee?.contactName ?? personName(chance).name;
  const isDouble = !franchisee && index < DOUBLES * 2;
  const tel = franchisee?.contactTel ?? demoTel(700 + (isDouble ? index >> 1 : index));
  // Applications that staff recorded, and applications from before the second version, use the first form.
  const isSecond = index % 5 !== 4 && at > daysAgo(now, PUBLISHED_DAYS);
  const version = isSecond ? SECOND_VERSION : FIRST_FORM.version;
  const answers = {
    ...{ name, tel, region: district?.[0] ?? '', budget: chance.pick([...BUDGETS]) },
    ...{ experience: chance.pick([...EXPERIENCES]), plan: chance.pick(PLANS) },
    ...(isSecond && moreAnswers(index)),
    ...(isSecond && index % PHOTO_EVERY === 0 && { [SHOP_FIELD]: await sendShopPhoto(making, index, { id, at }) }),
  };
  const { worker, follower, checker } = peopleOf(people, lead);
  const dates = datesOf(making, lead, at);
  const contractNo = reached === 4 ? contractNoOf(beginOf(making, lead), index) : null;
  const history = historyOf({ state, reached, createdAt: at, ...dates, worker, checker, index, contractNo });
  const decision = state === 'rejected' ? 'reject' : state === 'supplement' ? 'askMaterial' : 'approve';
  const isDecided = reached >= 3 || decision !== 'approve';
  const isOverdue = state === 'following' && index % OVERDUE_EVERY === 0;
  const isOpen = OPEN.includes(state);
  const card = idCard('1988-05-12', 100 + index);
  const row: Apply = {
    ...{ id, created_at: at, no: businessNo('FR', wallTime(at, ZONE).day, id), form_version: version },
    ...{ answers: JSON.stringify(answers), name, tel, source: index % 5 === 4 ? 'staff' : 'page' },
    channel: index % 5 === 4 ? null : (CHANNELS[index % CHANNELS.length] ?? null),
    ...{ province_code: city?.provinceCode ?? null, city_code: city?.cityCode ?? null },
    ...{ district_code: district?.[0] ?? null, region: `${city?.name ?? ''}${district?.[1] ?? ''}` },
    ...{ budget: answers.budget, score: scoreOf(answers, district !== undefined), state, reached },
    id_mark: index % 3 === 0 ? idMarkOf(secrets, card) : null,
    follower_id: follower?.id ?? null,
    last_follow_at: history.follows.at(-1)?.at ?? null,
    next_at: isOpen ? daysAgo(now, isOverdue ? 2 : -1 - (index % 6)) : null,
    supplement_until: state === 'supplement' ? daysAgo(now, -SUPPLEMENT_LEFT) : null,
    missing_fields: JSON.stringify(state === 'supplement' ? ['idCard', 'plan'] : []),
    reject_reason: state === 'rejected' ? NOTES.reject : null,
    signed_at: dates.signedAt,
    maker_id: reached >= 2 ? (follower?.id ?? 0) : 0,
    maker_name: reached >= 2 ? (follower?.name ?? '') : '',
    ...(isDecided && checker
      ? { checker_id: checker.id, checker_name: checker.name, decided_at: dates.endAt, note: NOTES[decision] }
      : { note: null }),
  };
  return { row, card: index % 3 === 0 ? card : null, history };
}
type Made = Awaited<ReturnType<typeof applyOf>> & { readonly lead: Lead };

/** Stores the follow-ups and steps of every application. Each visit has a photo. */
async function writeHistories(making: Making, made: readonly Made[]): Promise<void> {
  const { db, ids } = making;
  const follows: Insertable<Database['franchise_follow']>[] = [];
  for (const { row, lead, history } of made) {
    for (const [at, follow] of history.follows.entries()) {
      const by = history.steps.find(({ step }) => step === 'follow')?.person;
      const photo =
        follow.way === 'visit'
          ? [await storeDrawn(making, 'franchise', '示例考察照片.png', demoShopFront(lead.index), follow.at)]
          : [];
      follows.push({
        ...{ id: ids.next(), apply_id: row.id, ...follow, files: JSON.stringify(photo) },
        next_at: history.follows[at + 1]?.at ?? row.next_at ?? null,
        ...{ by_id: by?.id ?? 0, by_name: by?.name ?? '' },
      });
    }
  }
  await insertRows(db, 'franchise_follow', follows);
  const steps = made.flatMap(({ row, history }) =>
    history.steps.map(({ step, ...by }) => caseLine(making, { type: franchiseCase.key, id: row.id }, step, by)),
  );
  await insertRows(db, 'case_step', steps);
}

/** The data of an application that its contract needs. `id` is null for a franchisee who joined before the application page existed. */
type Signed = Pick<Apply, 'created_at' | 'signed_at' | 'follower_id' | 'district_code'> & {
  readonly id: number | null;
};

/** Builds the contract of an application or a franchisee. Franchisees paid their fees before the ledger began. */
function contractOf(making: Making, { franchisee, index }: Pick<Lead, 'franchisee' | 'index'>, row: Signed) {
  const { ids, today } = making;
  const id = ids.next();
  const from = beginOf(making, { franchisee });
  const feeFen = 10_000_000 + (index % 5) * 2_000_000;
  return {
    ...{ id, created_at: row.signed_at ?? row.created_at, no: businessNo('CT', from, id), apply_id: row.id },
    ...{
      franchisee_id: franchisee?.id ?? null,
      contract_no: contractNoOf(from, index),
    },
    ...{ company: franchisee?.name ?? `示例${900 + index}号餐饮配送有限公司` },
    ...{ credit_code: franchisee?.creditCode ?? '91350100M000100Y43', level: franchisee?.level ?? ('B' as const) },
    ...{ territory: JSON.stringify(franchisee?.territory ?? [row.district_code]), is_exclusive: false },
    ...{ share_rate_bp: franchisee?.shareRateBp ?? 1_500, fee_fen: feeFen, deposit_fen: franchisee ? 0 : 5_000_000 },
    ...{ starts_on: from, ends_on: franchisee?.contractTo ?? addDays(today, 735), file_id: null },
    ...{ signed_by: row.follower_id ?? 0, paid_at: franchisee ? momentOf(from, 660, ZONE) : null },
    ...{ recognised_fen: franchisee ? feeFen : 0, recognised_parts: 0 },
  };
}

function leadsOf(making: Making, franchisees: readonly Franchisee[]): Lead[] {
  const states = making.size.franchisees < 10 ? SMALL_STATES : DEMO_STATES;
  const left = [...franchisees];
  return states
    .flatMap(([state, n, reached]) => Array.from({ length: n }, () => ({ state, reached })))
    .map((lead, index) => ({ ...lead, index, franchisee: lead.state === 'opened' ? left.shift() : undefined }));
}

/** Creates the application page, applications and contracts. The large data set has only the application page. */
export async function makeFranchise(making: Making): Promise<void> {
  const { db, secrets, size } = making;
  const chance = random('franchise');
  const investment = await peopleWith(db, 'investment');
  const owner = await peopleWith(db, 'owner');
  await makeFranchisePage(making, owner[0]?.id ?? 0);
  if (size.franchisees > 100) return;
  const people = { staff: investment.length > 0 ? investment : owner, checkers: [...owner, ...investment] };
  const franchisees = await readFranchisees(making);
  const leads = leadsOf(making, franchisees);
  const made: Made[] = [];
  for (const lead of leads) made.push({ lead, ...(await applyOf(making, lead, chance, people)) });
  await insertRows(
    db,
    'franchise_apply',
    made.map(({ row }) => row),
  );
  const sealed = made.flatMap(({ row, card }) =>
    card ? [{ apply_id: row.id, key: 'idCard', sealed: secrets.seal(card, sealedPlace(row.id, 'idCard')) }] : [],
  );
  await insertRows(db, 'franchise_secret', sealed);
  await writeHistories(making, made);
  const signed = made.filter(({ lead }) => lead.reached === 4);
  await insertRows(db, 'franchise_contract', [
    ...signed.map(({ lead, row }) => contractOf(making, lead, row)),
    ...franchisees
      .filter(({ id }) => !leads.some(({ franchisee }) => franchisee?.id === id))
      .map((franchisee, at) => {
        const signedAt = momentOf(franchisee.contractFrom, 600, ZONE);
        const row = { id: null, created_at: signedAt, signed_at: signedAt, follower_id: null, district_code: null };
        return contractOf(making, { franchisee, index: leads.length + at }, row);
      }),
  ]);
}
