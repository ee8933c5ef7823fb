import { hexagon } from '../contract/hexagon';
import type { TeamDraftValues } from '../contract/team.schema';
import type { TestApp } from './testing';

/** This module creates stations for tests by calling the endpoints. */

/** A company's credit code with a valid check digit. */
export const CREDIT_CODE = '91350100M000100Y43';

export interface Ground {
  readonly owner: string;
  readonly feePlanId: number;
  readonly franchiseeId: number;
  readonly identityId: number;
  /** Builds the values of all six steps of the station form. Each call returns a different name, code, place and administrator. */
  values(changes?: TeamDraftValues): TeamDraftValues;
  draft(changes?: TeamDraftValues, token?: string): Promise<{ id: number; version: number }>;
  /** Creates a station in preparation with an active administrator. */
  station(changes?: TeamDraftValues): Promise<{ id: number; version: number }>;
  /** Creates an operating station. */
  open(changes?: TeamDraftValues): Promise<{ id: number; version: number }>;
  /** Reads the current version of a station. */
  version(id: number): Promise<number>;
}

export async function prepareGround(test: TestApp): Promise<Ground> {
  const { db, ids, clock } = test;
  const owner = await test.signIn();
  const feePlanId = ids.next();
  const franchiseeId = ids.next();
  const at = clock.now();
  const common = { created_at: at, updated_at: at };
  await db
    .insertInto('fee_plan')
    .values({
      ...common,
      id: feePlanId,
      name: '标准方案',
      platform_rate_bp: 600,
      platform_fixed_fen: 0,
      is_default: true,
      effective_from: '2025-01-01T00:00:00+08:00',
    })
    .execute();
  await db
    .insertInto('franchisee')
    .values({
      ...common,
      id: franchiseeId,
      no: 'FR001',
      name: '示例1号餐饮配送有限公司',
      credit_code: CREDIT_CODE,
      contact_name: '示例',
      contact_tel: '19900009999',
      territory: JSON.stringify(['510000']),
      contract_from: '2025-01-01',
      contract_to: '2028-01-01',
      status: 'active',
    })
    .execute();
  const identity = await db
    .selectFrom('identity')
    .where('identity.builtin_key', '=', 'stationAdmin')
    .select('identity.id as id')
    .executeTakeFirstOrThrow();
  /** Inserts the row of a licence that this session's user uploaded, because a station refuses files of other users. */
  const licenceOf = async (token: string): Promise<number> => {
    const { data: person } = await test.call('site.Site/getSiteInfo', {}, { token });
    const id = ids.next();
    await db
      .insertInto('stored_file')
      .values({
        id,
        scene: 'licence',
        name: 'licence.pdf',
        content_type: 'application/pdf',
        bytes: 10,
        width: null,
        height: null,
        sha256: '0'.repeat(64),
        created_at: at,
        created_by: person.id,
      })
      .execute();
    return id;
  };
  const licenceFile = await licenceOf(owner);

  let serial = 0;
  const values = (changes: TeamDraftValues = {}): TeamDraftValues => {
    serial += 1;
    // The stations are about 30 km apart, so their areas do not overlap.
    const center = `${(100 + (serial % 60) * 0.3).toFixed(6)},${(25 + Math.floor(serial / 60) * 0.3).toFixed(6)}`;
    return {
      name: `测试站点${serial}`,
      code: `TS${String(serial).padStart(4, '0')}`,
      teamType: 'self',
      provinceCode: '510000',
      cityCode: '510100',
      districtCode: '510107',
      address: '示例路 100 号',
      center,
      serviceTypes: ['deliver', 'food'],
      areaMode: 'hexagon',
      hexSizeKm: 3,
      polygon: hexagon(center, 3).map((point) => ({ ...point })),
      weekHours: Array.from({ length: 7 }, (_, weekday) => ({ weekday, ranges: [{ from: '08:00', to: '22:00' }] })),
      promiseMin: 45,
      maxDistanceM: 10_000,
      maxWeightG: 20_000,
      settlementMode: 'balance',
      feePlanId,
      riderShareBp: 7_000,
      settleCycle: 'T1',
      contactName: '张三',
      contactTel: '13800005678',
      licenceNo: CREDIT_CODE,
      licenceFile,
      legalName: '李四',
      adminAccount: `station_${serial}`,
      adminName: '王五',
      adminTel: `1390000${String(serial).padStart(4, '0')}`,
      adminIdentityId: identity.id,
      ...changes,
    };
  };
  const ground: Ground = {
    owner,
    feePlanId,
    franchiseeId,
    identityId: identity.id,
    values,
    async draft(changes, token = owner) {
      const own = token === owner ? {} : { licenceFile: await licenceOf(token) };
      const sent = values({ ...own, ...changes });
      const answer = await test.call('team.Team/saveDraft', { step: 6, values: sent }, { token });
      if (answer.code !== 100) throw new Error(JSON.stringify(answer));
      return answer.data;
    },
    async station(changes) {
      const { id, version } = await ground.draft(changes);
      const answer = await test.call('team.Team/submit', { id, version, values: {} }, { token: owner });
      if (answer.code !== 100) throw new Error(JSON.stringify(answer));
      await db
        .updateTable('account')
        .set({ status: 'active' })
        .where('account_type', '=', 'station')
        .where('status', '=', 'invited')
        .execute();
      return answer.data;
    },
    async open(changes) {
      const { id, version } = await ground.station(changes);
      const answer = await test.call('team.Team/start', { id, version }, { token: owner });
      if (answer.code !== 100) throw new Error(JSON.stringify(answer));
      return answer.data;
    },
    async version(id) {
      const row = await db.selectFrom('team').where('id', '=', id).select('version').executeTakeFirstOrThrow();
      return row.version;
    },
  };
  return ground;
}
