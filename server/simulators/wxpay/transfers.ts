import { constants, createHash, privateDecrypt } from 'node:crypto';
import type { SimulatorParts, SimulatorRequest } from '../simulator';
import { notify } from './callbacks';
import { Refused } from './gate';
import { balanceOf, move } from './money';
import { type Merchant, makeNo, payeeBehaviour, type Transfer, type World, writeMoment, writeWall } from './world';

/** This module simulates merchant transfers (商家转账) with the interface of 2025. */

const DAY_MS = 24 * 3_600_000;
/** Duration of a cancellation in milliseconds. */
const CANCEL_MS = 10_000;
const QUERY_DAYS = 30;
const NAME_FROM_FEN = 200_000;

const paramError = (message: string) => new Refused(400, 'PARAM_ERROR', message);
const invalid = (message: string) => new Refused(400, 'INVALID_REQUEST', message);
const keyOf = (mchId: string, outBillNo: string) => `${mchId}:${outBillNo}`;

interface TransferBody {
  readonly appid?: unknown;
  readonly out_bill_no?: unknown;
  readonly transfer_scene_id?: unknown;
  readonly openid?: unknown;
  readonly user_name?: unknown;
  readonly transfer_amount?: unknown;
  readonly transfer_remark?: unknown;
  readonly notify_url?: unknown;
  readonly transfer_scene_report_infos?: unknown;
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value !== '' && [...value].length <= max;

/** Decrypts the payee's name. @throws Refused 400 when the name cannot be decrypted with a key of the platform */
function openName(merchant: Merchant, request: SimulatorRequest, encrypted: unknown): string | null {
  if (encrypted === undefined) return null;
  const serial = request.headers.get('wechatpay-serial');
  const key = [merchant.platformKey, ...merchant.certificates].find((candidate) => candidate.serial === serial);
  try {
    if (!key || typeof encrypted !== 'string') throw new Error('no key');
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    return privateDecrypt(
      { key: key.privateKey, padding, oaepHash: 'sha1' },
      Buffer.from(encrypted, 'base64'),
    ).toString();
  } catch {
    throw paramError('敏感信息解密失败，请检查加密所用的公钥');
  }
}

type Asked = Pick<
  Transfer,
  'appId' | 'outBillNo' | 'sceneId' | 'openid' | 'userName' | 'amountFen' | 'remark' | 'notifyUrl' | 'content'
>;

/** Parses and checks the body of a transfer. @throws Refused PARAM_ERROR */
function readBody(merchant: Merchant, request: SimulatorRequest): Asked {
  let body: TransferBody;
  try {
    body = JSON.parse(request.body.toString('utf8')) as TransferBody;
  } catch {
    throw paramError('请求体不是有效的JSON');
  }
  const { appid, out_bill_no, transfer_scene_id, openid, transfer_amount, transfer_remark, notify_url } = body;
  const reports = body.transfer_scene_report_infos;
  if (!isText(appid, 32)) throw paramError('输入源“/body/appid”映射到字段“商户AppID”必填性规则校验失败');
  if (!isText(out_bill_no, 32) || !/^[0-9A-Za-z]+$/.test(out_bill_no))
    throw paramError('商户单号只能由数字、大小写字母组成');
  if (!isText(transfer_scene_id, 36)) throw paramError('转账场景ID有误');
  if (!isText(openid, 64)) throw paramError('收款用户OpenID有误');
  if (!isText(transfer_remark, 32)) throw paramError('转账备注最多允许32个字符');
  if (!Number.isInteger(transfer_amount) || (transfer_amount as number) < 10) throw paramError('转账金额低于最小额度');
  if (notify_url !== undefined && !/^https:\/\/[^?]+$/.test(String(notify_url))) throw paramError('通知地址有误');
  if (!Array.isArray(reports) || reports.length === 0) throw paramError('转账场景报备信息不能为空');
  const userName = openName(merchant, request, body.user_name);
  if ((transfer_amount as number) >= NAME_FROM_FEN && !userName)
    throw paramError('转账金额>=2000元时，收款用户姓名必填');
  // Compare the plain name, because the encrypted name differs each time.
  const content = createHash('sha256')
    .update(JSON.stringify({ ...body, user_name: userName }))
    .digest('hex');
  return {
    appId: appid,
    outBillNo: out_bill_no,
    sceneId: transfer_scene_id,
    openid,
    userName,
    amountFen: transfer_amount as number,
    remark: transfer_remark,
    notifyUrl: notify_url === undefined ? null : String(notify_url),
    content,
  };
}

/** Checks the merchant's permissions and limits for a transfer. @throws Refused 400 (app id, scene or daily limit) */
async function checkRules(all: World, merchant: Merchant, asked: Asked, now: Date): Promise<void> {
  if (!merchant.appIds.includes(asked.appId)) throw invalid('APPID不存在');
  if (!merchant.scenes.includes(asked.sceneId)) throw invalid('你尚未获取该转账场景');
  const today = writeWall(now).slice(0, 10);
  const paidToday = (await all.list('transfer'))
    .filter((transfer) => transfer.mchId === merchant.mchId && writeWall(transfer.createdAt).startsWith(today))
    .filter(({ finished }) => finished === null || finished.state === 'SUCCESS')
    .reduce((sum, { amountFen }) => sum + amountFen, 0);
  if (paidToday + asked.amountFen > merchant.dailyTransferFen)
    throw invalid('超出商户单日转账额度，请核实产品设置是否准确');
}

/** Returns the value of `state` in the platform's answer. */
function stateOf(transfer: Transfer): string {
  if (transfer.finished) return transfer.finished.state;
  if (transfer.cancelAskedAt) return 'CANCELING';
  if (transfer.confirmedAt) return 'TRANSFERING';
  // While the balance is too low, the platform retries for one day.
  return transfer.lockedAt ? 'WAIT_USER_CONFIRM' : 'PROCESSING';
}

function describe(transfer: Transfer) {
  const state = stateOf(transfer);
  const updatedAt = transfer.finished?.at ?? transfer.cancelAskedAt ?? transfer.confirmedAt ?? transfer.createdAt;
  return {
    mch_id: transfer.mchId,
    out_bill_no: transfer.outBillNo,
    transfer_bill_no: transfer.transferBillNo,
    appid: transfer.appId,
    state,
    transfer_amount: transfer.amountFen,
    transfer_remark: transfer.remark,
    ...(transfer.finished?.reason && { fail_reason: transfer.finished.reason }),
    openid: transfer.openid,
    create_time: writeMoment(transfer.createdAt),
    update_time: writeMoment(updatedAt),
  };
}

function describeNew(transfer: Transfer) {
  const state = stateOf(transfer);
  const packageInfo = Buffer.from(`${transfer.mchId}:${transfer.transferBillNo}`).toString('base64');
  return {
    out_bill_no: transfer.outBillNo,
    transfer_bill_no: transfer.transferBillNo,
    create_time: writeMoment(transfer.createdAt),
    state,
    ...(state === 'WAIT_USER_CONFIRM' && { package_info: packageInfo }),
    ...(transfer.finished?.reason && { fail_reason: transfer.finished.reason }),
  };
}

/**
 * Starts a transfer. A repeated call with the same content returns the state of the first transfer.
 *
 * @throws Refused 400 (invalid values, other content under the same number, or a limit), 403 (merchant without transfers), 500 (a payee
 * with `isAnsweredByError`)
 */
export async function startTransfer(parts: SimulatorParts, all: World, merchant: Merchant, request: SimulatorRequest) {
  if (merchant.scenes.length === 0) throw new Refused(403, 'NO_AUTH', '当前商户号没有使用该产品的权限');
  const asked = readBody(merchant, request);
  const key = keyOf(merchant.mchId, asked.outBillNo);
  const existing = await all.get('transfer', key);
  if (existing) {
    if (existing.content !== asked.content)
      throw new Refused(400, 'ALREADY_EXISTS', '商户单号已存在，且与之前的请求参数不一致');
    return describeNew(existing);
  }
  const now = parts.clock.now();
  await checkRules(all, merchant, asked, now);
  const made = await lockMoney(
    all,
    merchant,
    {
      ...asked,
      mchId: merchant.mchId,
      transferBillNo: makeNo('1330', parts.clock),
      createdAt: now.toISOString(),
      lockedAt: null,
      confirmedAt: null,
      cancelAskedAt: null,
      finished: null,
    },
    now,
  );
  await all.put('transfer', key, made);
  if ((await payeeOf(all, made)).isAnsweredByError) throw new Refused(500, 'SYSTEM_ERROR', '系统异常，请稍后重试');
  return describeNew(made);
}

const payeeOf = async (all: World, { openid }: Transfer) => (await all.get('payee', openid)) ?? payeeBehaviour(openid);

async function lockMoney(all: World, merchant: Merchant, transfer: Transfer, at: Date): Promise<Transfer> {
  if (transfer.lockedAt || (await balanceOf(all, merchant)) < transfer.amountFen) return transfer;
  const { mchId, transferBillNo: bizNo, remark, outBillNo: voucherNo } = transfer;
  const entry = { mchId, bizNo, remark, voucherNo, at: at.toISOString(), name: '商家转账' };
  await move(all, { ...entry, step: 'lock', amountFen: -transfer.amountFen });
  return { ...transfer, lockedAt: at.toISOString() };
}

/** Finds a transfer. @throws Refused 403 (merchant without transfers), 404 (unknown, or older than 30 days) */
export async function findTransfer(parts: SimulatorParts, all: World, merchant: Merchant, outBillNo: string) {
  if (merchant.scenes.length === 0) throw new Refused(403, 'NO_AUTH', '当前商户号没有使用该产品的权限');
  const transfer = await all.get('transfer', keyOf(merchant.mchId, outBillNo));
  const oldest = parts.clock.now().getTime() - QUERY_DAYS * DAY_MS;
  if (!transfer || Date.parse(transfer.createdAt) < oldest) throw new Refused(404, 'NOT_FOUND', '记录不存在');
  return describe(transfer);
}

/**
 * Starts the cancellation of a transfer. A repeated call changes nothing.
 *
 * @throws Refused 404 (unknown transfer), 400 (already confirmed, paid or failed)
 */
export async function askToCancel(parts: SimulatorParts, all: World, merchant: Merchant, outBillNo: string) {
  const key = keyOf(merchant.mchId, outBillNo);
  const transfer = await all.get('transfer', key);
  if (!transfer) throw new Refused(404, 'NOT_FOUND', '记录不存在');
  if (transfer.confirmedAt || (transfer.finished && transfer.finished.state !== 'CANCELLED')) {
    throw invalid('当前单据状态不支持撤销');
  }
  const asked = { ...transfer, cancelAskedAt: transfer.cancelAskedAt ?? parts.clock.now().toISOString() };
  await all.put('transfer', key, asked);
  const { out_bill_no, transfer_bill_no, state, update_time } = describe(asked);
  return { out_bill_no, transfer_bill_no, state, update_time };
}

const after = (moment: string, milliseconds: number) => new Date(Date.parse(moment) + milliseconds);

/** Computes the state of a transfer at a moment. It moves no money; {@link close} gives back the money of an unpaid transfer. */
async function advance(all: World, transfer: Transfer, now: Date): Promise<Transfer> {
  const finish = (state: 'SUCCESS' | 'FAIL' | 'CANCELLED', reason: string | null, at: Date): Transfer => ({
    ...transfer,
    finished: { state, reason, at: at.toISOString() },
  });
  if (transfer.cancelAskedAt) {
    const at = after(transfer.cancelAskedAt, CANCEL_MS);
    return at <= now ? finish('CANCELLED', null, at) : transfer;
  }
  const payee = await payeeOf(all, transfer);
  if (transfer.confirmedAt) {
    const at = after(transfer.confirmedAt, payee.unclearSec * 1000);
    if (at > now) return transfer;
    const isWrongName = payee.name !== null && transfer.userName !== null && payee.name !== transfer.userName;
    const reason = isWrongName ? 'NAME_NOT_CORRECT' : payee.failReason;
    return finish(reason ? 'FAIL' : 'SUCCESS', reason, at);
  }
  const expiry = after(transfer.createdAt, DAY_MS);
  if (transfer.lockedAt && payee.confirmsAfterSec !== null) {
    const confirmedAt = after(transfer.lockedAt, payee.confirmsAfterSec * 1000);
    if (confirmedAt <= now && confirmedAt < expiry) {
      return advance(all, { ...transfer, confirmedAt: confirmedAt.toISOString() }, now);
    }
  }
  return expiry <= now ? finish('FAIL', 'OVERDUE_CLOSE', expiry) : transfer;
}

/**
 * Gives the reserved money of a finished unpaid transfer back to the merchant's account. Schedules the callback, if the transfer has a URL
 * for it.
 */
async function close(parts: SimulatorParts, all: World, merchant: Merchant, transfer: Transfer): Promise<void> {
  const { finished, mchId, transferBillNo: bizNo, outBillNo: voucherNo, remark, amountFen } = transfer;
  if (!finished) return;
  if (finished.state !== 'SUCCESS' && transfer.lockedAt) {
    await move(all, {
      mchId,
      bizNo,
      voucherNo,
      remark,
      amountFen,
      at: finished.at,
      name: '商家转账退回',
      step: 'return',
    });
  }
  if (!transfer.notifyUrl) return;
  await notify(parts, merchant, {
    eventType: 'MCHTRANSFER.BILL.FINISHED',
    summary: '商家转账单据终态通知',
    originalType: 'mch_payment',
    url: transfer.notifyUrl,
    at: new Date(finished.at),
    content: describe(transfer),
  });
}

/** Reserves the money of open transfers, advances these transfers to the present time, and closes the finished ones. */
export async function advanceTransfers(parts: SimulatorParts, all: World): Promise<void> {
  const now = parts.clock.now();
  const open = (await all.list('transfer')).filter(({ finished }) => finished === null);
  for (const transfer of open) {
    const merchant = await all.get('merchant', transfer.mchId);
    if (!merchant) continue;
    const next = await advance(all, await lockMoney(all, merchant, transfer, now), now);
    if (JSON.stringify(next) === JSON.stringify(transfer)) continue;
    await all.put('transfer', keyOf(transfer.mchId, transfer.outBillNo), next);
    await close(parts, all, merchant, next);
  }
}
