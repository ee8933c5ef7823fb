import { type Insertable, sql } from 'kysely';
import { COURSES, VIOLATION_KINDS } from '../../contract/riderWork.states';
import type { Database } from '../core/database/schema';
import { addDays, momentOf } from '../core/money/days';
import { businessNo } from '../core/money/numbers';
import { peopleWith } from './fundAudits';
import { insertRows } from './insert';
import { demoPicture } from './pictures';
import { type Random, random } from './random';
import { makeRiderPhones, makeRiderPhotos } from './riderPhones';
import { DAY_MS, daysAgo, type Making, ZONE } from './world';

/** Creates the records of the demo's riders: certificates, work and rest, training and violations. */

interface Rider {
  readonly id: number;
  readonly teamId: number;
  readonly riderNo: string;
  readonly name: string;
  readonly status: string;
  readonly statusReason: string | null;
  readonly healthState: string;
  readonly validTo: string;
  readonly trainScore: number;
  readonly decidedAt: Date | null;
}
type Person = Awaited<ReturnType<typeof peopleWith>>[number];
type Certificate = Insertable<Database['rider_certificate']>;
type Step = Insertable<Database['case_step']>;

/** Number of days with work records. */
const WORK_DAYS = 7;
async function readRiders({ db }: Making): Promise<Rider[]> {
  const { rows } = await sql<Rider>`
    select id, team_id as "teamId", rider_no as "riderNo", name, status, status_reason as "statusReason",
      health_state as "healthState", health_valid_to as "validTo", train_score as "trainScore", decided_at as "decidedAt"
    from rider order by id`.execute(db);
  return rows;
}

/** Builds one step of a case's history. */
export const caseLine = (
  { ids }: Making,
  of: { readonly type: string; readonly id: number },
  step: string,
  by: { readonly at: Date; readonly person?: Person | undefined; readonly note?: string | null },
): Step => ({
  case_type: of.type,
  case_id: of.id,
  id: ids.next(),
  step,
  at: by.at,
  by_id: by.person?.id ?? 0,
  by_name: by.person?.name ?? '',
  note: by.note ?? null,
});

/** Builds the certificate whose data is already in the rider's row. */
function pastCertificate(making: Making, rider: Rider, people: readonly Person[], files: readonly number[]) {
  const { ids } = making;
  const id = ids.next();
  const issued = addDays(rider.validTo, -360);
  const madeAt = momentOf(addDays(issued, 1), 600, ZONE);
  const decidedAt = new Date(madeAt.getTime() + DAY_MS / 4);
  const [maker, checker] = [people[id % people.length], people[(id + 1) % people.length]];
  const isOver = rider.healthState === 'expired';
  const row: Certificate = {
    ...{ id, version: isOver ? 3 : 2, created_at: madeAt, no: businessNo('HC', issued, id), rider_id: rider.id },
    ...{ team_id: rider.teamId, state: isOver ? 'expired' : 'valid', files: JSON.stringify(files), read: null },
    ...{ cert_no: `JK${rider.riderNo.slice(1)}${issued.slice(0, 4)}`, hospital: '示例体检中心', holder: rider.name },
    ...{ issued_at: issued, valid_to: rider.validTo, maker_id: maker?.id ?? 0, maker_name: maker?.name ?? '' },
    ...{ checker_id: checker?.id ?? 0, checker_name: checker?.name ?? '', decided_at: decidedAt, note: null },
  };
  const of = { type: 'riderCertificate', id };
  const steps = [
    caseLine(making, of, 'submit', { at: madeAt, person: maker }),
    caseLine(making, of, 'approve', { at: decidedAt, person: checker }),
    ...(isOver ? [caseLine(making, of, 'lapse', { at: momentOf(addDays(rider.validTo, 1), 1, ZONE) })] : []),
  ];
  return { row, steps };
}

/** Builds a new certificate that awaits review, for a rider whose present certificate expires soon. */
function waitingCertificate(making: Making, rider: Rider, maker: Person, files: readonly number[]) {
  const { ids, now, today } = making;
  const id = ids.next();
  const madeAt = daysAgo(now, 0.5);
  const read = { certNo: `JK${rider.riderNo.slice(1)}N`, hospital: '', holder: rider.name };
  const row: Certificate = {
    ...{ id, version: 1, created_at: madeAt, no: businessNo('HC', today, id), rider_id: rider.id },
    ...{ team_id: rider.teamId, state: 'reviewing', files: JSON.stringify(files) },
    read: JSON.stringify({ ...read, issuedAt: addDays(today, -2), validTo: addDays(today, 360) }),
    ...{ cert_no: null, hospital: null, holder: null, issued_at: null, valid_to: null },
    ...{
      maker_id: maker.id,
      maker_name: maker.name,
      checker_id: null,
      checker_name: null,
      decided_at: null,
      note: null,
    },
  };
  return { row, steps: [caseLine(making, { type: 'riderCertificate', id }, 'submit', { at: madeAt, person: maker })] };
}

async function makeCertificates(making: Making, riders: readonly Rider[], people: readonly Person[]) {
  const { db, today } = making;
  // Without a file store, certificates have no picture.
  const files = making.files ? [await demoPicture(making, 'certificate', '示例健康证.png')] : [];
  const rows: Certificate[] = [];
  const steps: Step[] = [];
  const copied: { id: number; certificateId: number }[] = [];
  for (const rider of riders) {
    const made = pastCertificate(making, rider, people, files);
    rows.push(made.row);
    steps.push(...made.steps);
    if (rider.healthState === 'valid') copied.push({ id: rider.id, certificateId: made.row.id });
  }
  const soon = addDays(today, 30);
  const ending = riders.filter(({ status, validTo }) => status === 'active' && validTo <= soon && validTo >= today);
  const [maker] = people;
  for (const rider of maker ? ending.slice(0, Math.max(1, Math.ceil(ending.length / 4))) : []) {
    const made = waitingCertificate(making, rider, maker as Person, files);
    rows.push(made.row);
    steps.push(...made.steps);
  }
  await insertRows(db, 'rider_certificate', rows);
  await sql`update rider set certificate_id = c."certificateId"
    from json_to_recordset(${JSON.stringify(copied)}::json) as c(id bigint, "certificateId" bigint)
    where rider.id = c.id`.execute(db);
  return steps;
}

/** Builds the work days of a rider. One rider in forty worked over four hours without a rest yesterday. No rider must rest now. */
function workOf(rider: Rider, { today }: Making, chance: Random) {
  const isLong = chance.chance(1 / 40);
  return Array.from({ length: WORK_DAYS }, (_, back) => {
    const day = addDays(today, -back);
    const minutes = back === 0 ? chance.int(20, 200) : chance.int(120, 430);
    const longest = isLong && back === 1 ? 245 : Math.min(minutes, chance.int(40, 200));
    const at = momentOf(day, 15 * 60, ZONE).toISOString();
    return {
      ...{ rider_id: rider.id, day, team_id: rider.teamId },
      online_sec: Math.max(minutes, longest) * 60,
      max_continuous_sec: longest * 60,
      prompts: JSON.stringify(longest >= 240 ? [{ kind: 'rest' as const, at }] : []),
      confirmed_at: null,
    };
  });
}

/** Creates certificates, devices, photos, work records, training and violations (DOMAIN §7). The large data set has none of them. */
export async function makeRiderWork(making: Making): Promise<void> {
  const { db, ids, now, size } = making;
  if (size.riders > 10_000) return;
  const chance = random('rider work');
  const riders = await readRiders(making);
  const officers = [...(await peopleWith(db, 'safetyOfficer')), ...(await peopleWith(db, 'operations'))];
  const people = [...new Map(officers.map((person) => [person.id, person])).values()];
  const steps = await makeCertificates(
    making,
    riders.filter(({ status }) => status !== 'applying'),
    people,
  );
  await makeRiderPhones(making, riders);
  await makeRiderPhotos(making, riders);
  const working = riders.filter(({ status }) => status === 'active' || status === 'probation');
  await insertRows(
    db,
    'rider_fatigue',
    working.flatMap((rider) => workOf(rider, making, chance)),
  );
  for (const rider of riders) {
    if (rider.status !== 'suspended' || rider.decidedAt === null) continue;
    const of = { type: 'rider', id: rider.id };
    steps.push(caseLine(making, of, 'autoSuspend', { at: rider.decidedAt, note: rider.statusReason }));
  }
  await insertRows(db, 'case_step', steps);
  const [by] = people;
  const by_id = by?.id ?? 0;
  const by_name = by?.name ?? '';
  const trained = riders.filter(({ trainScore }) => trainScore > 0 && chance.chance(0.3));
  await insertRows(
    db,
    'rider_training',
    trained.map((rider) => {
      const at = daysAgo(now, chance.int(5, 80));
      const done = { score: rider.trainScore, finished_at: new Date(at.getTime() + DAY_MS) };
      return {
        id: ids.next(),
        rider_id: rider.id,
        course: chance.pick(COURSES),
        assigned_at: at,
        by_id,
        by_name,
        ...done,
      };
    }),
  );
  const offenders = riders.filter(
    ({ status, statusReason }) => statusReason === 'auto.violations' || (status === 'active' && chance.chance(0.06)),
  );
  await insertRows(
    db,
    'rider_violation',
    offenders.flatMap((rider) => {
      const isTwice = rider.statusReason === 'auto.violations';
      return (isTwice ? [20, 4] : [chance.int(3, 80)]).map((days) => ({
        ...{ id: ids.next(), rider_id: rider.id, team_id: rider.teamId, kind: chance.pick(VIOLATION_KINDS) },
        ...{ is_serious: isTwice, points: isTwice ? 10 : chance.int(1, 5), order_no: null, note: '示例违规记录' },
        ...{ at: daysAgo(now, days), by_id, by_name },
      }));
    }),
  );
}
