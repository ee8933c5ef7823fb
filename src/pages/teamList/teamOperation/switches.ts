import type { Data } from '@contract/index';
import { SWITCH_LIMITS, TEAM } from '@contract/limits';
import { SWITCH_KEYS, SWITCHES, type SwitchKey, type SwitchParamName } from '@contract/switches';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@contract/units';
import { now } from '@/app/clock';
import { type Action, post } from '@/ui/actions/types';
import { isEmpty } from '@/ui/EntityForm/check';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';

export type MatrixRow = Data<'team.Operation/getMatrix'>['list'][number];
export type SwitchState = MatrixRow['switches'][number];

/** One switch of one station. The actions of this page use it as their row. */
export interface SwitchSubject {
  /** Id of the station. */
  readonly id: number;
  readonly name: string;
  readonly state: SwitchState;
  /** Whether "on" is preselected in the dialog. */
  readonly proposed: boolean;
}

/** Function that returns which switch the form sets, or `null` until the user has chosen one. */
type KeyOf = (values: FormValues) => SwitchKey | null;

const isOn = (values: FormValues) => values.on === true;

/** Form field of each switch parameter, with its limits and unit (DOMAIN §3.3). */
const PARAM_FIELDS: { readonly [P in SwitchParamName]: Field } = {
  radiusM: {
    kind: 'number',
    name: 'radiusM',
    label: 'operation.radius',
    unit: 'operation.metre',
    ...SWITCH_LIMITS.radiusM,
  },
  maxCarry: {
    kind: 'number',
    name: 'maxCarry',
    label: 'operation.maxCarry',
    unit: 'operation.order',
    ...SWITCH_LIMITS.maxCarry,
  },
  grabDelaySec: {
    kind: 'number',
    name: 'grabDelaySec',
    label: 'operation.grabDelay',
    unit: 'operation.second',
    ...SWITCH_LIMITS.grabDelaySec,
  },
  teamIds: {
    kind: 'options',
    name: 'teamIds',
    label: 'operation.neighbours',
    source: 'teams',
    multiple: true,
    max: SWITCH_LIMITS.crossTeams,
  },
  addMin: {
    kind: 'number',
    name: 'addMin',
    label: 'operation.addMin',
    unit: 'operation.minute',
    ...SWITCH_LIMITS.addMin,
  },
  surchargeFen: {
    kind: 'money',
    name: 'surchargeFen',
    label: 'operation.surcharge',
    minFen: SWITCH_LIMITS.surchargeFen.min,
    maxFen: SWITCH_LIMITS.surchargeFen.max,
  },
  subsidyFen: {
    kind: 'money',
    name: 'subsidyFen',
    label: 'operation.subsidy',
    minFen: SWITCH_LIMITS.subsidyFen.min,
    maxFen: SWITCH_LIMITS.subsidyFen.max,
  },
  nightFeeFen: {
    kind: 'money',
    name: 'nightFeeFen',
    label: 'operation.nightFee',
    minFen: SWITCH_LIMITS.nightFeeFen.min,
    maxFen: SWITCH_LIMITS.nightFeeFen.max,
  },
  quota: { kind: 'number', name: 'quota', label: 'operation.quota', unit: 'operation.person', ...SWITCH_LIMITS.quota },
  mode: {
    kind: 'radio',
    name: 'mode',
    label: 'operation.mode',
    options: [
      { value: 'code', label: 'operation.modeCode' },
      { value: 'photo', label: 'operation.modePhoto' },
      { value: 'both', label: 'operation.modeBoth' },
    ],
  },
};

/**
 * Returns the fields for a change: the parameters of an enabled switch, an end time, and a reason. Time limits are relative to the current
 * time.
 */
function changeFields(keyOf: KeyOf): readonly Field[] {
  const at = now();
  const spec = (values: FormValues) => {
    const key = keyOf(values);
    return key === null ? null : SWITCHES[key];
  };
  const soonest = new Date(at + MINUTE_MS).toISOString();
  return [
    ...Object.values(PARAM_FIELDS).map((field) => ({
      ...field,
      required: true,
      when: (values: FormValues) => isOn(values) && (spec(values)?.params.some((name) => name === field.name) ?? false),
    })),
    {
      kind: 'moment',
      name: 'until',
      label: 'operation.until',
      help: 'operation.untilHelp',
      required: true,
      min: soonest,
      max: new Date(at + SWITCH_LIMITS.untilHours * HOUR_MS).toISOString(),
      when: (values) => isOn(values) && spec(values)?.until === 'whileOn',
    },
    {
      kind: 'moment',
      name: 'resumeAt',
      label: 'operation.resumeAt',
      help: 'operation.resumeAtHelp',
      min: soonest,
      max: new Date(at + TEAM.resumeDays * DAY_MS).toISOString(),
      when: (values) => !isOn(values) && spec(values)?.until === 'whileOff',
    },
    {
      kind: 'text',
      name: 'reason',
      label: 'operation.reason',
      ...TEAM.reason,
      required: (values) => !isOn(values) && (spec(values)?.reasonToSwitchOff ?? false),
    },
  ];
}

/** Builds the values that the requests for one station and for several stations share. */
function changeOf(key: SwitchKey, values: FormValues) {
  const on = isOn(values);
  const spec = SWITCHES[key];
  const params = Object.fromEntries(
    (on ? spec.params : []).flatMap((name) => {
      const value = values[name];
      return isEmpty(value) ? [] : [[name, value]];
    }),
  );
  const end = on
    ? spec.until === 'whileOn'
      ? values.until
      : null
    : spec.until === 'whileOff'
      ? values.resumeAt
      : null;
  const reason = trimmed(values, 'reason');
  return {
    key,
    on,
    ...(Object.keys(params).length > 0 ? { params } : {}),
    until: typeof end === 'string' ? end : null,
    ...(reason ? { reason } : {}),
  };
}

/** Builds the action that sets one switch of one station, with the fields of that switch. */
function switchAction(key: SwitchKey): Action<SwitchSubject> {
  const spec = SWITCHES[key];
  return {
    key,
    label: spec.text,
    confirm: {
      text: (_names, _rows, t) => t(spec.effect),
      submit: (values, t) => t(isOn(values) ? 'operation.switchOn' : 'operation.switchOff', { name: t(spec.text) }),
    },
    fields: () => [{ kind: 'switch', name: 'on', label: 'operation.position' }, ...changeFields(() => key)],
    initial: ([subject]) => ({
      ...subject?.state.params,
      on: subject?.proposed ?? false,
      until: null,
      resumeAt: null,
      reason: '',
    }),
    at: (subject) => `/teamList/teamOperation?id=${subject.id}`,
    call: post('team.Operation/setSwitch', (subject: SwitchSubject, values) => ({
      teamId: subject.id,
      version: subject.state.version,
      ...changeOf(key, values),
    })),
  };
}

export const SWITCH_ACTIONS: Readonly<Record<SwitchKey, Action<SwitchSubject>>> = Object.fromEntries(
  SWITCH_KEYS.map((key) => [key, switchAction(key)]),
) as Record<SwitchKey, Action<SwitchSubject>>;

const chosenKey: KeyOf = (values) => SWITCH_KEYS.find((key) => key === values.key) ?? null;

/**
 * Returns the fields of a bulk change. A parameter is required only if one of the stations lacks its value. Otherwise each station keeps its
 * own value when the field is empty. Stations whose switch is blocked do not count, because they are refused.
 */
function bulkFields(rows: readonly MatrixRow[]): readonly Field[] {
  const isNeeded = (values: FormValues, { name }: Field) =>
    rows.some(({ switches }) =>
      switches.some(
        ({ key, blocked, params }) =>
          key === chosenKey(values) && blocked === null && isEmpty(params[name as SwitchParamName]),
      ),
    );
  return changeFields(chosenKey).map((field) => ({
    ...field,
    ...(field.name in PARAM_FIELDS && {
      required: (values: FormValues) => isNeeded(values, field),
      help: (values: FormValues) =>
        isNeeded(values, field) ? 'operation.someValuesMissing' : 'operation.ownValuesKept',
    }),
    when: (values: FormValues) => chosenKey(values) !== null && (field.when?.(values) ?? true),
  }));
}

/** Actions that set one switch for all selected stations. Each station succeeds or fails separately (DOMAIN §3.3 "bulk apply"). */
export const BULK_ACTIONS: readonly Action<MatrixRow>[] = [
  {
    key: 'bulkSwitch',
    label: 'operation.bulk',
    confirm: { text: (_names, rows, t) => t('operation.bulkText', { n: rows.length }) },
    fields: (rows) => [
      {
        kind: 'choice',
        name: 'key',
        label: 'operation.switch',
        required: true,
        options: SWITCH_KEYS.map((key) => ({ value: key, label: SWITCHES[key].text })),
      },
      { kind: 'switch', name: 'on', label: 'operation.position', when: (values) => chosenKey(values) !== null },
      ...bulkFields(rows),
    ],
    initial: () => ({ key: null, on: true, until: null, resumeAt: null, reason: '' }),
    bulk: post('team.Operation/bulkSwitch', (rows: readonly MatrixRow[], values) => ({
      ids: rows.map((row) => row.id),
      ...changeOf(chosenKey(values) ?? 'acceptOrders', values),
    })),
  },
];
