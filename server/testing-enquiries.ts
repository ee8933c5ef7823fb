import { INITIAL_TARIFF, type Tariff } from '../contract/enquiry.states';
import { type EnquiryInput, receiveEnquiry } from './modules/enquiry';
import type { TestApp } from './testing';
import type { Ground } from './testing-stations';

/** Test data for enquiries: a station that answers enquiries and has an online rider, and helpers for its enquiries and price rules. */

export interface EnquiryDesk {
  readonly teamId: number;
  /** Builds an enquiry to the station. Each call uses a new enquiry number of the platform (`externalNo`). */
  asked(changes?: Partial<EnquiryInput>): EnquiryInput;
  receive(changes?: Partial<EnquiryInput>): ReturnType<typeof receiveEnquiry>;
  /** Saves and publishes a price rule. @returns the id and the new version of the rule */
  publish(changes?: Partial<RuleValues>, tariff?: Partial<Tariff>): Promise<{ id: number; version: number }>;
  /** Builds the values of a price rule. By default, the rule applies to all stations and has the initial tariff. */
  rule(changes?: Partial<RuleValues>, tariff?: Partial<Tariff>): RuleValues;
}

export interface RuleValues {
  readonly name: string;
  readonly scopeType: 'team' | 'plan' | 'region' | 'all';
  readonly scopeIds: string[];
  readonly priority: number;
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
  readonly remark: string;
  readonly tariff: Omit<Tariff, 'periods'> & { periods: { from: string; to: string; factorBp: number }[] };
}

/** Adds an online rider to the station. Heartbeat and end of the health certificate are in 2030, so that a test can advance the clock. */
async function addOnlineRider(test: TestApp, teamId: number): Promise<void> {
  const at = test.clock.now();
  const id = test.ids.next();
  await test.db
    .insertInto('rider')
    .values({
      id,
      created_at: at,
      updated_at: at,
      rider_no: `R${id % 1_000_000_000}`,
      tel: `137${String(id % 100_000_000).padStart(8, '0')}`,
      name: '赵六',
      id_card: Buffer.from('x'),
      id_card_hash: `x${id}`,
      birth: '1990-01-01',
      gender: 'male',
      team_id: teamId,
      rider_type: 'full',
      status: 'active',
      status_reason: null,
      joined_at: at,
      real_name_state: 'passed',
      face_state: 'passed',
      health_state: 'valid',
      health_valid_to: '2030-01-01',
      vehicle_type: 'ebike',
      plate_no: null,
      heartbeat_at: '2030-01-01T00:00:00+08:00',
    })
    .execute();
}

/** Turns a station's switch on or off. */
export async function putSwitch(
  test: TestApp,
  teamId: number,
  key: 'hourToReach' | 'acceptOrders' | 'badWeather' | 'autoDispatch',
  on: boolean,
  params: object = {},
): Promise<void> {
  const at = test.clock.now();
  const values = { on, params: JSON.stringify(params), updated_at: at };
  await test.db
    .insertInto('team_switch')
    .values({ id: test.ids.next(), team_id: teamId, key, created_at: at, ...values })
    .onConflict((conflict) => conflict.columns(['team_id', 'key']).doUpdateSet(values))
    .execute();
}

/** Opens a station that answers enquiries. By default the enquiries start at the station's position. */
export async function openEnquiryDesk(test: TestApp, ground: Ground): Promise<EnquiryDesk> {
  const values = ground.values();
  const { id: teamId } = await ground.open(values);
  const [lng = 0, lat = 0] = String(values.center).split(',').map(Number);
  await addOnlineRider(test, teamId);
  await putSwitch(test, teamId, 'hourToReach', true);
  let serial = 0;
  const asked = (changes: Partial<EnquiryInput> = {}): EnquiryInput => {
    serial += 1;
    return {
      externalNo: `DY${teamId}${serial}`,
      shopId: '7001',
      shopName: '示例便利店',
      storeId: '9001',
      teamId,
      from: { lng, lat },
      to: { lng: lng + 0.003, lat: lat + 0.002 },
      fromAddress: '示例大道 66 号',
      toAddress: '人民南路 12 号 3 栋 1801',
      distanceM: 4_200,
      weightG: 6_500,
      goodsFen: 20_000,
      wantAt: null,
      ...changes,
    };
  };
  const rule = (changes: Partial<RuleValues> = {}, tariff: Partial<Tariff> = {}): RuleValues => {
    serial += 1;
    const { periods, ...rest } = { ...INITIAL_TARIFF, ...tariff };
    return {
      name: `测试规则${serial}`,
      scopeType: 'all',
      scopeIds: [],
      priority: 100,
      effectiveFrom: null,
      effectiveTo: null,
      remark: '',
      tariff: { ...rest, periods: periods.map((part) => ({ ...part })) },
      ...changes,
    };
  };
  return {
    teamId,
    asked,
    rule,
    receive: (changes) => receiveEnquiry(test, asked(changes)),
    async publish(changes, tariff) {
      const token = ground.owner;
      const saved = await test.call('enquiry.Enquiry/saveRule', rule(changes, tariff), { token });
      if (saved.code !== 100) throw new Error(JSON.stringify(saved));
      const { id, version } = saved.data;
      const published = await test.call('enquiry.Enquiry/publishRule', { id, version }, { token });
      if (published.code !== 100) throw new Error(JSON.stringify(published));
      return { id, version: published.data.version };
    },
  };
}
