import type { Callback, Simulator, SimulatorAnswer, SimulatorParts, SimulatorRequest } from './simulator';
import { renewCallback, seal, WXPAY_RETRY_MS } from './wxpay/callbacks';
import { admit, answer, answeringKey, Refused } from './wxpay/gate';
import { openWxMerchant } from './wxpay/open';
import { advanceRefunds, findOrder, findRefund, startOrder, startRefund } from './wxpay/orders';
import { applyForStatement, downloadStatement } from './wxpay/statements';
import { advanceTransfers, askToCancel, findTransfer, startTransfer } from './wxpay/transfers';
import { type Merchant, type World, world, writeMoment } from './wxpay/world';

export { addPaidOrder } from './wxpay/orders';
export { openMerchant, registerMerchant, registerPayee, rotatePlatformCertificate } from './wxpay/world';

export interface WxPaySimulator extends Simulator {
  /** Milliseconds before each repetition of a callback. */
  readonly retryMs: readonly number[];
  /** Replaces the signature of a callback. Call it before each delivery: a signature is valid for five minutes. */
  renew(callback: Callback): Promise<Callback>;
  /** Advances transfers and refunds to the present time, and schedules their callbacks. `handle` also does this first. */
  passTime(): Promise<void>;
}

/** An answer that is a file. It is not signed. */
interface File {
  readonly file: Buffer;
}
type Content = object | File;

function certificates(parts: SimulatorParts, merchant: Merchant): Content {
  if (merchant.certificates.length === 0) {
    throw new Refused(404, 'RESOURCE_NOT_EXISTS', '无可用的平台证书，请在商户平台-API安全申请使用微信支付公钥');
  }
  return {
    data: merchant.certificates.map(({ serial, from, to, certificate }) => ({
      serial_no: serial,
      effective_time: writeMoment(from),
      expire_time: writeMoment(to),
      encrypt_certificate: seal(parts.clock, merchant.apiV3Key, 'certificate', certificate),
    })),
  };
}

type Handler = (merchant: Merchant, part: string) => Promise<Content> | Content;
type Route = readonly [method: 'GET' | 'POST', path: RegExp, handler: Handler];

function routes(parts: SimulatorParts, all: World, request: SimulatorRequest): readonly Route[] {
  const { query } = request;
  const transfers = '/v3/fund-app/mch-transfer/transfer-bills';
  const refunds = '/v3/refund/domestic/refunds';
  return [
    ['GET', /^\/v3\/certificates$/, (merchant) => certificates(parts, merchant)],
    [
      'GET',
      /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)$/,
      (merchant, no) => findOrder(all, merchant, no, { mchId: query.get('mchid'), subMchId: null }),
    ],
    [
      'GET',
      /^\/v3\/pay\/partner\/transactions\/out-trade-no\/([^/]+)$/,
      (merchant, no) =>
        findOrder(all, merchant, no, { mchId: query.get('sp_mchid'), subMchId: query.get('sub_mchid') }),
    ],
    ['POST', /^\/v3\/pay\/(?:partner\/)?transactions\/jsapi$/, (merchant) => startOrder(merchant, request)],
    ['POST', new RegExp(`^${refunds}$`), (merchant) => startRefund(parts, all, merchant, request)],
    ['GET', new RegExp(`^${refunds}/([^/]+)$`), (merchant, no) => findRefund(all, merchant, no)],
    ['POST', new RegExp(`^${transfers}$`), (merchant) => startTransfer(parts, all, merchant, request)],
    ['GET', new RegExp(`^${transfers}/out-bill-no/([^/]+)$`), (merchant, no) => findTransfer(parts, all, merchant, no)],
    [
      'POST',
      new RegExp(`^${transfers}/out-bill-no/([^/]+)/cancel$`),
      (merchant, no) => askToCancel(parts, all, merchant, no),
    ],
    ['GET', /^\/v3\/bill\/tradebill$/, (merchant) => applyForStatement(parts, all, merchant, { kind: 'trade', query })],
    [
      'GET',
      /^\/v3\/bill\/fundflowbill$/,
      (merchant) => applyForStatement(parts, all, merchant, { kind: 'fund', query }),
    ],
    [
      'GET',
      /^\/v3\/billdownload\/file$/,
      async (merchant) => ({ file: await downloadStatement(parts, all, merchant, request) }),
    ],
  ];
}

/** Runs the handler for a request's method and path. @throws Refused 404 (unknown path), or the refusal of the handler */
function dispatch(parts: SimulatorParts, all: World, merchant: Merchant, request: SimulatorRequest) {
  const [path = ''] = request.path.split('?');
  for (const [method, pattern, handler] of routes(parts, all, request)) {
    const match = method === request.method ? pattern.exec(path) : null;
    if (match) return handler(merchant, decodeURIComponent(match[1] ?? ''));
  }
  throw new Refused(404, 'RESOURCE_NOT_EXISTS', '请求的资源不存在');
}

async function handle(parts: SimulatorParts, all: World, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const { clock } = parts;
  let key: Parameters<typeof answer>[1] = null;
  try {
    const merchant = await admit(all, clock, request);
    key = answeringKey(merchant, request);
    const content = await dispatch(parts, all, merchant, request);
    if ('file' in content) {
      return {
        status: 200,
        headers: { 'content-type': 'text/plain', date: clock.now().toUTCString() },
        body: content.file,
      };
    }
    return answer(clock, key, 200, content);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return answer(clock, key, error.status, { code: error.code, message: error.message });
  }
}

async function passTime(parts: SimulatorParts, all: World): Promise<void> {
  await advanceTransfers(parts, all);
  await advanceRefunds(parts, all);
}

/** Creates the simulated WeChat Pay API v3 (微信支付). It knows the merchants that `registerMerchant` added. */
export function createWxPaySimulator(parts: SimulatorParts): WxPaySimulator {
  const { store, clock } = parts;
  return {
    name: 'wxpay',
    retryMs: WXPAY_RETRY_MS,
    handle: (request) =>
      store.alone(async (own) => {
        await passTime(parts, world(own));
        return handle(parts, world(own), request);
      }),
    // Only the status counts: 200 or 204. The body is not read.
    isReceived: ({ status }) => status === 200 || status === 204,
    renew: (callback) => renewCallback(world(store), clock, callback),
    passTime: () => store.alone((own) => passTime(parts, world(own))),
    open: (_page, settings) => store.alone((own) => openWxMerchant(own, clock, settings)),
  };
}
