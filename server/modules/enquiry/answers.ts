import type { DataOf } from '../../../contract/endpoint';
import type { enquiryEndpoints } from '../../../contract/enquiry';
import { ENQUIRY_LIST } from '../../../contract/enquiry.fields';
import {
  COST_STEPS,
  DISTANCE_BANDS,
  type DistanceBand,
  enquiryLifecycle,
  QUOTE_STEP_TEXT,
} from '../../../contract/enquiry.states';
import type { LngLat } from '../../../contract/hexagon';
import { RULE } from '../../../contract/rule-ids';
import { seesAllStations } from '../../core/access/whole-scope';
import type { StoredStep } from '../../core/database/tables/enquiry';
import type { ActorContext } from '../../core/http/context';
import { answerRow } from '../../core/list/answers';
import { shortPercentText, yuan, yuanText } from '../../core/money/amounts';
import { stationGrounds, teamNames } from '../team';
import { blockedAmong, findBlock, findRule } from './rule-store';
import type { EnquiryDetail, EnquiryRecord } from './store';

/** Enquiries in the form that pages show. */

type Detail = DataOf<(typeof enquiryEndpoints)['enquiry.Enquiry/getDetail']>;
type Row = DataOf<(typeof enquiryEndpoints)['enquiry.Enquiry/getList']>['list'][number];
type Step = Detail['steps'][number];

const bandOf = (distanceM: number): DistanceBand => {
  const bands = Object.entries(DISTANCE_BANDS) as [DistanceBand, { from: number; to: number | null }][];
  return bands.find(([, { to }]) => to === null || distanceM < to)?.[0] ?? 'over10km';
};

/** Formats how the amount of a price step was computed: `number × unit price`, a percentage, or an empty text. */
function detailOf(ctx: Pick<ActorContext, 't'>, { n, unitFen, bp }: StoredStep): string {
  if (n !== undefined && unitFen !== undefined) return `${n} × ¥${ctx.t(yuanText(unitFen))}`;
  return bp === undefined ? '' : ctx.t(shortPercentText(bp));
}

const isCost = ({ key }: StoredStep): boolean => (COST_STEPS as readonly string[]).includes(key);

export const stepAnswers = (ctx: Pick<ActorContext, 't'>, steps: readonly StoredStep[]): Step[] =>
  steps.map((step) => ({
    key: step.key,
    text: ctx.t(QUOTE_STEP_TEXT[step.key]),
    side: isCost(step) ? 'cost' : 'price',
    detail: detailOf(ctx, step),
    amountFen: step.amountFen,
  }));

/** Formats the price steps in one line for exports. */
export const breakdownText = (ctx: Pick<ActorContext, 't'>, steps: readonly StoredStep[]): string =>
  steps
    .filter((step) => !isCost(step))
    .map(({ key, amountFen }) => `${ctx.t(QUOTE_STEP_TEXT[key])} ${yuan(amountFen)}`)
    .join('; ');

export const marginOf = ({ quoteFen, costFen }: Pick<EnquiryRecord, 'quoteFen' | 'costFen'>): number | null =>
  quoteFen === null || costFen === null ? null : quoteFen - costFen;

function actionsOf(ctx: ActorContext, row: EnquiryRecord, isBlocked: boolean): string[] {
  if (!ctx.can(RULE['enquiry.quote'])) return [];
  const isWaiting = row.state === 'manual' && row.expireAt !== null && row.expireAt > ctx.clock.now();
  return [
    ...(isWaiting ? enquiryLifecycle.actionsFrom(row.state, ctx.actor.rules, ctx.actor.accountType === 'owner') : []),
    'follow',
    'testQuote',
    ...(seesAllStations(ctx) && !isBlocked ? ['blockShop'] : []),
  ];
}

export async function rowAnswers(ctx: ActorContext, rows: readonly EnquiryRecord[]): Promise<Row[]> {
  const [names, blocked] = await Promise.all([
    teamNames(
      ctx.db,
      rows.flatMap(({ teamId }) => teamId ?? []),
    ),
    blockedAmong(
      ctx.db,
      rows.map(({ shopId }) => shopId),
    ),
  ]);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    ...answerRow(ctx, ENQUIRY_LIST, row, {
      teamName: row.teamId === null ? null : (names.get(row.teamId) ?? ''),
      marginFen: marginOf(row),
      distanceBand: bandOf(row.distanceM),
      isConverted: row.state === 'converted',
      isFollowed: row.followedAt !== null,
      breakdown: breakdownText(ctx, row.steps),
    }),
    actions: actionsOf(ctx, row, blocked.has(row.shopId)),
  }));
}

const pointOf = (lng: number | null, lat: number | null): LngLat | null =>
  lng === null || lat === null ? null : { lng, lat };

export async function detailAnswer(ctx: ActorContext, row: EnquiryDetail): Promise<Detail> {
  const [rows, rule, block, grounds] = await Promise.all([
    rowAnswers(ctx, [row]),
    row.ruleId === null ? undefined : findRule(ctx.db, row.ruleId),
    findBlock(ctx.db, row.shopId),
    row.teamId === null ? null : stationGrounds(ctx.db, row.teamId),
  ]);
  const [answer] = rows;
  if (!answer) throw new Error('a row has its answer');
  return {
    ...answer,
    expireAt: row.expireAt?.toISOString() ?? null,
    from: pointOf(row.fromLng, row.fromLat),
    to: pointOf(row.toLng, row.toLat),
    area: [...(grounds?.get(row.teamId ?? 0)?.area ?? [])],
    steps: stepAnswers(ctx, row.steps),
    rule: rule ? { id: rule.id, ruleNo: rule.ruleNo, revision: rule.revision, name: rule.name } : null,
    request: JSON.stringify(row.request, null, 2),
    answer: JSON.stringify(row.answer, null, 2),
    quotedByName: row.quotedByName,
    quotedAt: row.quotedAt?.toISOString() ?? null,
    remark: row.remark,
    belowCostReason: row.belowCostReason,
    followedByName: row.followedByName,
    followedAt: row.followedAt?.toISOString() ?? null,
    block: block ? { reason: block.reason, byName: block.createdByName, at: block.createdAt.toISOString() } : null,
  };
}
