import { SETTLE_CYCLE_TEXTS, type SettleCycle } from '../../../contract/team.choices';
import { TEAM_FIELDS, type TeamFeeField } from '../../../contract/team.fields';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { percentText, yuanText } from '../../core/money/amounts';
import { messageText } from '../../core/texts';
import { feePlans } from '../reference';

/** This module formats terms and their effect as texts. */

const WORDS = {
  none: WORD.noneMasculine,
} as const;

type Values = Readonly<Partial<Record<TeamFeeField, string | number | null>>>;

const RATES: ReadonlySet<TeamFeeField> = new Set(['platformRateBp', 'riderShareBp']);

/** Formats a change of an amount. The sign is printed before the currency sign. */
export const signedYuan = (ctx: ActorContext, fen: number): string =>
  `${fen < 0 ? '−' : fen > 0 ? '+' : ''}¥${ctx.t(yuanText(Math.abs(fen)))}`;

function termText(
  ctx: ActorContext,
  field: TeamFeeField,
  value: string | number | null | undefined,
  plans: ReadonlyMap<number, string>,
): string {
  if (value === null || value === undefined) return ctx.t(WORDS.none);
  if (field === 'settlementMode')
    return ctx.t(messageText(value === 'deposit' ? 'team.modeDeposit' : 'team.modeBalance'));
  if (field === 'settleCycle') return ctx.t(SETTLE_CYCLE_TEXTS[value as SettleCycle]);
  if (field === 'feePlanId') return plans.get(Number(value)) ?? String(value);
  return RATES.has(field) ? ctx.t(percentText(Number(value))) : `¥${ctx.t(yuanText(Number(value)))}`;
}

/** Describes the changed fields of each proposal with their values before and after. */
export async function changeTexts(
  ctx: ActorContext,
  proposals: readonly { readonly base: Values; readonly changes: Values }[],
): Promise<{ field: string; label: string; before: string; after: string }[][]> {
  const plans = new Map((await feePlans(ctx.db)).map(({ id, name }) => [id, name]));
  return proposals.map(({ base, changes }) =>
    (Object.keys(changes) as TeamFeeField[]).map((field) => ({
      field,
      label: ctx.t(TEAM_FIELDS[field]),
      before: termText(ctx, field, base[field], plans),
      after: termText(ctx, field, changes[field], plans),
    })),
  );
}
