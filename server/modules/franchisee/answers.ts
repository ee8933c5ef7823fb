import type { DataOf, WithSums } from '../../../contract/endpoint';
import type { franchiseeEndpoints } from '../../../contract/franchisee';
import { FRANCHISEE_LIST } from '../../../contract/franchisee.fields';
import {
  FRANCHISEE,
  FRANCHISEE_ACTIONS,
  type FranchiseeAction,
  type FranchiseeState,
  isOpenIn,
} from '../../../contract/franchisee.states';
import { ENTRY_TYPES } from '../../../contract/ledger.entries';
import type { ResourceFilter } from '../../../contract/resource.schema';
import { RULE } from '../../../contract/rule-ids';
import { DAY_MS } from '../../../contract/units';
import { forReveal } from '../../core/access/access';
import { maskTel } from '../../core/access/mask';
import { seesPhones } from '../../core/access/phones';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { messageText } from '../../core/texts';
import { accountNames, accountsOfFranchisee } from '../account';
import { filesOf, fileUrl } from '../file';
import { balancesOf, shareFlow, shareMonths, shareTotals } from '../ledger';
import { regionText } from '../region';
import { presentOf } from '../site';
import { scopedTeamNames, stateText } from '../team';
import { openPayee, payeeAnswers, payeeTexts } from '../withdraw';
import { adjustAnswers } from './adjust';
import {
  type FranchiseeFilter,
  type FranchiseeRecord,
  findRecord,
  franchiseeScope,
  franchiseeSums,
  stationsOf,
} from './list-store';
import { idCardPlace, requireFranchisee } from './require';
import { contractsOf } from './store';

/** Franchisees in the form that pages show. */

type Row = WithSums<DataOf<(typeof franchiseeEndpoints)['franchise.Franchisee/getList']>['list'][number]>;
type Detail = WithSums<DataOf<(typeof franchiseeEndpoints)['franchise.Franchisee/getDetail']>>;
export type FranchiseeInput = ResourceFilter<typeof FRANCHISEE_LIST>;
const UNMASK = RULE['franchise.list.unmask'];

/** Builds the filter with the caller's data scope. */
export async function filterOf(ctx: ActorContext, input: FranchiseeInput): Promise<FranchiseeFilter> {
  const { day: today } = await presentOf(ctx);
  const { contractToFrom: from, contractToTo: to, ...rest } = input;
  return {
    ...rest,
    ...{ endDays: { from, to }, today, inScope: franchiseeScope(ctx.actor.scope) },
    seesPhones: seesPhones(ctx.actor, UNMASK),
  };
}

const monthStart = (today: string): string => `${today.slice(0, 7)}-01`;
const daysLeft = (today: string, end: string): number => Math.round((Date.parse(end) - Date.parse(today)) / DAY_MS);
const territoryText = (ctx: ActorContext, codes: readonly string[]): string =>
  codes.map(regionText).join(ctx.t(messageText('list.separator')));

/** Lists the actions that the caller may take in the franchisee's current state. */
function actionsOf(ctx: ActorContext, status: FranchiseeState): string[] {
  const actions = Object.keys(FRANCHISEE_ACTIONS) as FranchiseeAction[];
  return actions.filter((action) => isOpenIn(action, status) && ctx.can(FRANCHISEE_ACTIONS[action].rule));
}

export async function franchiseeAnswers(ctx: ActorContext, rows: readonly FranchiseeRecord[]): Promise<Row[]> {
  const ids = rows.map(({ id }) => id);
  const { day } = await presentOf(ctx);
  const [shares, deposits, payees, names] = await Promise.all([
    shareTotals(ctx.db, ids),
    balancesOf(ctx.db, ['FRANCHISEE_DEPOSIT'], ids),
    payeeTexts(ctx, 'franchisee', ids),
    accountNames(
      ctx.db,
      rows.flatMap(({ ownerId }) => (ownerId === null ? [] : [ownerId])),
    ),
  ]);
  return rows.map(
    (row) =>
      ({
        id: row.id,
        version: row.version,
        ...answerRow(
          ctx,
          FRANCHISEE_LIST,
          { ...row, level: row.level as Row['level'] },
          {
            contactTel: maskTel(row.contactTel),
            ownerName: row.ownerId === null ? null : (names.get(row.ownerId) ?? ''),
            payee: payees.get(row.id) ?? null,
            territory: territoryText(ctx, row.regions),
            shareFen: shares.get(row.id) ?? 0,
            depositFen: deposits.get(`FRANCHISEE_DEPOSIT:${row.id}`) ?? 0,
          },
        ),
        daysLeft: daysLeft(day, row.contractTo),
        regionCodes: row.regions,
        actions: actionsOf(ctx, row.status),
      }) as Row,
  );
}

export async function sumsAnswer(ctx: ActorContext, filter: FranchiseeFilter) {
  const { ids, ...counts } = await franchiseeSums(ctx.db, filter);
  const [month, deposits] = await Promise.all([
    shareTotals(ctx.db, ids, monthStart(filter.today)),
    balancesOf(ctx.db, ['FRANCHISEE_DEPOSIT'], ids),
  ]);
  const sum = (values: Iterable<number>) => [...values].reduce((all, fen) => all + fen, 0);
  return { ...counts, monthShareFen: sum(month.values()), deposits: sum(deposits.values()) };
}

async function contractAnswers(ctx: ActorContext, id: number): Promise<Detail['contracts']> {
  const rows = await contractsOf(ctx.db, id);
  const files = await filesOf(
    ctx.db,
    rows.flatMap(({ file_id: fileId }) => (fileId === null ? [] : [fileId])),
  );
  return rows.map((row) => {
    const file = row.file_id === null ? undefined : files.get(row.file_id);
    return {
      ...{ id: row.id, contractNo: row.contract_no, startsOn: row.starts_on, endsOn: row.ended_on ?? row.ends_on },
      ...{ shareRateBp: row.share_rate_bp, feeFen: row.fee_fen, depositFen: row.deposit_fen },
      ...{ recognisedFen: row.recognised_fen, txNo: row.tx_no, applyId: row.apply_id },
      file: file ? { fileId: file.id, name: file.name, url: fileUrl(ctx.ports.secrets, ctx.clock, file.id) } : null,
    };
  });
}

export async function franchiseeDetail(ctx: ActorContext, id: number): Promise<Detail> {
  const row = await requireFranchisee(ctx, id);
  const record = await findRecord(ctx.db, id, await filterOf(ctx, {}));
  const [answer] = record ? await franchiseeAnswers(ctx, [record]) : [];
  if (!answer) throw refuse(40401);
  const balances = await balancesOf(ctx.db, ['FRANCHISEE_FROZEN', 'FRANCHISE_DEFERRED'], [id]);
  const stations = await stationsOf(ctx.db, id, ctx.actor.scope);
  const accounts = await accountsOfFranchisee(ctx.db, id);
  return {
    ...answer,
    frozenFen: balances.get(`FRANCHISEE_FROZEN:${id}`) ?? 0,
    deferredFen: balances.get(`FRANCHISE_DEFERRED:${id}`) ?? 0,
    territories: row.territory.map((code) => ({ code, name: regionText(code) })),
    stationList: stations.map(({ status, ...team }) => ({ ...team, statusText: stateText(ctx, status) })),
    contracts: await contractAnswers(ctx, id),
    months: await shareMonths(ctx.db, id, FRANCHISEE.months),
    accounts: accounts.map(({ id: accountId, account, name, tel, status, statusText }) => ({
      ...{ id: accountId, account, name, maskedTel: maskTel(tel), statusText: ctx.t(statusText) },
      actions: status !== 'disabled' && ctx.can(FRANCHISEE_ACTIONS.resetAccount.rule) ? ['resetPassword'] : [],
    })),
    payees: await payeeAnswers(
      ctx,
      { subject: 'franchisee', id },
      isOpenIn('setPayee', row.status) && ctx.can(FRANCHISEE_ACTIONS.setPayee.rule),
    ),
    adjusts: await adjustAnswers(ctx, id),
  };
}

/**
 * Reads one page of a share balance's movements, for one month or all months.
 *
 * @throws Refusal 40302 (outside the data scope), 40401 (unknown id)
 */
export async function flowAnswers(
  ctx: ActorContext,
  { id, month }: { readonly id: number; readonly month?: string | undefined },
  page: { readonly offset: number; readonly limit: number },
) {
  await requireFranchisee(ctx, id);
  const { list, total, ...summary } = await shareFlow(ctx.db, id, month ?? null, page);
  // A franchisee in scope may have stations in other regions. Their names stay hidden, but their amounts belong to the balance.
  const names = await scopedTeamNames(
    ctx,
    list.map(({ teamId }) => teamId),
  );
  const rows = list.map(({ at, type, teamId, seq: _seq, ...row }) => ({
    ...row,
    at: at.toISOString(),
    typeText: ctx.t(ENTRY_TYPES[type].text),
    stationName: names.get(teamId) ?? '',
  }));
  return { list: rows, total, summary };
}

/** The field permission that each masked field requires. */
const MASKED = { contactTel: 'phone', idCard: 'idCard', payeeAccount: 'bankCard' } as const;

/**
 * Reveals one field in full: the contact's phone number, the legal representative's identity card, or the current payee account.
 *
 * @throws Refusal 40301 (no permission for the field), 40302 (outside the data scope), 40401 (unknown id, or the field is empty)
 */
export async function revealFranchisee(
  ctx: ActorContext,
  id: number,
  field: keyof typeof MASKED,
): Promise<{ value: string; no: string }> {
  const row = await requireFranchisee(forReveal(ctx, UNMASK, MASKED[field]), id);
  if (field === 'contactTel') return { value: row.contact_tel, no: row.no };
  if (field === 'payeeAccount') return { value: await openPayee(ctx, { subject: 'franchisee', id }), no: row.no };
  if (row.id_card === null) throw refuse(40401);
  return { value: ctx.ports.secrets.open(row.id_card, idCardPlace(id)), no: row.no };
}
