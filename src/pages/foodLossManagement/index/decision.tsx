import {
  LOSS,
  LOSS_PARTIES,
  LOSS_PARTY_TEXT,
  LOSS_PAYEE_TEXT,
  LOSS_PUNISH_TEXT,
  LOSS_WAY_TEXT,
  type LossPayee,
  type LossPunish,
  type LossWay,
} from '@contract/foodLoss.states';
import type { Input } from '@contract/index';
import { TemplateField } from '@/features/users/TemplateField';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { hasParty, options } from './caseFields';
import type { LossRow } from './list';
import { Suggestion } from './Suggestion';

/**
 * This module contains the form of a decision: the liable parties, and the amount, recipient and method of the payment. The decision on an
 * upheld appeal uses the same form.
 */

const shareName = (party: string) => `share_${party}`;

/** Returns the fields of a decision. @param isAppeal whether to show the fields only for an upheld appeal */
export function decisionFields(row: LossRow | undefined, isAppeal: boolean): readonly Field[] {
  const when = isAppeal ? (values: FormValues) => values.result === 'upheld' : undefined;
  const only = when ? { when } : {};
  return [
    {
      kind: 'custom',
      name: 'suggestion',
      label: 'foodLoss.suggestion',
      ...only,
      render: () => (row ? <Suggestion id={row.id} /> : null),
    },
    ...LOSS_PARTIES.filter((party) => hasParty(row, party)).map(
      (party): Field => ({
        kind: 'percent',
        name: shareName(party),
        label: LOSS_PARTY_TEXT[party],
        minBp: 0,
        maxBp: 10_000,
        ...only,
      }),
    ),
    {
      kind: 'money',
      name: 'compFen',
      label: 'foodLoss.compensation',
      required: true,
      minFen: 1,
      maxFen: LOSS.claimFen.max,
      ...only,
    },
    {
      kind: 'radio',
      name: 'payTo',
      label: 'foodLoss.payTo',
      required: true,
      options: options(LOSS_PAYEE_TEXT),
      ...only,
    },
    {
      kind: 'radio',
      name: 'payWay',
      label: 'foodLoss.payWay',
      required: true,
      options: options(LOSS_WAY_TEXT),
      ...only,
    },
    {
      kind: 'custom',
      name: 'couponTemplateId',
      label: 'foodLoss.coupon',
      help: 'foodLoss.couponHelp',
      select: true,
      required: true,
      when: (values) => values.payWay === 'coupon' && (when?.(values) ?? true),
      render: (control) => <TemplateField control={control} />,
    },
    {
      kind: 'radio',
      name: 'punish',
      label: 'foodLoss.punish',
      help: 'foodLoss.punishHelp',
      options: options(LOSS_PUNISH_TEXT),
      ...only,
    },
    { kind: 'textarea', name: 'opinion', label: 'foodLoss.opinion', rows: 3, required: true, ...LOSS.opinion, ...only },
  ];
}

/** Returns the initial values of a decision. The compensation starts with the claimed amount. */
export const decisionStart = ([row]: readonly LossRow[]): FormValues => ({
  suggestion: null,
  ...Object.fromEntries(LOSS_PARTIES.map((party) => [shareName(party), null])),
  compFen: row?.claimFen ?? null,
  payTo: 'user',
  payWay: 'balance',
  couponTemplateId: null,
  punish: 'none',
  opinion: '',
  urgentPay: false,
});

type Decision = NonNullable<Input<'foodLoss.Report/decideAppeal'>['decision']>;
/** Converts form values to the decision in the call's input. */
export const decisionIn = (values: FormValues): Decision => ({
  liabilities: LOSS_PARTIES.flatMap((party) => {
    const shareBp = Number(values[shareName(party)] ?? 0);
    return shareBp > 0 ? [{ party, shareBp }] : [];
  }),
  compFen: Number(values.compFen),
  payTo: values.payTo as LossPayee,
  payWay: values.payWay as LossWay,
  couponTemplateId: values.payWay === 'coupon' ? Number(values.couponTemplateId) : null,
  opinion: trimmed(values, 'opinion'),
  punish: values.punish as LossPunish,
});
