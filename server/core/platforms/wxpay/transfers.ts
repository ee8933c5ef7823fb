import { UpstreamFailure, UpstreamTimeout } from '../outbound';
import type { WxPayClient } from './client';
import type { WxPayConfig, WxTransferReport } from './config';
import { confirmRefusal } from './refusals';
import { encryptField } from './sign';

/** Merchant transfer (商家转账) by the interface of 2025: one bill per call, which the payee must confirm. */

const STATES = [
  'ACCEPTED',
  'PROCESSING',
  'WAIT_USER_CONFIRM',
  'TRANSFERING',
  'SUCCESS',
  'FAIL',
  'CANCELING',
  'CANCELLED',
] as const;
export type WxTransferState = (typeof STATES)[number];

export interface WxTransferRequest {
  /** Our number and idempotency key: at most 32 letters and digits; the same number is paid once. */
  readonly outBillNo: string;
  readonly appId: string;
  readonly openid: string;
  readonly amountFen: number;
  /** At most 32 characters; shown to the payee. */
  readonly remark: string;
  /** Real name of the payee; required from ¥2,000.00. */
  readonly userName?: string;
  /** Purpose shown to the payee (用户收款感知); each scene allows a fixed list. */
  readonly perception?: string;
  readonly notifyUrl?: string;
  /** Default: those of the configuration. */
  readonly sceneId?: string;
  readonly report?: readonly WxTransferReport[];
}

export interface WxTransfer {
  readonly outBillNo: string;
  readonly transferBillNo: string;
  readonly state: WxTransferState;
  /** Opens the confirmation in the payee's app; only while the transfer awaits confirmation. */
  readonly packageInfo: string | null;
  /** The platform's code, such as `OVERDUE_CLOSE`. */
  readonly failReason: string | null;
  /** Null in the answer to a new transfer. */
  readonly amountFen: number | null;
  readonly openid: string | null;
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
}

interface TransferAnswer {
  readonly out_bill_no: string;
  readonly transfer_bill_no: string;
  readonly state: WxTransferState;
  readonly package_info?: string;
  readonly fail_reason?: string;
  readonly transfer_amount?: number;
  readonly openid?: string;
  readonly create_time?: string;
  readonly update_time?: string;
}

const LIMITS = { minFen: 10, nameFromFen: 200_000, remark: 32 } as const;
const OUT_BILL_NO = /^[0-9A-Za-z]{1,32}$/;
const ABSENT = ['NOT_FOUND'];
const PATH = '/v3/fund-app/mch-transfer/transfer-bills';
const pathOf = (outBillNo: string) => `${PATH}/out-bill-no/${encodeURIComponent(outBillNo)}`;

/** Absent in the answer to a new transfer. */
function readAmount(fen: unknown): number | null {
  if (fen === undefined) return null;
  if (typeof fen !== 'number' || !Number.isSafeInteger(fen) || fen < 0)
    throw new UpstreamTimeout(`transfer_amount ${String(fen)}`);
  return fen;
}

const moment = (value: string | undefined) => (value ? new Date(value) : null);

/**
 * @throws UpstreamTimeout unknown state, or an amount that is not a whole number of fen: the money's state is unknown
 */
function readTransfer(answer: TransferAnswer): WxTransfer {
  if (!STATES.includes(answer.state)) throw new UpstreamTimeout(`state ${answer.state}`);
  return {
    outBillNo: answer.out_bill_no,
    transferBillNo: answer.transfer_bill_no,
    state: answer.state,
    packageInfo: answer.package_info ?? null,
    failReason: answer.fail_reason || null,
    amountFen: readAmount(answer.transfer_amount),
    openid: answer.openid ?? null,
    createdAt: moment(answer.create_time),
    updatedAt: moment(answer.update_time),
  };
}

/**
 * Reads the bill of a callback `MCHTRANSFER.BILL.FINISHED`.
 *
 * @throws UpstreamTimeout unknown state, or a resource of another kind
 */
export function readTransferResource(resource: Readonly<Record<string, unknown>>): WxTransfer {
  return readTransfer(resource as unknown as TransferAnswer);
}

/** Refuses, before sending, what the documentation does not allow. @throws UpstreamFailure PARAM_ERROR */
function checkRequest(request: WxTransferRequest, sceneId: string | null): asserts sceneId is string {
  const { outBillNo, amountFen, remark, userName } = request;
  const wrong = (message: string) => new UpstreamFailure(message, 'PARAM_ERROR');
  if (!OUT_BILL_NO.test(outBillNo)) throw wrong('out_bill_no');
  if (!Number.isInteger(amountFen) || amountFen < LIMITS.minFen) throw wrong('transfer_amount');
  if (remark.length === 0 || [...remark].length > LIMITS.remark) throw wrong('transfer_remark');
  if (amountFen >= LIMITS.nameFromFen && !userName) throw wrong('user_name');
  if (!sceneId) throw wrong('transfer_scene_id');
}

export function transferCalls(client: WxPayClient, config: WxPayConfig) {
  /** @throws UpstreamFailure `NOT_FOUND` among others, UpstreamTimeout. Bills older than 30 days are not found. */
  async function queryTransfer(outBillNo: string): Promise<WxTransfer> {
    return readTransfer(await client.ask<TransferAnswer>({ method: 'GET', path: pathOf(outBillNo) }));
  }

  async function encryptName(userName: string): Promise<string> {
    if (!client.keyring.current(client.clock.now())) await client.certificates();
    const current = client.keyring.current(client.clock.now());
    if (!current) throw new UpstreamFailure('no valid platform certificate', 'SERIAL_UNKNOWN');
    return encryptField(current.key, userName);
  }

  /**
   * Starts a transfer; repeating a request returns the state of the first one.
   *
   * @throws UpstreamFailure refused, and the platform has no such bill: another number may be used
   * @throws UpstreamTimeout unknown: query the same number, and send no other transfer until the query shows a failure
   */
  async function transfer(request: WxTransferRequest): Promise<WxTransfer> {
    const sceneId = request.sceneId ?? config.transferSceneId;
    checkRequest(request, sceneId);
    const { outBillNo, amountFen, openid, userName, perception, notifyUrl } = request;
    const body = {
      appid: request.appId,
      out_bill_no: outBillNo,
      transfer_scene_id: sceneId,
      openid,
      ...(userName && { user_name: await encryptName(userName) }),
      transfer_amount: amountFen,
      transfer_remark: request.remark,
      ...(notifyUrl && { notify_url: notifyUrl }),
      ...(perception && { user_recv_perception: perception }),
      transfer_scene_report_infos: (request.report ?? config.transferReport).map(({ type, content }) => ({
        info_type: type,
        info_content: content,
      })),
    };
    try {
      return readTransfer(await client.ask<TransferAnswer>({ method: 'POST', path: PATH, body, money: true }));
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      return confirmRefusal(error, {
        query: () => queryTransfer(outBillNo),
        absent: ABSENT,
        isSame: (held) => held.amountFen === amountFen && held.openid === openid,
      });
    }
  }

  /**
   * Requests to stop a transfer that the payee has not confirmed. Only a query shows whether it was stopped.
   *
   * @throws UpstreamFailure refused; UpstreamTimeout unknown
   */
  async function cancelTransfer(outBillNo: string): Promise<WxTransfer> {
    const call = { method: 'POST', path: `${pathOf(outBillNo)}/cancel`, money: true } as const;
    return readTransfer(await client.ask<TransferAnswer>(call));
  }

  /**
   * Checks whether the merchant may use transfers. No call can query a scene without moving money, so only the first transfer proves the
   * scene's number.
   *
   * @throws UpstreamFailure `NO_AUTH` when the product is not activated, among others; UpstreamTimeout
   */
  async function checkTransferProduct(): Promise<void> {
    const unusedNo = `CHECK${client.clock.randomBytes(8).toString('hex')}`;
    try {
      await queryTransfer(unusedNo);
    } catch (error) {
      if (error instanceof UpstreamTimeout) throw error;
      if (!(error instanceof UpstreamFailure) || !ABSENT.includes(error.code ?? '')) throw error;
    }
  }

  return { transfer, queryTransfer, cancelTransfer, checkTransferProduct };
}
