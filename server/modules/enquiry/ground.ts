import type { Kysely } from 'kysely';
import { SWITCH_PARAMS, SWITCHES, type SwitchKey } from '../../../contract/switches';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { wallTime } from '../../core/money/days';
import { switchesOf } from '../operation';
import { runningOrders } from '../order';
import { riderCounts } from '../people';
import { readSetting } from '../site';
import { isInHours, isInside, type StationGround, stationGrounds } from '../team';
import { blockedShops, publishedRules } from './rule-store';
import { type Circumstances, chooseRule, type PriceRule } from './rules';

/** The data that an answer to an enquiry needs ("ground"), such as stations, riders, price rules and blocked shops. */

type Db = Kysely<Database>;
type Stand = { readonly on: boolean; readonly params: Readonly<Record<string, unknown>> };

export interface Ground {
  readonly timeZone: string;
  readonly stations: ReadonlyMap<number, StationGround>;
  readonly switches: ReadonlyMap<number, ReadonlyMap<SwitchKey, Stand>>;
  /** Number of online riders, by station. */
  readonly online: ReadonlyMap<number, number>;
  readonly running: ReadonlyMap<number, number>;
  readonly rules: readonly PriceRule[];
  readonly blocked: ReadonlySet<string>;
}

export async function loadGround(db: Db, now: Date): Promise<Ground> {
  const stations = await stationGrounds(db);
  const ids = [...stations.keys()];
  const [{ timeZone }, switches, riders, running, rules, blocked] = await Promise.all([
    readSetting(db, 'locale'),
    switchesOf(db, ids),
    riderCounts(db, ids, now),
    runningOrders(db, ids),
    publishedRules(db, now),
    blockedShops(db),
  ]);
  return {
    timeZone,
    stations,
    switches: new Map([...switches].map(([id, list]) => [id, new Map(list.map((stand) => [stand.key, stand]))])),
    online: new Map([...riders].map(([id, { online }]) => [id, online])),
    running,
    rules,
    blocked,
  };
}

/* ---- cache ---- */

/** Age in milliseconds at which a new ground is read in the background. Answers use the old ground until the new one is read. */
const FRESH_MS = 2_000;
/** Maximum age in milliseconds of the ground for an answer. */
const OLDEST_MS = 5_000;

interface Kept {
  readonly ground: Ground;
  readonly at: number;
  readonly edition: number;
}
const kept = new WeakMap<Db, Kept>();
const loading = new WeakMap<Db, { readonly ground: Promise<Ground>; readonly edition: number }>();
let edition = 0;

/** Invalidates the cache after this process changed price rules or blocked shops. */
export function forgetGround(): void {
  edition += 1;
}

async function renew(db: Db, now: Date): Promise<Ground> {
  const running = loading.get(db);
  // A load that began before forgetGround() may have read the old rules, so do not use its result.
  if (running?.edition === edition) return running.ground;
  const begun = edition;
  const reading = {
    edition: begun,
    ground: loadGround(db, now)
      .then((ground) => {
        if (begun === edition) kept.set(db, { ground, at: now.getTime(), edition: begun });
        return ground;
      })
      .finally(() => {
        if (loading.get(db) === reading) loading.delete(db);
      }),
  };
  loading.set(db, reading);
  return reading.ground;
}

/** Returns the ground, which is at most {@link OLDEST_MS} old. */
export async function currentGround(db: Db, clock: Clock): Promise<Ground> {
  const now = clock.now();
  const known = kept.get(db);
  const age = known && known.edition === edition ? now.getTime() - known.at : Number.POSITIVE_INFINITY;
  if (!known || age < 0 || age > OLDEST_MS) return renew(db, now);
  // Ignore a failed background read: the next enquiry starts another one.
  if (age > FRESH_MS) renew(db, now).catch(() => undefined);
  return known.ground;
}

/* ---- one enquiry ---- */

const NIGHT = { from: 22 * 60, to: 6 * 60 } as const;

function standOf(ground: Ground, teamId: number, key: SwitchKey): Stand {
  return ground.switches.get(teamId)?.get(key) ?? { on: SWITCHES[key].initial, params: {} };
}

const numberIn = ({ params }: Stand, name: 'maxCarry' | 'addMin' | 'surchargeFen' | 'subsidyFen' | 'nightFeeFen') => {
  const value = params[name] ?? SWITCH_PARAMS[name].initial;
  return typeof value === 'number' ? value : 0;
};

/**
 * Adds up the surcharges, fees and extra minutes of the station modes at a moment.
 *
 * @param badWeather overrides the station's bad-weather mode in a trial
 */
function modeFacts(ground: Ground, teamId: number, at: Date, badWeather?: boolean): Circumstances['facts'] {
  const { minutes } = wallTime(at, ground.timeZone);
  const weather = standOf(ground, teamId, 'badWeather');
  const isBad = badWeather ?? weather.on;
  const modes = [...(isBad ? [weather] : []), standOf(ground, teamId, 'busyMode')].filter(
    (stand) => stand.on || stand === weather,
  );
  const night = standOf(ground, teamId, 'nightService');
  const isNight = minutes >= NIGHT.from || minutes < NIGHT.to;
  const total = (name: 'addMin' | 'surchargeFen') => modes.reduce((all, stand) => all + numberIn(stand, name), 0);
  return {
    minutes,
    badWeather: isBad,
    surchargeFen: total('surchargeFen'),
    subsidyFen: numberIn(weather, 'subsidyFen'),
    nightFeeFen: night.on && isNight ? numberIn(night, 'nightFeeFen') : 0,
    addMin: total('addMin'),
  };
}

/**
 * Collects the facts about a shop, its station and its price rule that determine an answer.
 *
 * @param at the wanted delivery time
 * @param now the time of the call
 */
export function circumstances(
  ground: Ground,
  asked: { readonly shopId: string; readonly teamId: number | null },
  { at, now, badWeather }: { readonly at: Date; readonly now: Date; readonly badWeather?: boolean | undefined },
): Circumstances & { readonly rule: PriceRule | null } {
  const { teamId } = asked;
  const station = teamId === null ? undefined : ground.stations.get(teamId);
  const isBlocked = ground.blocked.has(asked.shopId);
  if (!station) {
    return { isBlocked, station: null, rule: null, facts: modeFacts(ground, 0, at) };
  }
  const { id, status, week, holidays, area, maxDistanceM, maxWeightG } = station;
  const takes = standOf(ground, id, 'acceptOrders').on && standOf(ground, id, 'hourToReach').on;
  const carry = numberIn(standOf(ground, id, 'autoDispatch'), 'maxCarry');
  return {
    isBlocked,
    station: {
      isOpen: status === 'operating' && takes && isInHours(week, holidays, wallTime(at, ground.timeZone)),
      reaches: (point) => isInside(point, area),
      maxDistanceM,
      maxWeightG,
      freeOrders: (ground.online.get(id) ?? 0) * carry - (ground.running.get(id) ?? 0),
    },
    rule: chooseRule(ground.rules, station, now),
    facts: modeFacts(ground, id, at, badWeather),
  };
}
