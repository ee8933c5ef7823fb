import { TEAM } from '@contract/limits';
import { SETTLE_CYCLE_TEXTS, SETTLE_CYCLES } from '@contract/team.choices';
import { TEAM_FIELDS } from '@contract/team.fields';
import { TERMS } from '@contract/teamTerms.states';
import type { Label, Translate } from '@/app/i18n/i18n';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';

/** This module defines the form fields of a station's terms, for new stations and for proposed changes (DOMAIN §3.3, step 4). */

/** Form field for the reason of a proposed change. */
export const termsReason: Field = {
  kind: 'textarea',
  name: 'reason',
  label: 'terms.reason',
  required: true,
  rows: 2,
  ...TERMS.reason,
};

const usesDeposit = (values: FormValues) => values.settlementMode === 'deposit';

/** Returns the form fields of the terms. @param noCredit why the credit limit is read-only; `null` if the user may set it */
export function termFields<V extends FormValues>(t: Translate, noCredit: Label | null): readonly Field<V>[] {
  const fields: readonly Field[] = [...feeFields(), ...reserveFields(t, noCredit)];
  return fields as readonly Field<V>[];
}

function feeFields(): readonly Field[] {
  return [
    {
      name: 'settlementMode',
      label: TEAM_FIELDS.settlementMode,
      kind: 'radio',
      required: true,
      options: [
        { value: 'balance', label: 'wizard.modeBalance' },
        { value: 'deposit', label: 'wizard.modeDeposit' },
      ],
    },
    { name: 'feePlanId', label: TEAM_FIELDS.feePlanId, kind: 'options', source: 'feePlans', required: true },
    {
      name: 'platformRateBp',
      label: TEAM_FIELDS.platformRateBp,
      kind: 'percent',
      minBp: TEAM.platformRateBp.min,
      maxBp: TEAM.platformRateBp.max,
      help: 'wizard.rateHelp',
    },
    {
      name: 'platformFixedFen',
      label: TEAM_FIELDS.platformFixedFen,
      kind: 'money',
      minFen: TEAM.platformFixedFen.min,
      maxFen: TEAM.platformFixedFen.max,
      help: 'wizard.fixedHelp',
    },
    {
      name: 'riderShareBp',
      label: TEAM_FIELDS.riderShareBp,
      kind: 'percent',
      required: true,
      minBp: TEAM.riderShareBp.min,
      maxBp: TEAM.riderShareBp.max,
      help: 'wizard.shareHelp',
    },
    {
      name: 'settleCycle',
      label: TEAM_FIELDS.settleCycle,
      kind: 'radio',
      required: true,
      options: SETTLE_CYCLES.map((value) => ({ value, label: SETTLE_CYCLE_TEXTS[value] })),
    },
  ];
}

function reserveFields(t: Translate, noCredit: Label | null): readonly Field[] {
  return [
    {
      name: 'depositFen',
      label: TEAM_FIELDS.depositFen,
      kind: 'money',
      required: true,
      when: usesDeposit,
      minFen: TEAM.depositFen.min,
      maxFen: TEAM.depositFen.max,
    },
    {
      name: 'depositWarnFen',
      label: TEAM_FIELDS.depositWarnFen,
      kind: 'money',
      when: usesDeposit,
      minFen: TEAM.depositFen.min,
      maxFen: TEAM.depositFen.max,
      help: 'wizard.warnHelp',
      check: (value, { depositFen }) =>
        typeof value === 'number' && typeof depositFen === 'number' && value > depositFen
          ? { rule: 'notAbove', params: { other: t(TEAM_FIELDS.depositFen) } }
          : null,
    },
    {
      name: 'creditLimitFen',
      label: TEAM_FIELDS.creditLimitFen,
      kind: 'money',
      when: usesDeposit,
      ...(noCredit && { disabled: true, disabledReason: noCredit }),
      minFen: TEAM.creditLimitFen.min,
      maxFen: TEAM.creditLimitFen.max,
      help: 'wizard.creditHelp',
    },
  ];
}
