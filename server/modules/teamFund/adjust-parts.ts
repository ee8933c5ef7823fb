import type { CaseExtras } from '../../../contract/approval';
import {
  ADJUST_CATEGORY_TEXT,
  ADJUST_DIRECTION_TEXT,
  type AdjustCategory,
  FUND,
} from '../../../contract/teamFund.states';
import type { Text } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';
import type { ActorContext } from '../../core/http/context';
import { invalid } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { ADJUST_FACTS, ADJUST_WORDS } from './adjust-words';
import { evidenceErrors, evidenceLinks, missingEvidence } from './evidence';

/** This module contains functions that adjustments of stations and of franchisees share. */

type AdjustDirection = keyof typeof ADJUST_DIRECTION_TEXT;
interface Proposal {
  readonly direction: AdjustDirection;
  readonly amountFen: number;
  readonly category: AdjustCategory;
  readonly relatedNo?: string | null | undefined;
  readonly reason: string;
  /** Ids of the evidence files. */
  readonly evidence: readonly number[];
}

/**
 * Checks the evidence of an adjustment.
 * @throws Refusal 40001 when a file is not the caller's own upload, or when an amount of at least `FUND.evidenceFromFen` has no evidence
 */
export async function assertEvidence(
  ctx: ActorContext,
  { amountFen, evidence }: Pick<Proposal, 'amountFen' | 'evidence'>,
): Promise<void> {
  const errors = await evidenceErrors(ctx, evidence);
  if (amountFen >= FUND.evidenceFromFen && evidence.length === 0) errors.push(missingEvidence(ctx));
  if (errors.length > 0) throw invalid(errors);
}

/** Returns the columns of a new adjustment that waits for a second person. */
export function pendingAdjust({ actor }: ActorContext, proposal: Proposal, at: Date) {
  const { direction, amountFen, category, relatedNo, reason, evidence } = proposal;
  return {
    ...{ created_at: at, expire_at: new Date(at.getTime() + FUND.adjustDays * DAY_MS), state: 'pending' as const },
    ...{ direction, amount_fen: amountFen, category, related_no: relatedNo || null, reason },
    evidence: JSON.stringify(evidence),
    ...{ maker_id: actor.accountId, maker_name: actor.name, maker_is_owner: actor.accountType === 'owner' },
  };
}

/** Builds the texts and parameters of the notice to people who may approve an adjustment. */
export const waitsNotice = (
  { actor }: ActorContext,
  { direction, amountFen }: Proposal,
  about: { readonly name: string; readonly no: string; readonly account: Text },
) => ({
  title: ADJUST_WORDS.waitsTitle,
  content: ADJUST_WORDS.waitsText,
  params: { ...about, maker: actor.name, direction: ADJUST_DIRECTION_TEXT[direction], x: yuanText(amountFen) },
});

interface Stored {
  readonly direction: AdjustDirection;
  readonly category: AdjustCategory;
  readonly reason: string;
  readonly related_no: string | null;
  readonly tx_no: string | null;
  readonly evidence: readonly number[];
}

/** Builds the title of an adjustment in the approval inbox: its direction and its category. */
export const adjustTitle = (
  ctx: ActorContext,
  { direction, category }: Pick<Stored, 'direction' | 'category'>,
): string => `${ctx.t(ADJUST_DIRECTION_TEXT[direction])} · ${ctx.t(ADJUST_CATEGORY_TEXT[category])}`;

/** Builds the details of an adjustment for the inbox drawer. */
export async function adjustExtras(
  ctx: ActorContext,
  row: Stored,
  of: {
    readonly owner: 'station' | 'franchisee';
    readonly name: string;
    /** URL of the station's or franchisee's page. `null` means that the reader may not open the page. */
    readonly page: string | null;
    readonly account: Text;
    readonly txLink?: string | null;
  },
): Promise<CaseExtras> {
  const links = await evidenceLinks(ctx, row.evidence);
  const fact = (key: keyof typeof ADJUST_FACTS, value: string | null, link: string | null = null) =>
    value ? [{ key, label: ctx.t(ADJUST_FACTS[key]), value, link }] : [];
  return {
    facts: [
      ...fact(of.owner, of.name, of.page),
      ...fact('account', ctx.t(of.account)),
      ...fact('direction', ctx.t(ADJUST_DIRECTION_TEXT[row.direction])),
      ...fact('category', ctx.t(ADJUST_CATEGORY_TEXT[row.category])),
      ...fact('reason', row.reason),
      ...fact('relatedNo', row.related_no),
      ...fact('txNo', row.tx_no, of.txLink ?? null),
    ],
    changes: [],
    evidence: row.evidence.flatMap((fileId) => links.get(fileId) ?? []),
  };
}
