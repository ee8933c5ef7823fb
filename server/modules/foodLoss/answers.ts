import type { DataOf } from '../../../contract/endpoint';
import { ORDER_STATUS_TEXT } from '../../../contract/finance';
import type { foodLossEndpoints } from '../../../contract/foodLoss';
import { FOOD_LOSS } from '../../../contract/foodLoss.fields';
import {
  foodLossCase,
  LOSS_APPEAL_TEXT,
  LOSS_EVIDENCE_TEXT,
  LOSS_PARTIES,
  LOSS_PARTY_TEXT,
  LOSS_PAYEE_TEXT,
  LOSS_PUNISH_TEXT,
  LOSS_REASON_TEXT,
  LOSS_REMEDY_TEXT,
  LOSS_SPEAKER_TEXT,
  LOSS_WAY_TEXT,
  type LossParty,
} from '../../../contract/foodLoss.states';
import { ENTRY_TYPES } from '../../../contract/ledger.entries';
import { RULE } from '../../../contract/rule-ids';
import { forReveal } from '../../core/access/access';
import { maskTel } from '../../core/access/mask';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { percentText } from '../../core/money/amounts';
import { viewerOf } from '../case';
import { filesOf, fileUrl, PLAYER_LINK_SECONDS, playerOf } from '../file';
import { findTransactionByNo } from '../ledger';
import { orderSnapshot } from '../order';
import { peopleNames } from '../people';
import { assertTeamInScope, scopedTeamIds, teamNames } from '../team';
import { losses } from './kind';
import { type LossRecord, lossRecord, pastLosses } from './list-store';
import { mostFen } from './steps';
import { appealsOf, decisionsOf, evidenceOf, findLoss, type LossRow, type ShareRow, sharesOf } from './store';
import { FAIL_TEXT, isFailReason } from './words';

/** Food losses in the form of the API. */

type Data<A extends keyof typeof foodLossEndpoints> = DataOf<(typeof foodLossEndpoints)[A]>;
type Row = Data<'foodLoss.Report/getList'>['list'][number];

/** Formats shares such as `Rider 70.00% · Merchant 30.00%` from the text `rider 7000,merchant 3000` (basis points). */
export function partiesText(ctx: Pick<ActorContext, 't'>, parties: string | null): string {
  if (!parties) return '';
  return parties
    .split(',')
    .map((part) => {
      const [party = '', bp = '0'] = part.split(' ');
      const known = LOSS_PARTIES.find((one) => one === party);
      return `${known ? ctx.t(LOSS_PARTY_TEXT[known]) : party} ${ctx.t(percentText(Number(bp)))}`;
    })
    .join(' · ');
}

/** Removes the actions that are impossible for this case or this user. The caller has already checked the permissions and the state. */
function refine(row: LossRow, accountId: number, actions: readonly string[]): string[] {
  return actions.filter((action) => {
    if (action === 'payNow') return !row.advanced && row.pay_way !== 'originalRoute';
    if (action === 'collect') return row.insurer_owed_fen > 0;
    if (action === 'decideAppeal') return row.decider_id !== accountId;
    return action in foodLossCase.steps;
  });
}

export function answerOf(ctx: ActorContext, record: LossRecord, teamName: string): Row {
  const facts = {
    state: record.state,
    expireAt: null,
    makerId: record.makerId,
    makerIsOwner: false,
    amountFen: record.compFen ?? record.claimFen,
  };
  const { accountId } = ctx.actor;
  const offered = foodLossCase.actionsFor(facts, viewerOf(ctx), ctx.clock.now());
  const { advanced, payWay: pay_way, deciderId: decider_id, insurerOwedFen: insurer_owed_fen } = record;
  const steps = refine({ advanced, pay_way, decider_id, insurer_owed_fen } as LossRow, accountId, offered);
  const isOpen = record.closedAt === null && foodLossCase.states[record.state].tone !== 'neutral';
  const more = isOpen && ctx.can(6006) ? ['assign', 'remind', 'addEvidence'] : [];
  return {
    id: record.id,
    version: record.version,
    ...answerRow(ctx, FOOD_LOSS, record, {
      teamName,
      parties: partiesText(ctx, record.parties),
      riderName: record.riderName ?? '',
      merchantName: record.merchantName ?? '',
    }),
    actions: [...steps, ...more],
  };
}

/** Reads a case in the caller's data scope. @throws Refusal 40302 (station out of scope), 40401 (unknown id) */
export async function lossOf(ctx: ActorContext, id: number): Promise<LossRow> {
  const row = await findLoss(ctx.db, id);
  if (!row) throw refuse(40401);
  await assertTeamInScope(ctx, row.team_id);
  return row;
}

export async function detailOf(ctx: ActorContext, id: number): Promise<Data<'foodLoss.Report/getDetail'>> {
  const row = await lossOf(ctx, id);
  const record = await lossRecord(ctx.db, id, ctx.clock.now());
  if (!record) throw refuse(40401);
  const teamName = (await teamNames(ctx.db, [row.team_id])).get(row.team_id) ?? '';
  const user = await ctx.db
    .selectFrom('app_user')
    .select(['nickname', 'tel'])
    .where('id', '=', row.user_id)
    .executeTakeFirst();
  return {
    ...answerOf(ctx, record, teamName),
    userName: user?.nickname ?? '',
    userTel: user?.tel ? maskTel(user.tel) : '',
    description: row.description,
    items: row.items.map(({ name, quantity, lossFen }) => ({ name, quantity, lossFen })),
    wantedRemedyText: ctx.t(LOSS_REMEDY_TEXT[row.wanted_remedy]),
    order: await orderOf(ctx, row),
    maxCompFen: await mostFen(ctx, row),
    asked: row.asked.map(({ party, what, dueAt, answeredAt }) => ({
      ...{ party, partyText: ctx.t(LOSS_SPEAKER_TEXT[party]), what, dueAt, isAnswered: answeredAt !== null },
    })),
    evidence: await evidence(ctx, row),
    decisions: await decisions(ctx, row, teamName, user?.nickname ?? ''),
    appeals: await appeals(ctx, row),
    entries: await entries(ctx, row),
    past: (await pastLosses(ctx.db, row, await scopedTeamIds(ctx, undefined))).map(
      ({ reason, state, at, ...past }) => ({
        ...past,
        reasonText: ctx.t(LOSS_REASON_TEXT[reason]),
        stateText: ctx.t(foodLossCase.states[state].text),
        at: at.toISOString(),
      }),
    ),
    failText: isFailReason(row.fail_reason) ? ctx.t(FAIL_TEXT[row.fail_reason]) : null,
    history: await losses.history(ctx, id),
  };
}

async function orderOf(ctx: ActorContext, row: LossRow) {
  const order = await orderSnapshot(ctx.db, row.team_id, row.order_no);
  if (!order) return null;
  const promised = await ctx.db
    .selectFrom('customer_order')
    .select('promised_at as at')
    .where('team_id', '=', row.team_id)
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  return {
    statusText: ctx.t(ORDER_STATUS_TEXT[order.status]),
    goodsFen: order.goodsFen,
    deliveryFen: order.deliveryFen,
    paidFen: order.paidFen,
    refundFen: order.refundFen,
    paidAt: order.paidAt.toISOString(),
    promisedAt: promised.at.toISOString(),
    deliveredAt: order.deliveredAt?.toISOString() ?? null,
    isHeld: order.holdReason === row.no,
  };
}

const linkOf = async (ctx: ActorContext, ids: readonly number[]) => {
  const files = await filesOf(ctx.db, ids);
  return (id: number) => {
    const file = files.get(id);
    if (!file) return null;
    const seconds = playerOf(file.contentType) === null ? undefined : PLAYER_LINK_SECONDS;
    return { fileId: id, name: file.name, url: fileUrl(ctx.ports.secrets, ctx.clock, id, seconds) };
  };
};

const shownBy = (contentType: string | null) =>
  contentType?.startsWith('image/') ? ('picture' as const) : playerOf(contentType ?? '');

async function evidence(ctx: ActorContext, row: LossRow) {
  const rows = await evidenceOf(ctx.db, row.id);
  const link = await linkOf(
    ctx,
    rows.flatMap(({ file_id: id }) => id ?? []),
  );
  return rows.map((one) => ({
    id: one.id,
    party: one.party,
    partyText: ctx.t(LOSS_SPEAKER_TEXT[one.party]),
    kind: one.kind,
    kindText: ctx.t(LOSS_EVIDENCE_TEXT[one.kind]),
    file: one.file_id === null ? null : link(one.file_id),
    player: shownBy(one.content_type),
    sha256: one.sha256,
    capturedAt: one.captured_at?.toISOString() ?? null,
    place: one.lng === null || one.lat === null ? null : { lng: one.lng, lat: one.lat },
    isCaptureStated: one.capture_stated ?? false,
    note: one.note ?? '',
    byName: one.by_name,
    at: one.created_at.toISOString(),
  }));
}

async function decisions(ctx: ActorContext, row: LossRow, teamName: string, userName: string) {
  const shares = await sharesOf(ctx.db, row.id);
  const names = await peopleNames(ctx.db, {
    rider: row.rider_id === null ? [] : [row.rider_id],
    merchant: row.merchant_id === null ? [] : [row.merchant_id],
  });
  const nameOf = ({ party, party_id: id }: ShareRow): string => {
    const own: Partial<Record<LossParty, string>> = { team: teamName, user: userName };
    return own[party] ?? names.get(`${party} ${id}`) ?? '';
  };
  return (await decisionsOf(ctx.db, row.id)).map((one) => ({
    revision: one.revision,
    compFen: one.comp_fen,
    payToText: ctx.t(LOSS_PAYEE_TEXT[one.pay_to]),
    payWayText: ctx.t(LOSS_WAY_TEXT[one.pay_way]),
    urgent: one.urgent,
    opinion: one.opinion,
    punishText: ctx.t(LOSS_PUNISH_TEXT[one.punish]),
    byName: one.by_name,
    at: one.at.toISOString(),
    shares: shares
      .filter(({ revision }) => revision === one.revision)
      .map((share) => ({
        party: share.party,
        partyText: ctx.t(LOSS_PARTY_TEXT[share.party]),
        name: nameOf(share),
        shareBp: share.share_bp,
        decidedFen: share.decided_fen,
        borneFen: share.borne_fen,
        owedFen: share.owed_fen,
      })),
  }));
}

async function appeals(ctx: ActorContext, row: LossRow) {
  const rows = await appealsOf(ctx.db, row.id);
  const link = await linkOf(
    ctx,
    rows.flatMap(({ files }) => files),
  );
  return rows.map((one) => ({
    id: one.id,
    party: one.party,
    partyText: ctx.t(LOSS_SPEAKER_TEXT[one.party]),
    ground: one.ground,
    files: one.files.flatMap((id) => link(id) ?? []),
    at: one.at.toISOString(),
    byName: one.by_name,
    result: one.result,
    resultText: ctx.t(LOSS_APPEAL_TEXT[one.result]),
    answer: one.answer,
  }));
}

async function entries(ctx: ActorContext, row: LossRow) {
  const found = await Promise.all(row.tx_nos.map((txNo) => findTransactionByNo(ctx.db, row.team_id, txNo)));
  return found.flatMap((one) => {
    if (!one) return [];
    const { txNo, bizType, postings, at } = one.record;
    const amountFen = postings.reduce((sum, posting) => sum + (posting.dc === 'D' ? posting.amountFen : 0), 0);
    return [{ key: txNo, txNo, typeText: ctx.t(ENTRY_TYPES[bizType].text), amountFen, at: at.toISOString() }];
  });
}

/** Reveals the full phone number of a case's user. @throws Refusal 40301 (no permission), 40302 (out of scope), 40401 (unknown id) */
export async function revealLossTel(ctx: ActorContext, id: number): Promise<{ value: string; no: string }> {
  const row = await lossOf(forReveal(ctx, RULE['foodLoss.unmask'], 'phone'), id);
  const user = await ctx.db.selectFrom('app_user').select('tel').where('id', '=', row.user_id).executeTakeFirst();
  return { value: user?.tel ?? '', no: row.no };
}
