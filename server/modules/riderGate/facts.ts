import { type Kysely, sql } from 'kysely';
import { filled } from '../../../contract/message';
import { GATE_CHECKS, GATE_WHY, type RiderState } from '../../../contract/riderWork.states';
import { LOCALES, type Text } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { wallClock, wallTime } from '../../core/money/days';
import { coverAt, coversSince, offerFor, productsOn } from '../insurance';
import { presentOf, readSetting } from '../site';
import { type CheckOutcome, type GateFacts, type GateMoment, mayWork, type Verdict } from './gate';
import { policyIn } from './policy';

/** Reads the data of the check whether riders may work (`mayWork`), for several riders at once. */

type Db = Kysely<Database>;

interface Found {
  readonly id: number;
  readonly state: RiderState;
  readonly stateSince: Date | null;
  readonly realName: GateFacts['realName'];
  readonly face: GateFacts['face'];
  readonly provinceCode: string | null;
  readonly certValidTo: string | null;
  readonly restUntil: Date | null;
  readonly onlineSec: number;
  readonly isLongDayConfirmed: boolean;
  readonly teamId: number;
  readonly birth: string;
  readonly isInsuranceRequired: boolean;
}

/** Reads the riders' data. @param day the day whose online time is read */
async function readFacts(db: Db, ids: readonly number[], day: string): Promise<Found[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Found>`
    select r.id, r.status as state, r.decided_at as "stateSince", r.real_name_state as "realName", r.face_state as face,
      t.province_code as "provinceCode", r.health_valid_to as "certValidTo", w.rest_until as "restUntil",
      coalesce(f.online_sec, 0) as "onlineSec", f.confirmed_at is not null as "isLongDayConfirmed",
      r.team_id as "teamId", r.birth, coalesce(s."on", false) as "isInsuranceRequired"
    from rider r join team t on t.id = r.team_id
    left join rider_work w on w.rider_id = r.id
    left join rider_fatigue f on f.rider_id = r.id and f.day = ${day}
    left join team_switch s on s.team_id = r.team_id and s.key = 'insuranceRequired'
    where r.id = any(${sql.val([...ids])}::bigint[])`.execute(db);
  return rows;
}

/** The check whether riders may work, for a fixed set of riders. */
export interface RiderGate {
  /** Checks a rider at a moment. The default is now. @returns `undefined` for an unknown rider */
  verdictOf(riderId: number, at?: Date): Verdict | undefined;
}

export async function riderGate(
  tools: { readonly db: Db; readonly clock: Pick<Clock, 'now'> },
  ids: readonly number[],
): Promise<RiderGate> {
  const { db } = tools;
  const { at: now, day: today, timeZone } = await presentOf(tools as { db: Db; clock: Clock });
  const settings = await readSetting(db, 'business');
  const facts = new Map((await readFacts(db, ids, today)).map((found) => [found.id, found]));
  const covers = await coversSince(db, ids, new Date(now.getTime() - DAY_MS));
  const isAsked = [...facts.values()].some(({ isInsuranceRequired }) => isInsuranceRequired);
  const products = isAsked ? await productsOn(db) : [];
  return {
    verdictOf(riderId, at = now) {
      const found = facts.get(riderId);
      if (!found) return undefined;
      const { day } = wallTime(at, timeZone);
      const { provinceCode, teamId, birth, isInsuranceRequired, ...rest } = found;
      const { state: cover, to: coverTo, since: askedAt } = coverAt(covers.get(riderId) ?? [], at);
      const offer = offerFor(products, { teamId, birth }, day);
      const insurance = { isRequired: isInsuranceRequired, cover, coverTo, askedAt, offer };
      // The stored online time is today's time. It does not apply to another day.
      const hours = day === today ? rest : { ...rest, onlineSec: 0 };
      const moment: GateMoment = { at, day, clock: (of) => wallClock(of, timeZone) };
      const limits = { dailyHours: settings.riderDailyHours };
      return mayWork({ ...hours, insurance, policy: policyIn(settings, provinceCode) }, limits, moment);
    },
  };
}

/** Returns the reason of a check's result in every language. */
export const whyText = ({ why, params }: CheckOutcome): Text => filled(GATE_WHY[why], params);

/** Lists the failed checks with their reasons, such as `Health certificate: Expired on 2026-03-01`. */
export function failuresOf({ checks }: Verdict): Text[] {
  return checks
    .filter(({ result }) => result === 'failed')
    .map((check) => {
      const why = whyText(check);
      const parts = LOCALES.map((locale) => {
        const colon = locale.startsWith('zh') ? '：' : ': ';
        return [locale, `${GATE_CHECKS[check.key][locale]}${colon}${why[locale]}`];
      });
      return Object.fromEntries(parts) as Text;
    });
}
