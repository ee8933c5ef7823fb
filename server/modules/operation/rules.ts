import type { FieldError } from '../../../contract/endpoint';
import { SWITCH_LIMITS, TEAM } from '../../../contract/limits';
import type { SwitchParams } from '../../../contract/operation';
import { SWITCH_PARAMS, SWITCHES, type SwitchKey, type SwitchParamName } from '../../../contract/switches';
import type { TeamState } from '../../../contract/team.states';
import type { Locale } from '../../../contract/text';
import { HOUR_MS } from '../../../contract/units';
import { validationText } from '../../../contract/validation';
import { WORD } from '../../../contract/words';

/** Rules of station switches (站点开关, DOMAIN §3.3). Pure functions without database and clock. */

const LABELS = {
  reason: WORD.reason,
  until: WORD.endsAt,
} as const;

/** A requested change of a switch. */
export interface SwitchChange {
  readonly key: SwitchKey;
  readonly on: boolean;
  readonly params?: SwitchParams | undefined;
  readonly until?: string | null | undefined;
  readonly reason?: string | undefined;
}

/** The state of a switch. A switch that was never set has its initial state. */
export interface SwitchStand {
  readonly on: boolean;
  readonly params: SwitchParams;
  readonly until: Date | null;
  readonly reason: string | null;
  readonly version: number;
}

/** Builds the initial values of a switch's parameters. */
function initialParams(key: SwitchKey): SwitchParams {
  const params: Record<string, unknown> = {};
  for (const name of SWITCHES[key].params) {
    const { initial } = SWITCH_PARAMS[name];
    if (initial !== null) params[name] = initial;
  }
  return params as SwitchParams;
}

/** Returns the state of a switch that was never set. */
export function initialStand(key: SwitchKey): SwitchStand {
  return { on: SWITCHES[key].initial, params: initialParams(key), until: null, reason: null, version: 0 };
}

/** Checks whether the switches of a station in this state cannot be changed (42201). */
export function isBlocked(status: TeamState): boolean {
  return status === 'draft' || status === 'deleted' || status === 'frozen' || status === 'closed';
}

/** Returns the maximum duration of a switch position in milliseconds. @returns `null` if the position has no end time */
function longest(key: SwitchKey, on: boolean): number | null {
  const { until } = SWITCHES[key];
  if (until === 'whileOn' && on) return SWITCH_LIMITS.untilHours * HOUR_MS;
  if (until === 'whileOff' && !on) return TEAM.resumeDays * 24 * HOUR_MS;
  return null;
}

function paramErrors(change: SwitchChange, present: SwitchStand | null, locale: Locale): FieldError[] {
  const { params: taken } = SWITCHES[change.key];
  const errors: FieldError[] = [];
  for (const name of Object.keys(change.params ?? {}) as SwitchParamName[]) {
    if (taken.includes(name) || change.params?.[name] === undefined) continue;
    const message = validationText('choice', locale, { label: SWITCH_PARAMS[name].text[locale] });
    errors.push({ field: `params.${name}`, rule: 'choice', message });
  }
  const after: Readonly<Record<string, unknown>> = { ...present?.params, ...change.params };
  for (const name of change.on ? taken : []) {
    const value = after[name];
    if (value === undefined && present === null) continue;
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) continue;
    const rule = name === 'teamIds' ? 'requiredSelect' : 'required';
    const message = validationText(rule, locale, { label: SWITCH_PARAMS[name].text[locale] });
    errors.push({ field: `params.${name}`, rule: 'required', message });
  }
  return errors;
}

function untilErrors(change: SwitchChange, now: Date, locale: Locale): FieldError[] {
  const most = longest(change.key, change.on);
  const label = LABELS.until[locale];
  if (!change.until) {
    // Busy mode and bad-weather mode require an end time, so that no mode stays on by mistake. The master switch may stay off without an
    // end time.
    const needsEnd = SWITCHES[change.key].until === 'whileOn' && change.on;
    return needsEnd
      ? [{ field: 'until', rule: 'required', message: validationText('requiredSelect', locale, { label }) }]
      : [];
  }
  if (most === null) return [{ field: 'until', rule: 'choice', message: validationText('choice', locale, { label }) }];
  const left = new Date(change.until).getTime() - now.getTime();
  if (left <= 0) return [{ field: 'until', rule: 'future', message: validationText('future', locale, { label }) }];
  if (left > most) {
    const max = `${most / HOUR_MS} h`;
    return [{ field: 'until', rule: 'max', message: validationText('max', locale, { label, max }) }];
  }
  return [];
}

/**
 * Finds all errors of a change. The texts are in the reader's language.
 *
 * @param present `null` if the station is not known yet. A missing parameter is then no error, because the station may have its value.
 */
export function changeErrors(
  change: SwitchChange,
  present: SwitchStand | null,
  now: Date,
  locale: Locale,
): FieldError[] {
  const errors = [...paramErrors(change, present, locale), ...untilErrors(change, now, locale)];
  if (!change.on && SWITCHES[change.key].reasonToSwitchOff && !change.reason) {
    const message = validationText('required', locale, { label: LABELS.reason[locale] });
    errors.push({ field: 'reason', rule: 'required', message });
  }
  return errors;
}

/** Builds the state of the switch after a valid change. */
export function standAfter(change: SwitchChange, present: SwitchStand): Omit<SwitchStand, 'version'> {
  return {
    on: change.on,
    params: { ...present.params, ...change.params },
    until: change.until ? new Date(change.until) : null,
    reason: change.reason ?? null,
  };
}
