import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import type { franchiseeEndpoints } from '../../../contract/franchisee';
import {
  FRANCHISEE_STATES,
  type FranchiseeAction,
  type FranchiseeState,
  isOpenIn,
} from '../../../contract/franchisee.states';
import { isIdCard } from '../../../contract/id-card';
import { type Text, text } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';
import type { ValidationRule } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import { maskIdCard } from '../../core/access/id-card';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { businessNo } from '../../core/money/numbers';
import { conflictBy, disableFranchiseeAccounts, peopleOf } from '../account';
import { usableFiles } from '../file';
import { areEmpty, balancesOf, depositOut, franchiseIn, post } from '../ledger';
import { merchantNumbers } from '../reference';
import { regionLevel } from '../region';
import { presentOf } from '../site';
import { changePayee, verifyPayee } from '../withdraw';
import { assertContractNo, assertPaymentNew, recognise, takeTerritory } from './contracts';
import { changeFranchisee, type FranchiseeRow, lockFranchisee, openOrders, stationsOf } from './list-store';
import { idCardPlace, requireFranchisee } from './require';
import { stateOn } from './rules';
import { changeContract, contractsOf, insertContract } from './store';
import { followingContracts, termsOf, termsOn } from './terms';

/** Actions of staff on franchisees. */

type In<A extends keyof typeof franchiseeEndpoints> = ParsedOf<(typeof franchiseeEndpoints)[A]>;

const WORDS = {
  saved: text('加盟商“{name}”已保存', 'Franchisee {name} saved', 'Franqueado {name} salvo', '加盟商「{name}」已儲存'),
  renewed: text(
    '“{name}”已续签至 {day}',
    '{name} renewed until {day}',
    '{name} renovado até {day}',
    '「{name}」已續簽至 {day}',
  ),
  territory: text(
    '“{name}”的区域已变更',
    'Territory of {name} changed',
    'Território de {name} alterado',
    '「{name}」的區域已變更',
  ),
  suspended: text('“{name}”已暂停', '{name} suspended', '{name} suspenso', '「{name}」已暫停'),
  payee: text(
    '“{name}”的收款账户已更换，等待另一人核实',
    'Payee account of {name} changed; another person verifies it',
    'Conta do favorecido de {name} alterada; outra pessoa a verifica',
    '「{name}」的收款帳戶已更換，等待另一人核實',
  ),
  verified: text(
    '“{name}”的收款账户已核实',
    'Payee account of {name} verified',
    'Conta do favorecido de {name} verificada',
    '「{name}」的收款帳戶已核實',
  ),
  resumed: text('“{name}”已恢复', '{name} resumed', '{name} retomado', '「{name}」已恢復'),
  terminated: text('“{name}”已终止', '{name} terminated', '{name} rescindido', '「{name}」已終止'),
  ends: WORD.endMustBeAfterStart,
  overlaps: text(
    '开始日期须晚于现有合同的结束日期',
    'Must begin after the present contract ends',
    'Deve começar depois do fim do contrato atual',
    '開始日期須晚於現有合約的結束日期',
  ),
  owner: text('没有这名员工', 'There is no such staff member', 'Não há esse funcionário', '沒有這名員工'),
  region: text('区域不存在', 'There is no such region', 'Essa região não existe', '區域不存在'),
  file: text('请上传合同文件', 'Please upload the contract', 'Envie o contrato', '請上傳合約檔案'),
  payment: text(
    '请选择商户号并填写交易号',
    'Please choose the merchant number and enter the transaction number',
    'Escolha o número de comerciante e informe o número da transação',
    '請選擇商戶號並填寫交易號',
  ),
} as const;

const fault = (ctx: ActorContext, field: string, rule: ValidationRule, message: Text): FieldError => ({
  field,
  rule,
  message: ctx.t(message),
});

/**
 * Finds and locks the franchisee, and checks that its state allows the action.
 *
 * @throws Refusal 40302 (outside the data scope), 40401 (unknown id), 40901 (changed meanwhile), 42201 (wrong state)
 */
async function open(ctx: ActorContext, action: FranchiseeAction, { id, version }: { id: number; version?: number }) {
  await requireFranchisee(ctx, id);
  const row = await lockFranchisee(ctx.db, id);
  if (!row) throw refuse(40401);
  ctx.audit({ objectId: id, objectNo: row.no });
  if (!isOpenIn(action, row.status)) throw refuse(42201, { state: FRANCHISEE_STATES[row.status].text });
  if (version !== undefined && row.version !== version) {
    const current = { id, version: row.version, status: row.status };
    throw await conflictBy(ctx, current, { by: row.updated_by, at: row.updated_at });
  }
  return row;
}

interface Done {
  readonly set: Parameters<typeof changeFranchisee>[2];
  readonly message: Text;
  readonly params?: Readonly<Record<string, string>>;
  readonly before: object;
  readonly after: object;
  readonly reason?: string;
}

async function finish(ctx: ActorContext, row: FranchiseeRow, done: Done) {
  const state: FranchiseeState = done.set.status ?? row.status;
  const touched = { updated_at: ctx.clock.now(), updated_by: ctx.actor.accountId };
  const version = await changeFranchisee(ctx.db, row.id, { ...done.set, ...touched });
  ctx.audit({
    ...{ objectId: row.id, objectNo: row.no, before: done.before, after: { ...done.after, name: row.name } },
    ...(done.reason && { reason: done.reason }),
  });
  const name = done.set.name ?? row.name;
  return {
    ...{ id: row.id, no: row.no, state, version },
    stateText: ctx.t(FRANCHISEE_STATES[state].text),
    message: ctx.t(done.message, { name, ...done.params }),
  };
}

/**
 * Finds the head office account that will be responsible for a franchisee.
 *
 * @throws Refusal 40001 there is no such account, or it is disabled
 */
async function ownerOf(ctx: ActorContext, ownerId: number) {
  const [person] = await peopleOf(ctx.db, { accountIds: [ownerId] });
  if (person && (person.accountType === 'owner' || person.accountType === 'staff')) return person;
  throw invalid([fault(ctx, 'ownerId', 'choice', WORDS.owner)]);
}

/**
 * Returns the columns for a new identity card number of the legal representative, encrypted and masked. Without a new number it returns
 * `null`, and the caller leaves the stored number unchanged.
 *
 * @throws Refusal 42292 (invalid number)
 */
function sealedIdCard(ctx: ActorContext, { id }: FranchiseeRow, idCard: string | null | undefined) {
  if (!idCard) return null;
  if (!isIdCard(idCard)) throw refuse(42292);
  return { id_card: ctx.ports.secrets.seal(idCard, idCardPlace(id)), id_card_mask: maskIdCard(idCard) };
}

/**
 * Saves the basic data of a franchisee.
 *
 * @throws Refusal 40001 (the responsible head office account is unknown or disabled), 42292 (invalid identity card), and the codes of
 *   {@link open}
 */
export async function save(ctx: ActorContext, input: In<'franchise.Franchisee/save'>) {
  const row = await open(ctx, 'edit', input);
  const { name, contactName, contactTel, level, shareRateBp } = input;
  const { creditCode = row.credit_code, legalName = row.legal_name, ownerId = row.owner_id } = input;
  const { settleCycle = row.settle_cycle } = input;
  if (ownerId !== null && ownerId !== row.owner_id) await ownerOf(ctx, ownerId);
  const tel = contactTel ?? row.contact_tel;
  const card = sealedIdCard(ctx, row, input.idCard);
  return finish(ctx, row, {
    set: {
      ...{ name, contact_name: contactName, contact_tel: tel, level, share_rate_bp: shareRateBp },
      ...{ credit_code: creditCode, legal_name: legalName, owner_id: ownerId, settle_cycle: settleCycle, ...card },
    },
    message: WORDS.saved,
    before: {
      ...{ name: row.name, contactName: row.contact_name, level: row.level, shareRateBp: row.share_rate_bp },
      ...{ creditCode: row.credit_code, legalName: row.legal_name, ownerId: row.owner_id },
      ...{ settleCycle: row.settle_cycle, ...(card && { idCard: row.id_card_mask }) },
    },
    after: {
      ...{ name, contactName, level, shareRateBp, creditCode, legalName, ownerId, settleCycle },
      ...(card && { idCard: card.id_card_mask }),
    },
  });
}

/** Replaces the payee account. @throws Refusal 40001 (invalid account), and the codes of {@link open} */
export async function setPayee(ctx: ActorContext, input: In<'franchise.Franchisee/setPayee'>) {
  const row = await open(ctx, 'setPayee', input);
  const { before, after } = await changePayee(ctx, { subject: 'franchisee', id: row.id }, input);
  return finish(ctx, row, { set: {}, message: WORDS.payee, before, after });
}

/**
 * Records that a second person verified the payee account.
 *
 * @throws Refusal 40305 (the caller entered the account), 40401 (unknown account), 42201 (already verified or replaced), and the codes of
 * {@link open}
 */
export async function verifyFranchiseePayee(ctx: ActorContext, input: In<'franchise.Franchisee/verifyPayee'>) {
  const row = await open(ctx, 'setPayee', { id: input.id });
  await verifyPayee(ctx, { subject: 'franchisee', id: row.id }, input.payeeId);
  const done = { before: { payeeVerified: false }, after: { payeeVerified: true } };
  return finish(ctx, row, { set: {}, message: WORDS.verified, ...done });
}

/** Changes the territory. @throws Refusal 40001 (unknown region), 42283 (overlaps an exclusive territory), and the codes of {@link open} */
export async function setTerritory(ctx: ActorContext, input: In<'franchise.Franchisee/setTerritory'>) {
  const { territory, exclusive } = input;
  if (territory.some((code) => regionLevel(code) === null)) {
    throw invalid([fault(ctx, 'territory', 'choice', WORDS.region)]);
  }
  // Lock the territories before the franchisee. Contracts lock in the same order, so no deadlock is possible.
  await takeTerritory(ctx.db, { territory, isExclusive: exclusive }, { franchiseeId: input.id });
  const row = await open(ctx, 'setTerritory', input);
  return finish(ctx, row, {
    set: { territory: JSON.stringify(territory), is_exclusive: exclusive },
    message: WORDS.territory,
    before: { territory: row.territory, exclusive: row.is_exclusive },
    after: { territory, exclusive },
  });
}

/** Suspends a franchise. @throws Refusal with the codes of {@link open} */
export async function suspend(ctx: ActorContext, input: In<'franchise.Franchisee/suspend'>) {
  const row = await open(ctx, 'suspend', input);
  const { reason } = input;
  return finish(ctx, row, {
    ...{ set: { status: 'suspended' }, message: WORDS.suspended, reason },
    ...{ before: { state: row.status }, after: { state: 'suspended' } },
  });
}

/** Resumes a suspended franchise. Its contracts determine the new state. @throws Refusal with the codes of {@link open} */
export async function resume(ctx: ActorContext, input: In<'franchise.Franchisee/resume'>) {
  const row = await open(ctx, 'resume', input);
  const { day } = await presentOf(ctx);
  const present = { startsOn: row.contract_from, endsOn: row.contract_to };
  const state = stateOn(day, present, termsOf(await followingContracts(ctx.db, row)));
  const { reason } = input;
  return finish(ctx, row, {
    ...{ set: { status: state }, message: WORDS.resumed, reason },
    ...{ before: { state: row.status }, after: { state } },
  });
}

interface Payment {
  readonly merchantNumberId: number | null;
  readonly tradeNo: string | null;
}

/**
 * Checks that a non-zero amount has a payment, and returns the payment. Returns `null` for the amount 0.
 *
 * @throws Refusal 40001 (the payment is missing), 40401 (the merchant number is unknown or disabled)
 */
async function paymentOf(ctx: ActorContext, amountFen: number, { merchantNumberId, tradeNo }: Payment) {
  if (amountFen === 0) return null;
  if (merchantNumberId === null || tradeNo === null) {
    throw invalid([fault(ctx, 'tradeNo', 'required', WORDS.payment)]);
  }
  const number = (await merchantNumbers(ctx.db)).find(({ id, enabled }) => id === merchantNumberId && enabled);
  if (!number) throw refuse(40401);
  return { number, tradeNo };
}

/**
 * Signs the next contract. If the contract begins later, a job puts it into force on its first day.
 *
 * @throws Refusal 40001 (wrong dates, file or payment), 40401 (unknown or disabled merchant number), 40903 (number or payment already
 * used), 42246 (day is closed), 42283 (territory taken), and the codes of {@link open}
 */
export async function renew(ctx: ActorContext, input: In<'franchise.Franchisee/renew'>) {
  await takeNext(ctx, input.id);
  const row = await open(ctx, 'renew', input);
  const lastDay = (await followingContracts(ctx.db, row)).at(-1)?.ends_on ?? row.contract_to;
  const errors = [
    ...(input.endsOn <= input.startsOn ? [fault(ctx, 'endsOn', 'future', WORDS.ends)] : []),
    ...(input.startsOn <= lastDay ? [fault(ctx, 'startsOn', 'future', WORDS.overlaps)] : []),
    ...((await usableFiles(ctx, { scene: 'franchise', ids: input.files })).size === 0
      ? [fault(ctx, 'files', 'requiredUpload', WORDS.file)]
      : []),
  ];
  if (errors.length > 0) throw invalid(errors);
  await assertContractNo(ctx.db, input.contractNo);
  const payment = await paymentOf(ctx, input.feeFen, input);
  if (payment) await assertPaymentNew(ctx.db, payment.number.id, payment.tradeNo);
  const { at, day } = await presentOf(ctx);
  const id = ctx.ids.next();
  const no = businessNo('CT', day, id);
  const on = { bizNo: no, teamId: 0, at, day, operatorId: ctx.actor.accountId };
  const posted = payment
    ? await post(
        ctx,
        franchiseIn(
          on,
          { franchiseeId: row.id, amountFen: input.feeFen, merchantNumberId: payment.number.id },
          { counterName: row.name, channel: payment.number.channel, tradeNo: payment.tradeNo },
        ),
      )
    : null;
  await insertContract(ctx.db, {
    ...{ id, created_at: at, no, apply_id: null, franchisee_id: row.id, contract_no: input.contractNo },
    ...{ company: row.name, credit_code: row.credit_code, level: row.level as 'A' | 'B' | 'C' },
    ...{ territory: JSON.stringify(row.territory), is_exclusive: row.is_exclusive },
    ...{ share_rate_bp: input.shareRateBp, fee_fen: input.feeFen, deposit_fen: 0 },
    ...{ starts_on: input.startsOn, ends_on: input.endsOn, file_id: input.files[0] ?? null },
    ...{ signed_by: ctx.actor.accountId, paid_at: at, tx_no: posted?.txNo ?? null },
    ...{ merchant_number_id: payment?.number.id ?? null, trade_no: payment?.tradeNo ?? null },
  });
  const { begun, set } = termsOn(day, row, await followingContracts(ctx.db, row));
  const { contractNo, startsOn, endsOn, shareRateBp, feeFen } = input;
  return finish(ctx, row, {
    ...{ set, message: WORDS.renewed, params: { day: endsOn } },
    before: { contractTo: row.contract_to, ...(begun && { shareRateBp: row.share_rate_bp }) },
    after: {
      ...{ contractNo, contractFrom: startsOn, contractTo: endsOn, feeFen, txNo: posted?.txNo ?? null },
      ...(begun && { shareRateBp }),
    },
  });
}

/**
 * Reserves the territory for the next contract. If the last contract has expired, another franchisee may have taken the territory since.
 *
 * @throws Refusal 40302 (outside the data scope), 40401 (unknown id), 42283 (territory taken)
 */
async function takeNext(ctx: ActorContext, franchiseeId: number): Promise<void> {
  const row = await requireFranchisee(ctx, franchiseeId);
  await takeTerritory(ctx.db, { territory: row.territory, isExclusive: row.is_exclusive }, { franchiseeId });
}

/** Number of days during which an unsettled, delivered order prevents a termination. */
const OPEN_DAYS = 90;

/** Checks that a franchise can end. @throws Refusal 42227 (open orders exist), 42228 (a balance is not 0), 42286 (a station exists) */
async function assertOver(ctx: ActorContext, row: FranchiseeRow): Promise<void> {
  if ((await stationsOf(ctx.db, row.id, { kind: 'all' })).length > 0) throw refuse(42286);
  const since = new Date(ctx.clock.now().getTime() - OPEN_DAYS * DAY_MS);
  const n = await openOrders(ctx.db, row.id, since);
  if (n > 0) throw refuse(42227, { n });
  if (!(await areEmpty(ctx.db, ['FRANCHISEE_AVAILABLE', 'FRANCHISEE_FROZEN'], row.id))) throw refuse(42228);
}

/**
 * Ends a franchise that has no station, open order or share balance. Pays back the deposit, recognises the remaining fees as revenue, and
 * disables the franchisee's accounts.
 *
 * @throws Refusal 40001 (payment of the deposit is missing), 40401 (unknown or disabled merchant number), 42227 (open orders exist), 42228
 * (a balance is not 0), 42246 (day is closed), 42286 (a station exists), and the codes of {@link open}
 */
export async function terminate(ctx: ActorContext, input: In<'franchise.Franchisee/terminate'>) {
  const row = await open(ctx, 'terminate', input);
  await assertOver(ctx, row);
  const depositFen =
    (await balancesOf(ctx.db, ['FRANCHISEE_DEPOSIT'], [row.id])).get(`FRANCHISEE_DEPOSIT:${row.id}`) ?? 0;
  const payment = await paymentOf(ctx, depositFen, input);
  const { at, day } = await presentOf(ctx);
  const operatorId = ctx.actor.accountId;
  if (payment) {
    const on = { bizNo: row.no, teamId: 0, at, day, operatorId };
    const bill = { counterName: row.name, channel: payment.number.channel, tradeNo: payment.tradeNo };
    await post(ctx, depositOut(on, { subject: 'franchisee', id: row.id }, depositFen, payment.number.id, bill));
  }
  for (const contract of await contractsOf(ctx.db, row.id, true)) {
    if (contract.ended_on !== null) continue;
    // The fee is not refunded, so the remaining fee becomes revenue at the termination.
    await recognise(ctx, contract, contract.fee_fen, { at, day, operatorId });
    if (contract.ends_on > day) await changeContract(ctx.db, contract.id, { ended_on: day });
  }
  await disableFranchiseeAccounts(ctx.db, row.id, at);
  const { reason } = input;
  return finish(ctx, row, {
    ...{ set: { status: 'terminated' }, message: WORDS.terminated, reason },
    ...{ before: { state: row.status, depositFen }, after: { state: 'terminated', depositFen: 0 } },
  });
}
