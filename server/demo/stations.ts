import { formatLngLat, hexagon, KM_PER_DEGREE, type LngLat, round6 } from '../../contract/hexagon';
import type { TeamState } from '../../contract/team.states';
import { momentOf, wallTime } from '../core/money/days';
import { regionChain } from '../modules/region';
import { areaKm2, boxOf, overlapKm2 } from '../modules/team/geometry';
import { checkWhole, type PartialValues, type TeamValuesParsed } from '../modules/team/values';
import { CITIES, type City } from './cities';
import { insertRows } from './insert';
import { creditCode, demoTel, type PersonName, personName } from './names';
import { type Picture, writePictures } from './pictures';
import { type Random, random } from './random';
import { DEMO_DAYS, daysAgo, type Making, type Station, type TeamRow, ZONE } from './world';

/** The last word before 站 in a station's name (DOMAIN §7). */
const KINDS = ['示范', '东', '西', '南', '北', '中心'] as const;
/** A name of the maximum length. It shows whether layouts can display names of this length. */
const LONG_NAME = '成都锦江示范站（春熙路步行街与太古里商圈夜间配送联合运营点）';
const PAUSE_REASONS = ['设备检修', '人手不足', '场地装修', '恶劣天气'] as const;
const FREEZE_REASONS = ['储备金不足超过三日', '等待安全整改复查'] as const;

const day = (from: string, to: string) => [{ from, to }];
const WEEKS = [
  day('08:00', '22:00'),
  day('07:30', '23:00'),
  [
    { from: '09:00', to: '14:00' },
    { from: '16:30', to: '21:30' },
  ],
  day('00:00', '24:00'),
] as const;

/** Data of a station that the rest of the generator needs. */
export interface StationPlan {
  readonly id: number;
  readonly index: number;
  readonly city: City;
  readonly status: TeamState;
  readonly admin: PersonName & { readonly account: string; readonly tel: string };
  readonly openedAt: Date | null;
  readonly values: TeamValuesParsed | null;
  readonly typed: PartialValues;
  readonly row: TeamRow;
  readonly station: Station | null;
}

interface StationInputs {
  readonly franchiseeIds: readonly number[];
  readonly feePlans: readonly { readonly id: number; readonly rateBp: number }[];
  readonly adminIdentityId: number;
}

/** Returns the point that is this many kilometres east and north of another point. */
function moved(from: LngLat, eastKm: number, northKm: number): LngLat {
  return {
    lng: round6(from.lng + eastKm / (KM_PER_DEGREE * Math.cos((from.lat * Math.PI) / 180))),
    lat: round6(from.lat + northKm / KM_PER_DEGREE),
  };
}

/** Builds a concave area in the shape of a horseshoe. */
function horseshoe(centre: LngLat): LngLat[] {
  const corners = [
    [-2, -1],
    [2, -1],
    [2, 3],
    [0.6, 3],
    [0.6, 1.2],
    [-0.6, 1.2],
    [-0.6, 3],
    [-2, 3],
  ] as const;
  return corners.map(([east, north]) => moved(centre, east, north));
}

/** Moves each corner of the hexagon a little inwards or outwards, as staff do in the editor. */
function jittered(centre: LngLat, points: readonly LngLat[], chance: Random): LngLat[] {
  return points.map((point) => {
    const factor = 0.82 + chance.next() * 0.3;
    return {
      lng: round6(centre.lng + (point.lng - centre.lng) * factor),
      lat: round6(centre.lat + (point.lat - centre.lat) * factor),
    };
  });
}

interface Place {
  readonly centre: LngLat;
  readonly polygon: LngLat[];
  readonly mode: 'hexagon' | 'polygon';
  readonly sizeKm: number;
}

/** Finds a location near the city's centre whose area does not overlap another area. */
function place(city: City, taken: readonly Place[], chance: Random, wanted: 'plain' | 'horseshoe'): Place {
  for (let spread = 4; ; spread += 0.25) {
    const centre = moved(city.centre, chance.normal() * spread, chance.normal() * spread);
    const sizeKm = chance.pick([1.5, 2, 2.5]);
    const hex = hexagon(formatLngLat(centre), sizeKm);
    const drawn = wanted === 'horseshoe' || chance.chance(0.3);
    const polygon = wanted === 'horseshoe' ? horseshoe(centre) : drawn ? jittered(centre, hex, chance) : hex;
    if (taken.every((other) => overlapKm2(other.polygon, polygon) === 0)) {
      return { centre, polygon, mode: drawn ? 'polygon' : 'hexagon', sizeKm };
    }
  }
}

/** Places stations of the large data set on a grid, so that their areas never overlap. */
function gridPlace(city: City, round: number): Place {
  const side = 21;
  const spacingKm = 5;
  const column = (round % side) - Math.floor(side / 2);
  const row = Math.floor(round / side) - Math.floor(side / 2);
  const centre = moved(city.centre, column * spacingKm, row * spacingKm);
  return { centre, polygon: hexagon(formatLngLat(centre), 2), mode: 'hexagon', sizeKm: 2 };
}

/** Finds a neighbouring location whose area overlaps the area of `other` and no other area. */
function overlapping(other: Place, taken: readonly Place[], chance: Random): Place {
  for (;;) {
    const angle = chance.next() * 2 * Math.PI;
    const reach = other.sizeKm * 1.35;
    const centre = moved(other.centre, Math.cos(angle) * reach, Math.sin(angle) * reach);
    const polygon = hexagon(formatLngLat(centre), 2);
    const met = taken.filter(({ polygon: border }) => overlapKm2(border, polygon) > 0);
    if (met.length === 1 && met[0] === other) return { centre, polygon, mode: 'hexagon', sizeKm: 2 };
  }
}

/** Plans all stations and writes them with areas, hours and history. Each station except a draft passes the product's own checks. */
export async function makeStations(making: Making, inputs: StationInputs): Promise<StationPlan[]> {
  const { size } = making;
  const chance = random('stations');
  const states = (Object.keys(size.teams) as (keyof typeof size.teams)[]).flatMap((state) =>
    Array.from({ length: size.teams[state] }, () => state as TeamState),
  );
  const pairs = size.cities > 2 ? 2 : 1;
  const perCity = Math.ceil(states.length / size.cities);
  const franchise = new Set(chance.shuffled(states.map((_, index) => index)).slice(0, size.franchiseTeams));
  // The states are sorted. Consecutive stations get different cities, which distributes the states over the cities.
  const cityOf = (index: number): City => CITIES[index % size.cities] as City;
  const places: Place[][] = CITIES.map(() => []);
  const plans: StationPlan[] = [];
  for (const [index, status] of states.entries()) {
    const city = cityOf(index);
    const cityIndex = CITIES.indexOf(city);
    const inCity = places[cityIndex] as Place[];
    const round = Math.floor(index / size.cities);
    // In the first cities, the areas of the first two stations overlap, and both stations are operating. The grid has no overlaps.
    const spot =
      perCity > 21
        ? gridPlace(city, round)
        : round === 1 && cityIndex < pairs
          ? overlapping(inCity[0] as Place, inCity, chance)
          : place(city, inCity, chance, index === size.cities - 1 ? 'horseshoe' : 'plain');
    inCity.push(spot);
    plans.push(
      planOne(making, inputs, { index, status, city, round, spot, isFranchise: franchise.has(index) }, chance),
    );
  }
  await writeStations(making, plans);
  return plans;
}

interface Draft {
  readonly index: number;
  readonly status: TeamState;
  readonly city: City;
  /** Number of the city's stations that precede this station in the list. */
  readonly round: number;
  readonly spot: Place;
  readonly isFranchise: boolean;
}

function planOne(making: Making, inputs: StationInputs, draft: Draft, chance: Random): StationPlan {
  const { now } = making;
  const { index, status, city, round, spot, isFranchise } = draft;
  const id = making.ids.next();
  const [districtCode, districtName] = city.districts[round % city.districts.length] as readonly [string, string];
  const person = personName(chance);
  const admin = { ...person, account: `${person.pinyin.slice(0, 24)}${100 + index}`, tel: demoTel(100 + index) };
  const plan = inputs.feePlans[index % inputs.feePlans.length] as { id: number; rateBp: number };
  const teamType = isFranchise ? 'franchise' : index % 3 === 0 ? 'partner' : 'self';
  const week = WEEKS[index % 7 === 3 ? 1 : index % 11 === 5 ? 2 : index % 13 === 7 ? 3 : 0] ?? WEEKS[0];
  const ownFee = chance.chance(0.15);
  const deposit = chance.chance(0.4);
  const kind = KINDS[(index + round) % KINDS.length] as string;
  const typed: Record<string, unknown> = {
    name: index === 0 ? LONG_NAME : `${city.name}${districtName}${kind}${round < 4 ? '' : round}站`,
    code: `${city.letters}${String(1001 + round * 17 + index)}`,
    teamType,
    franchiseeId: isFranchise ? inputs.franchiseeIds[index % inputs.franchiseeIds.length] : null,
    provinceCode: city.provinceCode,
    cityCode: city.cityCode,
    districtCode,
    address: `${districtName}示例路${chance.int(1, 998)}号`,
    addressDetail: chance.chance(0.5) ? `${chance.int(1, 12)}栋${chance.int(1, 30)}层` : null,
    center: formatLngLat(spot.centre),
    serviceTypes: [
      'deliver',
      'food',
      ...(['buy', 'fetch', 'queue', 'helper'] as const).filter(() => chance.chance(0.35)),
    ],
    logo: null,
    images: [],
    areaMode: spot.mode,
    hexSizeKm: spot.mode === 'hexagon' ? spot.sizeKm : null,
    polygon: spot.polygon,
    weekHours: Array.from({ length: 7 }, (_, weekday) => ({ weekday, ranges: [...week] })),
    holidays:
      index % 9 === 4 ? [{ date: `${Number(making.today.slice(0, 4)) + 1}-10-01`, closed: true, ranges: [] }] : [],
    bookDays: chance.int(0, 3),
    slotMin: chance.pick([15, 30, 60]),
    promiseMin: chance.pick([35, 40, 45, 45, 50, 60]),
    maxDistanceM: chance.pick([8_000, 10_000, 12_000]),
    maxWeightG: chance.pick([10_000, 20_000, 30_000]),
    settlementMode: deposit ? 'deposit' : 'balance',
    feePlanId: plan.id,
    platformRateBp: ownFee ? chance.pick([400, 650, 900]) : null,
    platformFixedFen: null,
    riderShareBp: chance.pick([6_500, 7_000, 7_000, 7_500]),
    settleCycle: chance.pick(['T1', 'T1', 'T1', 'T7', 'month']),
    // The reserve of one station is the maximum amount (DOMAIN §7).
    depositFen: index === 1 ? 9_999_999_999 : deposit ? chance.int(5, 50) * 100_000 : 0,
    depositWarnFen: deposit ? 100_000 : 0,
    creditLimitFen: deposit && chance.chance(0.3) ? 200_000 : 0,
    contactName: person.name,
    contactTel: admin.tel,
    emergencyTel: chance.chance(0.4) ? demoTel(900 + index) : null,
    email: chance.chance(0.3) ? `station${index + 1}@example.com` : null,
    licenceNo: teamType === 'partner' ? null : creditCode(1_000 + index),
    licenceFile: teamType === 'partner' ? null : making.ids.next(),
    legalName: teamType === 'partner' ? null : personName(chance).name,
    adminAccount: admin.account,
    adminName: person.name,
    adminTel: admin.tel,
    adminIdentityId: inputs.adminIdentityId,
    notifyBySms: true,
  };
  const region = regionChain(city.provinceCode, city.cityCode, districtCode);
  if (!region.ok) throw new Error(`the regions of ${city.name} do not form a chain: ${districtCode}`);

  const createdAt = daysAgo(
    now,
    status === 'preparing' || status === 'draft' ? 3 + (index % 9) : 150 + chance.int(0, 450),
  );
  // Of the stations that have opened, some opened recently. The others opened before the first order.
  const recent = status === 'operating' && index % 10 === 9;
  const opened = status !== 'draft' && status !== 'preparing';
  const openedAt = opened ? daysAgo(now, recent ? 20 + (index % 40) : DEMO_DAYS + 1 + chance.int(0, 20)) : null;
  const stoppedAt =
    status === 'paused'
      ? daysAgo(now, 0.4 + index * 0.13)
      : status === 'frozen'
        ? daysAgo(now, 9.2)
        : status === 'closed'
          ? daysAgo(now, 35.3)
          : null;
  let values: TeamValuesParsed | null = null;
  if (status === 'draft') {
    // A draft was left at one of the wizard's steps, so the fields of later steps are empty.
    const steps = (index % 5) + 1;
    const left = [
      'settlementMode',
      'contactName',
      'contactTel',
      'licenceNo',
      'licenceFile',
      'legalName',
      'adminAccount',
      'adminName',
      'adminTel',
      'adminIdentityId',
    ];
    for (const field of left) delete typed[field];
    if (steps < 3)
      for (const field of [
        'weekHours',
        'promiseMin',
        'maxDistanceM',
        'maxWeightG',
        'feePlanId',
        'riderShareBp',
        'settleCycle',
      ])
        delete typed[field];
    if (steps < 2) delete typed.polygon;
  } else {
    const checked = checkWhole(typed, {
      locale: 'zh-CN',
      today: making.today,
      planRateBp: plan.rateBp,
    });
    if (!checked.ok) {
      throw new Error(`demo station ${index} would be refused: ${JSON.stringify([checked.missing, checked.problems])}`);
    }
    values = checked.values;
  }
  const row = teamRow({
    id,
    typed,
    values,
    status,
    createdAt,
    openedAt,
    stoppedAt,
    regionText: region.text,
    spot,
    now,
    index,
    chance,
  });
  const station: Station | null =
    openedAt === null
      ? null
      : {
          id,
          polygon: spot.polygon,
          centre: spot.centre,
          promiseMin: values?.promiseMin ?? 45,
          from: openedAt,
          to: stoppedAt ?? new Date(8.64e15),
          weight: Math.exp(chance.normal() * 0.5),
        };
  return { id, index, city, status, admin, openedAt, values, typed, row, station };
}

function teamRow(given: {
  id: number;
  typed: Record<string, unknown>;
  values: TeamValuesParsed | null;
  status: TeamState;
  createdAt: Date;
  openedAt: Date | null;
  stoppedAt: Date | null;
  regionText: string;
  spot: Place;
  now: Date;
  index: number;
  chance: Random;
}): TeamRow {
  const { typed, values, status, now, index } = given;
  const updatedAt = given.stoppedAt ?? given.openedAt ?? given.createdAt;
  const reason =
    status === 'paused'
      ? PAUSE_REASONS[index % PAUSE_REASONS.length]
      : status === 'frozen'
        ? FREEZE_REASONS[index % FREEZE_REASONS.length]
        : status === 'closed'
          ? '租约到期，不再续租'
          : null;
  return {
    id: given.id,
    version: status === 'draft' || status === 'preparing' ? 2 : 4,
    created_at: given.createdAt,
    updated_at: updatedAt,
    created_by: 0,
    updated_by: 0,
    created_by_name: '',
    updated_by_name: '',
    deleted_at: null,
    code: String(typed.code),
    name: String(typed.name),
    logo: null,
    images: '[]',
    team_type: typed.teamType as 'self',
    franchisee_id: (typed.franchiseeId as number | null) ?? null,
    province_code: String(typed.provinceCode),
    city_code: String(typed.cityCode),
    district_code: String(typed.districtCode),
    region_text: given.regionText,
    address: String(typed.address),
    address_detail: (typed.addressDetail as string | null) ?? null,
    lng: given.spot.centre.lng,
    lat: given.spot.centre.lat,
    service_types: JSON.stringify(typed.serviceTypes),
    book_days: values?.bookDays ?? null,
    slot_min: values?.slotMin ?? null,
    promise_min: values?.promiseMin ?? null,
    max_distance_m: values?.maxDistanceM ?? null,
    max_weight_g: values?.maxWeightG ?? null,
    settlement_mode: values?.settlementMode ?? null,
    fee_plan_id: values?.feePlanId ?? null,
    platform_rate_bp: values?.platformRateBp ?? null,
    platform_fixed_fen: values?.platformFixedFen ?? null,
    rider_share_bp: values?.riderShareBp ?? null,
    settle_cycle: values?.settleCycle ?? null,
    deposit_fen: values?.depositFen ?? 0,
    deposit_warn_fen: values?.depositWarnFen ?? 0,
    credit_limit_fen: values?.creditLimitFen ?? 0,
    contact_name: values?.contactName ?? '',
    contact_tel: values?.contactTel ?? '',
    emergency_tel: values?.emergencyTel ?? null,
    email: values?.email ?? null,
    licence_no: values?.licenceNo ?? null,
    licence_file: values?.licenceFile ?? null,
    legal_name: values?.legalName ?? null,
    admin_account_id: null,
    admin_account: values?.adminAccount ?? null,
    admin_name: values?.adminName ?? null,
    admin_tel: values?.adminTel ?? null,
    admin_identity_id: values?.adminIdentityId ?? null,
    notify_by_sms: true,
    status,
    status_reason: reason ?? null,
    pause_at: null,
    // Some paused stations resume tomorrow morning. Staff must resume the other paused stations.
    resume_at:
      status === 'paused' && index % 2 === 0
        ? momentOf(wallTime(new Date(now.getTime() + 86_400_000), ZONE).day, 8 * 60, ZONE)
        : null,
    opened_at: given.openedAt,
    closed_at: status === 'closed' ? given.stoppedAt : null,
    draft_step: status === 'draft' ? (index % 5) + 1 : null,
    draft_values: status === 'draft' ? JSON.stringify(typed) : '{}',
  };
}

/** Lists the actions that led to a station's current state, with their times. */
function historyOf(
  plan: StationPlan,
): { action: string; from: TeamState; to: TeamState; at: Date; reason: string | null }[] {
  if (plan.status === 'draft') return [];
  const { row } = plan;
  const created = row.created_at as Date;
  const lines: ReturnType<typeof historyOf> = [
    { action: 'submit', from: 'draft', to: 'preparing', at: new Date(created.getTime() + 3_600_000), reason: null },
  ];
  if (plan.openedAt)
    lines.push({ action: 'start', from: 'preparing', to: 'operating', at: plan.openedAt, reason: null });
  const actions = { paused: 'pause', frozen: 'freeze', closed: 'close' } as const;
  if (plan.status === 'paused' || plan.status === 'frozen' || plan.status === 'closed') {
    lines.push({
      action: actions[plan.status],
      from: 'operating',
      to: plan.status,
      at: row.updated_at as Date,
      reason: row.status_reason ?? null,
    });
  }
  return lines;
}

async function writeStations(making: Making, plans: readonly StationPlan[]): Promise<void> {
  const { db, ids, files } = making;
  const pictures: Picture[] = [];
  for (const plan of plans) {
    if (!plan.values) continue;
    const { licenceFile, licenceNo } = plan.values;
    if (licenceFile !== null) {
      const sheet = licencePicture(licenceNo ?? '');
      pictures.push({ id: licenceFile, scene: 'licence', name: '示例营业执照.svg', svg: sheet });
    }
    if (files && plan.index % 3 !== 2) {
      const logo = ids.next();
      const svg = initialPicture(plan.city.name.slice(0, 1), plan.index);
      pictures.push({ id: logo, scene: 'teamLogo', name: `${plan.city.name}.svg`, svg });
      plan.row.logo = logo;
    }
  }
  await writePictures(making, pictures);
  await insertRows(
    db,
    'team',
    plans.map(({ row }) => row),
  );
  const withArea = plans.filter(({ typed }) => Array.isArray(typed.polygon) && plansArea(typed.polygon as LngLat[]));
  await insertRows(
    db,
    'team_area',
    withArea
      .filter(({ status }) => status !== 'draft')
      .map((plan) => {
        const polygon = plan.typed.polygon as LngLat[];
        const box = boxOf(polygon);
        return {
          id: ids.next(),
          team_id: plan.id,
          mode: plan.typed.areaMode as 'hexagon' | 'polygon',
          hex_size_km: (plan.typed.hexSizeKm as number | null) ?? null,
          polygon: JSON.stringify(polygon),
          area_km2: areaKm2(polygon),
          min_lng: box.minLng,
          min_lat: box.minLat,
          max_lng: box.maxLng,
          max_lat: box.maxLat,
          phase: 'current' as const,
          effective_from: plan.row.created_at,
          effective_to: null,
          created_at: plan.row.created_at,
          created_by: 0,
        };
      }),
  );
  await insertRows(
    db,
    'team_hours',
    plans.flatMap(({ id, values }) =>
      (values?.weekHours ?? []).map(({ weekday, ranges }) => ({
        team_id: id,
        weekday,
        ranges: JSON.stringify(ranges),
      })),
    ),
  );
  await insertRows(
    db,
    'team_holiday',
    plans.flatMap(({ id, values }) =>
      (values?.holidays ?? []).map(({ date, closed, ranges }) => ({
        team_id: id,
        date,
        closed,
        ranges: JSON.stringify(ranges),
      })),
    ),
  );
  await insertRows(
    db,
    'team_log',
    plans.flatMap((plan) =>
      historyOf(plan).map((line) => ({
        id: ids.next(),
        team_id: plan.id,
        kind: 'status' as const,
        subject: line.action,
        old_value: JSON.stringify({ status: line.from }),
        new_value: JSON.stringify({ status: line.to }),
        reason: line.reason,
        by_id: 0,
        by_name: '',
        at: line.at,
      })),
    ),
  );
}

function plansArea(polygon: readonly LngLat[]): boolean {
  return polygon.length >= 3;
}

const COLOURS = ['#8c6d1f', '#1f5c8c', '#5b3a8c', '#1f7a4d', '#8c3a3a', '#3a5f5f'] as const;

/** Renders a tile with the first character of the city's name. */
function initialPicture(character: string, index: number): string {
  const colour = COLOURS[index % COLOURS.length];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96"><rect width="96" height="96" rx="16" fill="${colour}"/><text x="48" y="64" font-size="48" text-anchor="middle" fill="#ffffff" font-family="sans-serif">${character}</text></svg>`;
}

/** Renders a licence whose text states that it is an example. */
function licencePicture(no: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="440" viewBox="0 0 640 440"><rect width="640" height="440" fill="#fdf8ec" stroke="#b08d2e" stroke-width="8"/><text x="320" y="150" font-size="44" text-anchor="middle" fill="#5c4a12" font-family="sans-serif">示例营业执照</text><text x="320" y="240" font-size="26" text-anchor="middle" fill="#5c4a12" font-family="sans-serif">${no}</text></svg>`;
}
