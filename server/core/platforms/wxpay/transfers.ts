import { UpstreamFailure, UpstreamTimeout } from '../outbound';
import type { WxPayClient } from './client';
import type { WxPayConfig, WxTransferReport } from './config';
import { confirmRefusal } from './refusals';
import { encryptField } from './sign';

/** Merchant transfer (商家转账), API of 2025. The platform stores each transfer as a bill, and the payee must confirm it. */

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
  /** Our number, which is the idempotency key: 32 letters and digits at most. The platform pays each number only once. */
  readonly outBillNo: string;
  readonly appId: string;
  readonly openid: string;
  readonly amountFen: number;
  /** The remark that the payee sees. At most 32 characters. */
  readonly remark: string;
  /** The payee's real name. Required from ¥2,000.00. */
  readonly userName?: string;
  /** The purpose that the payee sees (用户收款感知). Each scene allows a fixed list of purposes. */
  readonly perception?: string;
  readonly notifyUrl?: string;
  /** The scene and its report. When present, they replace the values of the configuration. */
  readonly sceneId?: string;
  readonly report?: readonly WxTransferReport[];
}

export interface WxTransfer {
  readonly outBillNo: string;
  readonly transferBillNo: string;
  readonly state: WxTransferState;
  /** Data with which the payee's app opens the confirmation. `null` unless the transfer awaits confirmation. */
  readonly packageInfo: string | null;
  /** The platform's failure code, for example `OVERDUE_CLOSE`. */
  readonly failReason: string | null;
  /** Amount in fen. `null` in the answer to a new transfer, which contains no amount. */
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

/**
 * Reads the amount in fen.
 *
 * @returns `null` in the answer to a new transfer, which does not contain the amount
 * @throws UpstreamTimeout when the amount is not a whole number of fen
 */
function readAmount(fen: unknown): number | null {
  if (fen === undefined) return null;
  if (typeof fen !== 'number' || !Number.isSafeInteger(fen) || fen < 0)
    throw new UpstreamTimeout(`transfer_amount ${String(fen)}`);
  return fen;
}

const moment = (value: string | undefined) => (value ? new Date(value) : null);

/**
 * Reads a transfer.
 *
 * @throws UpstreamTimeout when the state is unknown or the amount is not a whole number of fen. It is then unknown whether money moved.
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
 * @throws UpstreamTimeout when the state is unknown (also in a resource of another type) or the amount is not a whole number of fen
 */
export function readTransferResource(resource: Readonly<Record<string, unknown>>): WxTransfer {
  return readTransfer(resource as unknown as TransferAnswer);
}

/** Checks a request against the documented limits before it is sent. @throws UpstreamFailure PARAM_ERROR with the field */
function checkRequest(request: WxTransferRequest, sceneId: string | null): asserts sceneId is string {
  const { outBillNo, amountFen, remark, userName } = request;
  const wrong = (message: string) => new UpstreamFailure(message, 'PARAM_ERROR');
  if (!OUT_BILL_NO.test(outBillNo)) throw wrong('out_bill_no');
  if (!Number.isInteger(amountFen) || amountFen < LIMITS.minFen) throw wrong('transfer_amount');
  if (remark.length === 0 || [...remark].length > LIMITS.remark) throw wrong('transfer_remark');
  if (amountFen >= LIMITS.nameFromFen && !userName) throw wrong('user_name');
  if (!sceneId) throw wrong('transfer_scene_id');
}

/** Encrypts the payee's name with the platform's key. @throws UpstreamFailure SERIAL_UNKNOWN without a valid platform certificate */
async function encryptName(client: WxPayClient, userName: string): Promise<string> {
  if (!client.keyring.current(client.clock.now())) await client.certificates();
  const current = client.keyring.current(client.clock.now());
  if (!current) throw new UpstreamFailure('no valid platform certificate', 'SERIAL_UNKNOWN');
  return encryptField(current.key, userName);
}

export function transferCalls(client: WxPayClient, config: WxPayConfig) {
  /**
   * Reads a transfer. The platform does not find bills older than 30 days.
   *
   * @throws UpstreamTimeout, UpstreamFailure with codes such as `NOT_FOUND`
   */
  async function queryTransfer(outBillNo: string): Promise<WxTransfer> {
    return readTransfer(await client.ask<TransferAnswer>({ method: 'GET', path: pathOf(outBillNo) }));
  }

  /**
   * Starts a transfer. A repeated request returns the state of the first transfer.
   *
   * @throws UpstreamFailure PARAM_ERROR when the request breaks a documented limit or lacks a required value; nothing is sent
   * @throws UpstreamFailure when the platform refused and has no such bill, or has a different bill: the caller may use another number
   * @throws UpstreamTimeout when the outcome is unknown: query the same number, and send no other transfer until the query shows a failure
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
      ...(userName && { user_name: await encryptName(client, userName) }),
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
   * Requests to stop a transfer that the payee has not confirmed. Only a later query shows whether the transfer was stopped.
   *
   * @throws UpstreamFailure when the platform refused
   * @throws UpstreamTimeout when the outcome is unknown
   */
  async function cancelTransfer(outBillNo: string): Promise<WxTransfer> {
    const call = { method: 'POST', path: `${pathOf(outBillNo)}/cancel`, money: true } as const;
    return readTransfer(await client.ask<TransferAnswer>(call));
  }

  /**
   * Checks whether the merchant may use transfers. No call can check a scene without moving money, so only the first transfer shows
   * whether the scene's number is valid.
   *
   * @throws UpstreamFailure, for example `NO_AUTH` when the product is not activated; UpstreamTimeout
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
