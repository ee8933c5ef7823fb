import { RULE } from '../../../contract/rule-ids';
import { percentOf, technicalFeeOf } from '../../../contract/shares';
import type { TeamFeeField } from '../../../contract/team.fields';
import { TEAM_FEE_FIELDS } from '../../../contract/team.fields';
import { type TeamState, teamLifecycle } from '../../../contract/team.states';

/** This module contains decisions about stations (DOMAIN §3.3). They use no database and no clock. */

/** For each initial letter, the first character in pinyin order. No syllable begins with I, U or V. */
const PINYIN_STARTS = '阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥扨它穵夕丫帀';
const PINYIN_LETTERS = 'ABCDEFGHJKLMNOPQRSTWXYZ';
/**
 * Code letters of cities whose name has a character with several pronunciations. The collator
 * sorts the character by a pronunciation that the city's name does not use.
 */
const SPOKEN: Readonly<Record<string, string>> = {
  重庆: 'CQ',
  长沙: 'CS',
  厦门: 'XM',
  六安: 'LA',
  长治: 'CZ',
  长春: 'CC',
};
const pinyin = new Intl.Collator('zh-Hans-CN-u-co-pinyin');

/**
 * Derives the letters of a proposed station code: at most 4 pinyin initials of the city's name (成都市 → `CD`). An administrative
 * ending such as 市 is ignored. The initials come from the runtime's collation data, so no dictionary is needed. A name without Chinese
 * characters gives `ST`.
 */
export function cityLetters(cityName: string): string {
  const name = cityName.replace(/(特别行政区|土家族苗族|地区|自治州|自治县|[市盟州省县])$/u, '') || cityName;
  const known = SPOKEN[name];
  if (known) return known;
  const letters = [...name].slice(0, 4).map((character) => {
    if (!/\p{Script=Han}/u.test(character)) return '';
    let letter = '';
    for (const [index, start] of [...PINYIN_STARTS].entries()) {
      if (pinyin.compare(start, character) <= 0) letter = PINYIN_LETTERS[index] ?? '';
    }
    return letter;
  });
  return letters.join('') || 'ST';
}

/** The technical service fee of a station (技术服务费). The station's own rate or fixed amount takes precedence over the plan's fee. */
interface TechnicalFee {
  readonly source: 'own' | 'plan' | 'none';
  readonly rateBp: number;
  readonly fixedFen: number;
}

export function technicalFee(
  own: { readonly platformRateBp: number | null; readonly platformFixedFen: number | null },
  plan: { readonly rateBp: number; readonly fixedFen: number } | null,
): TechnicalFee {
  if (own.platformRateBp !== null) return { source: 'own', rateBp: own.platformRateBp, fixedFen: 0 };
  if (own.platformFixedFen !== null) return { source: 'own', rateBp: 0, fixedFen: own.platformFixedFen };
  if (plan) return { source: 'plan', rateBp: plan.rateBp, fixedFen: plan.fixedFen };
  return { source: 'none', rateBp: 0, fixedFen: 0 };
}

interface DatedPlan {
  readonly id: number;
  readonly isDefault: boolean;
  readonly effectiveFrom: Date;
  /** `null` means that the plan has no end. */
  readonly effectiveTo: Date | null;
}

/** Tests whether a fee plan is valid at a moment. The end is exclusive. */
export function isInForce(plan: Pick<DatedPlan, 'effectiveFrom' | 'effectiveTo'>, at: Date): boolean {
  return plan.effectiveFrom <= at && (plan.effectiveTo === null || plan.effectiveTo > at);
}

/**
 * Selects the fee plan for orders at a moment (费用方案). While the station's own plan is not in force, the platform's default plan
 * applies. A station that chose no plan has none.
 */
export function planAt<P extends DatedPlan>(plans: readonly P[], chosenId: number | null, at: Date): P | null {
  if (chosenId === null) return null;
  const valid = plans.filter((plan) => isInForce(plan, at));
  return valid.find(({ id }) => id === chosenId) ?? valid.find(({ isDefault }) => isDefault) ?? null;
}

/** A fee change that took effect or will take effect. */
export interface FeeChange {
  readonly at: Date;
  readonly set: Readonly<Record<string, unknown>>;
}
/** The values before a change, as the history recorded them. */
export interface FeeNote {
  readonly at: Date;
  readonly was: Readonly<Record<string, unknown>>;
}

/**
 * Reconstructs a station's financial terms at a moment from its history (DOMAIN §3.5 "valid at payment").
 *
 * @param present the stored values
 * @param waiting the planned change that is not in force yet
 * @param done changes that took effect, in any order
 * @param notes the values before each change, recorded when the change was approved; in any order
 */
export function feesAt<T extends object>(
  present: T,
  at: Date,
  waiting: FeeChange | null,
  done: readonly FeeChange[],
  notes: readonly FeeNote[],
): T {
  const then: Record<string, unknown> = Object.fromEntries(Object.entries(present));
  const later = done.filter((change) => change.at > at).sort((one, other) => one.at.getTime() - other.at.getTime());
  const newest = [...notes].sort((one, other) => other.at.getTime() - one.at.getTime());
  for (const field of Object.keys(present)) {
    const next = later.find(({ set }) => field in set);
    const note = next && newest.find((line) => line.at <= next.at && field in line.was);
    if (note) then[field] = note.was[field];
    else if (waiting && waiting.at <= at && field in waiting.set) then[field] = waiting.set[field];
  }
  return then as T;
}

/**
 * Splits one order (DOMAIN §4.2 ORDER_SETTLE). The merchant gets the goods. The platform gets its fee on the total. The rider gets a share
 * of the delivery fee. The station gets the rest. The four amounts add up to the total. The station's amount may be negative.
 */
export function splitOrder(
  goodsFen: number,
  deliveryFen: number,
  fee: Pick<TechnicalFee, 'rateBp' | 'fixedFen'>,
  riderShareBp: number,
): { merchantFen: number; platformFen: number; riderFen: number; stationFen: number } {
  const total = goodsFen + deliveryFen;
  const platformFen = technicalFeeOf(total, fee);
  const riderFen = percentOf(deliveryFen, riderShareBp);
  return { merchantFen: goodsFen, platformFen, riderFen, stationFen: total - goodsFen - platformFen - riderFen };
}

/** Tests whether the shares of platform and rider together exceed 100 % (42229). */
export function sharesExceed(fee: Pick<TechnicalFee, 'rateBp'>, riderShareBp: number): boolean {
  return fee.rateBp + riderShareBp > 10_000;
}

/**
 * Tests whether a change of fees or area waits for a planned moment (DOMAIN §3.3). It waits if the station has opened and is not closed.
 */
export function takesEffectLater(status: TeamState): boolean {
  return status === 'operating' || status === 'paused' || status === 'frozen';
}

/** Finds the financial terms (wizard step 4) whose wanted values differ from the present ones. */
export function changedFees(
  present: Readonly<Record<TeamFeeField, string | number | null>>,
  wanted: Readonly<Partial<Record<TeamFeeField, string | number | null>>>,
): Partial<Record<TeamFeeField, string | number | null>> {
  const changes: Partial<Record<TeamFeeField, string | number | null>> = {};
  for (const field of TEAM_FEE_FIELDS) {
    const value = wanted[field];
    if (value !== undefined && value !== present[field]) changes[field] = value;
  }
  return changes;
}

/** The caller's data that decide which actions a row offers. */
export interface Caller {
  readonly rules: ReadonlySet<number>;
  readonly isOwner: boolean;
}

/**
 * Lists the actions that a row offers to this caller (DOMAIN §6.1 "actions"). They are the actions of the lifecycle, and `edit`,
 * `operation`, `copy`, `consoleTicket`, `terms`, `setFeePlan`, `announce`. A draft offers `edit` in place of `submit`, because the wizard
 * submits it.
 */
export function teamActions(status: TeamState, caller: Caller): string[] {
  const holds = (rule: number) => caller.isOwner || caller.rules.has(rule);
  if (status === 'deleted') return [];
  const actions: string[] = [];
  if (status === 'draft' ? holds(1101) : status !== 'closed' && holds(1102)) actions.push('edit');
  if (status !== 'draft' && holds(13)) actions.push('operation');
  actions.push(
    ...teamLifecycle.actionsFrom(status, caller.rules, caller.isOwner).filter((action) => action !== 'submit'),
  );
  if (status !== 'draft' && status !== 'closed' && holds(1102)) actions.push('terms', 'setFeePlan');
  if (status !== 'draft' && status !== 'closed' && holds(RULE['announcement.create'])) actions.push('announce');
  if (status !== 'draft' && holds(1101)) actions.push('copy');
  if (status !== 'draft' && status !== 'closed' && holds(1110)) actions.push('consoleTicket');
  return actions;
}
