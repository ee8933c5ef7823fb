import {
  CODE_MODES,
  SWITCH_PARAMS,
  SWITCH_POSITION,
  SWITCHES,
  type SwitchKey,
  type SwitchParamName,
} from '../../../contract/switches';
import type { Locale } from '../../../contract/text';

/** This module formats the names and the states of switches as texts. */

export function switchName(key: string, locale: Locale): string {
  return SWITCHES[key as SwitchKey]?.text[locale] ?? key;
}

function paramText(name: SwitchParamName, value: unknown, locale: Locale): string {
  const { text: label, unit } = SWITCH_PARAMS[name];
  const shown = (() => {
    switch (unit) {
      case 'fen':
        return `¥${(Number(value) / 100).toFixed(2)}`;
      case 'metres':
        return `${value} m`;
      case 'seconds':
        return `${value} s`;
      case 'minutes':
        return `${value} min`;
      case 'teams':
        return String(Array.isArray(value) ? value.length : 0);
      case 'choice':
        return CODE_MODES[value as keyof typeof CODE_MODES]?.[locale] ?? String(value);
      case 'count':
        return String(value);
    }
  })();
  return `${label[locale]} ${shown}`;
}

/** Formats a switch state as `On · Extra time 15 min · Surcharge ¥2.00`. A switch that is off is shown without parameters. */
export function switchPosition(key: string, state: Readonly<Record<string, unknown>>, locale: Locale): string {
  const on = state.on === true;
  const position = SWITCH_POSITION[on ? 'on' : 'off'][locale];
  const params = (state.params ?? {}) as Readonly<Record<string, unknown>>;
  const taken = on ? (SWITCHES[key as SwitchKey]?.params ?? []) : [];
  return [
    position,
    ...taken.filter((name) => name in params).map((name) => paramText(name, params[name], locale)),
  ].join(' · ');
}
