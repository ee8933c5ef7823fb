import { type Insertable, sql } from 'kysely';
import type { IncidentState } from '../../contract/siteIncident.states';
import type { InspectionState } from '../../contract/siteInspection.states';
import { inspectionScore, stationScore } from '../../contract/siteSafety.score';
import {
  INCIDENT_KINDS,
  INSPECTION_KINDS,
  type IncidentKind,
  type ItemGroup,
  LIABILITIES,
  SAFETY,
  type ScoreCause,
  type Severity,
} from '../../contract/siteSafety.states';
import type { Database } from '../core/database/schema';
import type { StoredItem, StoredPhoto } from '../core/database/tables/siteSafety';
import { addDays, momentOf, wallTime } from '../core/money/days';
import { businessNo } from '../core/money/numbers';
import { peopleWith } from './fundAudits';
import { insertRows } from './insert';
import { demoPicture } from './pictures';
import { type Random, random } from './random';
import { DAY_MS, type Making, ZONE } from './world';

/** Creates checklists, inspections, incidents and scores of the demo's stations (DOMAIN §7). */

type Person = Awaited<ReturnType<typeof peopleWith>>[number];
type Inspection = Insertable<Database['safety_inspection']>;
type Step = Insertable<Database['case_step']>;
interface Team {
  readonly id: number;
  readonly lng: number | null;
  readonly lat: number | null;
}
interface World {
  readonly making: Making;
  readonly chance: Random;
  readonly teams: readonly Team[];
  readonly people: readonly Person[];
  readonly photo: StoredPhoto;
  readonly steps: Step[];
}

const asked = (
  key: string,
  group: ItemGroup,
  points: number,
  [title, standard]: readonly [title: string, standard: string],
): StoredItem => ({ key, group, points, title, standard });

const DAILY: readonly StoredItem[] = [
  asked('doc1', 'documents', 5, ['营业执照', '原件或复印件公示在入口处']),
  asked('doc2', 'documents', 5, ['骑手健康证', '全部在有效期内']),
  asked('box1', 'boxes', 10, ['餐箱清洁', '每日清洗消毒，有记录']),
  asked('box2', 'boxes', 5, ['餐箱完好', '无破损、无异味，密封良好']),
  asked('veh1', 'vehicles', 10, ['充电区', '室外集中充电，无飞线']),
  asked('veh2', 'vehicles', 5, ['车辆刹车', '抽查三台，刹车灵敏']),
  asked('gear1', 'gear', 10, ['头盔', '人手一顶，佩戴完好']),
  asked('gear2', 'gear', 5, ['反光衣', '夜班骑手全部配备']),
  asked('fire1', 'fire', 10, ['灭火器', '压力正常，年检有效']),
  asked('fire2', 'fire', 10, ['疏散通道', '畅通，无堆放']),
  asked('train1', 'training', 5, ['安全培训', '当月培训有签到']),
  asked('cash1', 'cash', 5, ['现金交接', '交接登记完整']),
  asked('aid1', 'firstAid', 5, ['急救箱', '药品在有效期内']),
];
const CHARGING: readonly StoredItem[] = [
  asked('c1', 'vehicles', 15, ['充电设备', '有合格证，线路无老化']),
  asked('c2', 'vehicles', 10, ['电池存放', '不在室内过夜充电']),
  asked('c3', 'fire', 15, ['烟感报警', '现场测试可用']),
  asked('c4', 'fire', 10, ['消防沙箱', '配备并有标识']),
];
const LISTS = [
  { name: '站点日常安全检查', items: DAILY },
  { name: '充电安全专项检查', items: CHARGING },
] as const;

/**
 * States of the first inspections: the list applies to the first twelve and again to the next twelve. Of the later inspections, one in
 * sixteen is cancelled, and the others have passed.
 */
const STATES: readonly InspectionState[] = [
  ...(['passed', 'rectifying', 'planned', 'passed', 'overdueRectify', 'rechecking'] as const),
  ...(['passed', 'inspecting', 'rectifying', 'passed', 'overdue', 'passed'] as const),
];
/** The first and last planned day of an inspection for each state, in days from today. A negative number is in the past. */
const PLANNED: Readonly<Record<InspectionState, readonly [from: number, to: number]>> = {
  planned: [1, 9],
  inspecting: [0, 0],
  overdue: [-4, -2],
  rectifying: [-5, -3],
  rechecking: [-7, -5],
  overdueRectify: [-20, -15],
  passed: [-115, -8],
  cancelled: [-90, -10],
};
const SUBMITTED: readonly InspectionState[] = ['passed', 'rectifying', 'rechecking', 'overdueRectify'];

async function makeChecklists({ db, ids, now }: Making, person: Person) {
  const at = new Date(now.getTime() - 118 * DAY_MS);
  const by = { updated_at: at, updated_by: person.id, updated_by_name: person.name };
  const rows = LISTS.map(({ name, items }) => ({
    ...{ id: ids.next(), version: 2, created_at: at, name, edition: 1, state: 'published' as const },
    ...{ items: JSON.stringify(items), published_at: at, ...by },
  }));
  const [first] = rows;
  const draft = first && {
    ...{ ...first, id: ids.next(), version: 1, edition: 2, state: 'draft' as const, published_at: null },
    items: JSON.stringify([...DAILY, asked('aid2', 'firstAid', 5, ['急救演练', '每季度一次，有记录'])]),
  };
  await insertRows(db, 'safety_checklist', draft ? [...rows, draft] : rows);
  return rows.map(({ id }, at2) => ({ id, items: LISTS[at2]?.items ?? [] }));
}

function step(
  { making, steps }: World,
  of: { type: string; id: number },
  name: string,
  at: Date,
  by?: Person,
  note?: string,
) {
  steps.push({
    ...{ case_type: of.type, case_id: of.id, id: making.ids.next(), step: name, at },
    ...{ by_id: by?.id ?? 0, by_name: by?.name ?? '', note: note ?? null },
  });
}

/** Builds the answers of an inspection: all of them, or half of them while the inspection is in progress. */
function answersOf(world: World, row: { id: number; state: InspectionState; at: Date }, items: readonly StoredItem[]) {
  const { making, chance, photo, people } = world;
  const isOver = SUBMITTED.includes(row.state);
  const needsBad = isOver && row.state !== 'passed';
  const answered = isOver ? items : items.slice(0, Math.ceil(items.length / 2));
  return answered.map((item, at) => {
    const isBad = (needsBad && at === 2) || (isOver && chance.chance(0.07));
    const isFixed = isBad && (row.state === 'passed' || row.state === 'rechecking');
    const fixer = people[1] ?? people[0];
    return {
      ...{ id: making.ids.next(), created_at: row.at, inspection_id: row.id, item_key: item.key },
      result: isBad ? ('bad' as const) : chance.chance(0.05) ? ('na' as const) : ('ok' as const),
      lost: isBad ? Math.max(1, Math.round(item.points / 2)) : 0,
      remark: isBad ? '现场不符合标准' : '',
      photos: JSON.stringify(isBad ? [photo] : []),
      answered_at: row.at,
      fix_text: isFixed ? '已按标准整改' : null,
      fix_photos: isFixed ? JSON.stringify([photo]) : null,
      fix_at: isFixed ? new Date(row.at.getTime() + DAY_MS) : null,
      fix_by_id: isFixed ? (fixer?.id ?? 0) : null,
      fix_by_name: isFixed ? (fixer?.name ?? '') : null,
      recheck: isFixed && row.state === 'passed' ? ('passed' as const) : null,
      recheck_note: isFixed && row.state === 'passed' ? '' : null,
    };
  });
}

function stateOf(at: number): InspectionState {
  if (at < 2 * STATES.length) return STATES[at % STATES.length] ?? 'passed';
  return at % 16 === 0 ? 'cancelled' : 'passed';
}

async function makeInspections(world: World, checklists: readonly { id: number; items: readonly StoredItem[] }[]) {
  const { making, chance, teams, people } = world;
  const { db, ids, now, today, size } = making;
  const rows: Inspection[] = [];
  const items: ReturnType<typeof answersOf> = [];
  for (let at = 0; at < size.inspections; at += 1) {
    const state = stateOf(at);
    const [from, to] = PLANNED[state];
    const plannedOn = addDays(today, chance.int(from, to));
    const team = teams[at % teams.length] as Team;
    const checklist = checklists[at % 5 === 4 ? 1 : 0] ?? { id: 0, items: [] };
    const maker = people[at % people.length] as Person;
    const inspector = people[(at + 1) % people.length] as Person;
    const id = ids.next();
    const madeAt = momentOf(addDays(plannedOn, -chance.int(2, 6)), 600, ZONE);
    const created = madeAt < now ? madeAt : new Date(now.getTime() - DAY_MS);
    const noon = momentOf(plannedOn, 9 * 60 + chance.int(0, 60), ZONE);
    const started = noon < now ? noon : new Date(now.getTime() - 30 * 60_000);
    const submitted = new Date(started.getTime() + 45 * 60_000);
    const isOver = SUBMITTED.includes(state);
    const own = isOver || state === 'inspecting' ? answersOf(world, { id, state, at: started }, checklist.items) : [];
    items.push(...own);
    const bad = own.filter(({ result }) => result === 'bad').length;
    const overdue = state === 'overdueRectify' ? 1 : 0;
    const score = inspectionScore(
      checklist.items.map(({ key, points: max }) => {
        const item = own.find(({ item_key }) => item_key === key);
        return { result: item?.result ?? null, max, lost: item?.lost ?? 0 };
      }),
      overdue,
    );
    const of = { type: 'siteInspection', id };
    step(world, of, 'submit', created, maker);
    if (state === 'cancelled') step(world, of, 'cancel', new Date(created.getTime() + DAY_MS), maker, '站点当日停业');
    if (state === 'overdue') step(world, of, 'lapse', momentOf(addDays(plannedOn, 1), 5, ZONE));
    if (isOver || state === 'inspecting') step(world, of, 'start', started, inspector);
    if (isOver) step(world, of, 'complete', submitted, inspector);
    const deadline = addDays(plannedOn, SAFETY.deadlineDays);
    if (overdue) step(world, of, 'lapseRectify', momentOf(addDays(deadline, 1), 5, ZONE));
    const fixed = own.filter(({ fix_at }) => fix_at !== null);
    for (const { fix_at } of fixed) step(world, of, 'fix', fix_at ?? submitted, people[1] ?? people[0]);
    const isRechecked = fixed.length > 0 && state === 'passed';
    const rechecked = new Date(submitted.getTime() + 2 * DAY_MS);
    if (isRechecked) step(world, of, 'recheck', rechecked, inspector);
    const signed = submitted.toISOString();
    rows.push({
      ...{ id, version: 1 + (isOver ? 2 : 0), created_at: created, team_id: team.id },
      no: businessNo('SI', wallTime(created, ZONE).day, id),
      ...{ kind: INSPECTION_KINDS[at % 4] ?? 'routine', checklist_id: checklist.id, planned_on: plannedOn },
      ...{ inspector_id: inspector.id, inspector_name: inspector.name, state },
      ...{ score: isOver ? score : null, bad_count: isOver ? bad : null, overdue_count: overdue },
      deadline: isOver && bad > 0 ? deadline : null,
      signatures: isOver
        ? JSON.stringify({
            inspector: { name: inspector.name, at: signed },
            station: { name: '站点负责人', at: signed },
          })
        : null,
      ...{ lng: isOver ? team.lng : null, lat: isOver ? team.lat : null },
      started_at: isOver || state === 'inspecting' ? started : null,
      submitted_at: isOver ? submitted : null,
      ...{ maker_id: maker.id, maker_name: maker.name },
      checker_id: isOver ? inspector.id : state === 'cancelled' ? maker.id : null,
      checker_name: isOver ? inspector.name : state === 'cancelled' ? maker.name : null,
      decided_at: isRechecked ? rechecked : isOver ? submitted : null,
      note: state === 'cancelled' ? '站点当日停业' : null,
    });
  }
  await insertRows(db, 'safety_inspection', rows);
  await insertRows(db, 'safety_item', items);
}

const STORIES: Readonly<Record<IncidentKind, string>> = {
  traffic: '骑手在路口左转时与私家车轻微刮擦，车辆受损，人员无大碍。',
  fall: '雨天地面湿滑，骑手取餐时在商场入口摔倒，膝盖擦伤。',
  conflict: '顾客因送餐超时与骑手发生争执，已由站点协调处理。',
  food: '配送途中餐品洒漏，顾客反映食用后不适，已留样送检。',
  fire: '站点充电区插座冒烟，值班人员及时断电并疏散人员。',
  theft: '停放在楼下的电动车电池被盗，已联系物业调取监控。',
  property: '骑手停车时碰倒商户展架，玻璃破损，已与商户协商。',
  other: '站点货架倾斜，物品掉落，已停用并加固。',
};

function incidentState(at: number, back: number): IncidentState {
  if (at % 23 === 5) return 'voided';
  if (back < 4) return 'reported';
  if (back < 12) return 'investigating';
  return back < 25 ? 'handling' : 'closed';
}

function severityOf(at: number, all: number): Severity {
  if (all < 20) return at === 0 ? 'serious' : at % 2 === 0 ? 'normal' : 'minor';
  if (at < 2) return 'major';
  if (at < 13) return 'serious';
  return at % 3 === 0 ? 'normal' : 'minor';
}

async function makeIncidents(world: World) {
  const { making, chance, teams, people, photo } = world;
  const { db, ids, now, size, today } = making;
  const { rows: riders } = await sql<{ id: number; teamId: number }>`
    select id, team_id as "teamId" from rider where status = 'active' order by id`.execute(db);
  const claims = await db.selectFrom('insure_claim').select(['no', 'rider_id', 'team_id']).orderBy('id').execute();
  const claimOf = (riderId: number | null, teamId: number) =>
    claims.find((claim) => (riderId === null ? claim.team_id === teamId : claim.rider_id === riderId))?.no ?? null;
  const rows = Array.from({ length: size.incidents }, (_, at): Insertable<Database['safety_incident']> => {
    const id = ids.next();
    const severity = severityOf(at, size.incidents);
    const kind = INCIDENT_KINDS[at % INCIDENT_KINDS.length] ?? 'other';
    const back = at < 8 ? 1 + 3 * at : chance.int(2, 115);
    const happened = new Date(now.getTime() - back * DAY_MS - chance.int(1, 8) * 3_600_000);
    const reported = new Date(happened.getTime() + chance.int(20, 50) * 60_000);
    const state = incidentState(at, back);
    const isKnown = state === 'handling' || state === 'closed';
    const team = teams[(at * 7) % teams.length] as Team;
    // A major incident would suspend its rider. We name no rider, because the demo's riders must be able to work.
    const rider =
      severity === 'major' ? undefined : riders.find(({ teamId, id: of }) => teamId === team.id && of % 3 === at % 3);
    const [maker, other] = [people[at % people.length] as Person, people[(at + 1) % people.length] as Person];
    const of = { type: 'siteIncident', id };
    step(world, of, 'submit', reported, maker);
    const later = (days: number) => new Date(Math.min(now.getTime(), reported.getTime() + days * DAY_MS));
    if (state === 'voided') step(world, of, 'void', later(1), other, '重复上报');
    if (isKnown || state === 'investigating') step(world, of, 'investigate', later(1), other);
    if (isKnown) step(world, of, 'analyse', later(3), other);
    if (state === 'closed') step(world, of, 'close', later(14), other);
    const isSevere = severity === 'serious' || severity === 'major';
    const causes = {
      whys: ['现场风险未提前识别', '日常巡查未覆盖该区域', '巡查清单缺少对应项'],
      liability: LIABILITIES[at % LIABILITIES.length] ?? 'none',
      liabilityNote: '',
    };
    const measure = { text: '补充巡查项并组织复训', ownerName: other.name, dueOn: addDays(today, at % 2 ? -3 : 10) };
    return {
      ...{ id, version: 1, created_at: reported, no: businessNo('SE', wallTime(reported, ZONE).day, id) },
      ...{ team_id: team.id, rider_id: rider?.id ?? null, kind, severity },
      ...{ happened_at: happened, place: '站点附近路段', lng: team.lng, lat: team.lat, order_no: null },
      claim_no: isSevere ? claimOf(rider?.id ?? null, team.id) : null,
      ...{
        description: STORIES[kind],
        injured: isSevere ? 1 + (at % 2) : at % 5 === 0 ? 1 : 0,
      },
      ...{
        police_reported: isSevere,
        medical: isSevere,
        photos: JSON.stringify(isSevere || at % 3 === 0 ? [photo] : []),
      },
      causes: isKnown ? JSON.stringify(causes) : null,
      measures: JSON.stringify(
        isKnown ? [{ ...measure, doneOn: state === 'closed' ? wallTime(later(13), ZONE).day : null }] : [],
      ),
      ...{ suspended_rider: false, froze_team: false, state, maker_id: maker.id, maker_name: maker.name },
      checker_id: state === 'reported' ? null : other.id,
      checker_name: state === 'reported' ? null : other.name,
      decided_at: state === 'reported' ? null : later(state === 'closed' ? 14 : 1),
      note: state === 'voided' ? '重复上报' : null,
    };
  });
  await insertRows(db, 'safety_incident', rows);
}

/** Computes the changes of each station's score from the station's inspections and incidents in chronological order, and stores them. */
async function makeScores({ making: { db, ids, now } }: World): Promise<void> {
  const { rows: events } = await sql<{
    teamId: number;
    at: Date;
    no: string;
    score: number | null;
    severity: Severity | null;
  }>`
    select team_id as "teamId", submitted_at as at, no, score, null as severity from safety_inspection where submitted_at is not null
    union all
    select team_id, created_at, no, null, severity from safety_incident where state <> 'voided'
    order by "teamId", at, no`.execute(db);
  const lines: Insertable<Database['safety_score']>[] = [];
  const stations: Insertable<Database['safety_station']>[] = [];
  for (const teamId of new Set(events.map((event) => event.teamId))) {
    const own = events.filter((event) => event.teamId === teamId);
    let before: number | null = null;
    const tell = (at: Date, cause: ScoreCause, no: string) => {
      const since = at.getTime() - SAFETY.incidentDays * DAY_MS;
      const past = own.filter((event) => event.at <= at);
      const score = stationScore({
        inspections: past.flatMap((event) => event.score ?? []).toReversed(),
        incidents: past.flatMap((event) => (event.severity && event.at.getTime() > since ? event.severity : [])),
      });
      if (score === null || (score === before && cause !== 'inspection')) return;
      before = score;
      lines.push({ id: ids.next(), team_id: teamId, created_at: at, score, cause, ref_no: no });
    };
    for (const event of own) tell(event.at, event.severity ? 'incident' : 'inspection', event.no);
    tell(now, 'time', '');
    const last = own.findLast(({ score }) => score !== null);
    if (before !== null && last) {
      stations.push({ team_id: teamId, score: before, inspected_on: wallTime(last.at, ZONE).day, rated_at: now });
    }
  }
  await insertRows(db, 'safety_station', stations);
  await insertRows(db, 'safety_score', lines);
}

/** Creates the safety data of the demo's stations. The large data set has no safety data, because that data set is for measurements. */
export async function makeSiteSafety(making: Making): Promise<void> {
  const { db, size } = making;
  if (size.inspections === 0) return;
  const officers = [...(await peopleWith(db, 'safetyOfficer')), ...(await peopleWith(db, 'operations'))];
  const people = [...new Map(officers.map((person) => [person.id, person])).values()];
  const teams = await db
    .selectFrom('team')
    .select(['id', 'lng', 'lat'])
    .where('status', 'in', ['operating', 'paused'])
    .orderBy('id')
    .execute();
  const [first] = people;
  if (!first || teams.length === 0) return;
  const fileId = await demoPicture(making, 'safetyPhoto', '示例现场照片.png');
  const world: World = {
    ...{ making, chance: random('site safety'), teams, people, steps: [] },
    photo: { fileId, at: null, place: null },
  };
  await makeInspections(world, await makeChecklists(making, first));
  await makeIncidents(world);
  await makeScores(world);
  await insertRows(db, 'case_step', world.steps);
}
