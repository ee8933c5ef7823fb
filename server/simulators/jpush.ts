import { DAY_MS } from '../../contract/units';
import {
  type Simulator,
  type SimulatorAnswer,
  type SimulatorParts,
  type SimulatorRequest,
  settingText,
} from './simulator';

/** This module simulates the push provider JPush (极光推送), REST API v3. */

/** The provider's error codes that the simulator uses, with HTTP status and text. */
const ERRORS = {
  1001: [405, 'only support HTTP Post method'],
  1002: [400, 'missing parameter'],
  1003: [400, 'invalid parameter'],
  1004: [401, 'basic authentication failed'],
  1008: [400, 'app_key is not a 24 size string or does not exist'],
  1011: [400, 'cannot find user by this audience'],
} as const satisfies Readonly<Record<number, readonly [number, string]>>;

/** Maximum number of registration ids in a call. A call may also reserve at most this many numbers (cid). */
const MOST = 1_000;
/** Milliseconds for which a reserved number (cid) prevents a second message. */
const CID_MS = DAY_MS;

interface SimulatedPushApp {
  readonly appKey: string;
  readonly masterSecret: string;
}
/** Kind under which registered phones are stored. The key is `appKey/registration id`. */
const DEVICE = 'device';
interface ReservedNumber {
  readonly appKey: string;
  readonly until: number;
  /** Id of the message that was sent with this number. `null` means that none was sent yet. */
  readonly messageId: string | null;
}

/** A message as the provider stores it. */
export interface SimulatedPush {
  readonly appKey: string;
  readonly devices: readonly string[];
  readonly notification: unknown;
}

const json = (status: number, body: object): SimulatorAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const refuse = (code: keyof typeof ERRORS, more: object = {}): SimulatorAnswer =>
  json(ERRORS[code][0], { ...more, error: { code, message: ERRORS[code][1] } });

/** Parses AppKey and master secret from the Basic authorization of a call. They are empty without such a header. */
function credentialsIn(headers: Headers): readonly [string, string] {
  const [, token = ''] = /^Basic (.+)$/.exec(headers.get('authorization') ?? '') ?? [];
  const [appKey = '', masterSecret = ''] = Buffer.from(token, 'base64').toString().split(':');
  return [appKey, masterSecret];
}

function bodyIn({ body }: SimulatorRequest): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
}

/** Verifies the credentials of a call. @returns the AppKey or the refusal */
async function appOf({ store }: SimulatorParts, { headers }: SimulatorRequest): Promise<string | SimulatorAnswer> {
  const [appKey, masterSecret] = credentialsIn(headers);
  if (appKey === '') return refuse(1004);
  const app = await store.get<SimulatedPushApp>('app', appKey);
  if (!app) return refuse(1008);
  return masterSecret === app.masterSecret ? appKey : refuse(1004);
}

async function reserve(parts: SimulatorParts, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const { store, clock } = parts;
  const appKey = await appOf(parts, request);
  if (typeof appKey !== 'string') return appKey;
  const count = Number(request.query.get('count') ?? 1);
  if (!Number.isInteger(count) || count < 1 || count > MOST) return refuse(1003);
  const cidlist = Array.from({ length: count }, () => `${appKey}-${clock.randomBytes(16).toString('hex')}`);
  const until = clock.now().getTime() + CID_MS;
  for (const cid of cidlist) await store.put('cid', cid, { appKey, until, messageId: null } satisfies ReservedNumber);
  return json(200, { cidlist });
}

const accepted = (messageId: string) => json(200, { sendno: '0', msg_id: messageId });

async function push(parts: SimulatorParts, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const { store, clock } = parts;
  if (request.method !== 'POST') return refuse(1001);
  const appKey = await appOf(parts, request);
  if (typeof appKey !== 'string') return appKey;
  const { platform, audience, notification, message, cid } = bodyIn(request);
  if (!platform || !audience || !(notification || message)) return refuse(1002);
  const named = (audience as { readonly registration_id?: unknown }).registration_id;
  const ids = Array.isArray(named) ? named.map(String) : [];
  if (ids.length === 0 || ids.length > MOST) return refuse(1003);
  const reserved = cid === undefined ? null : await store.get<ReservedNumber>('cid', String(cid));
  if (cid !== undefined && reserved?.appKey !== appKey) return refuse(1003);
  if (reserved?.messageId && reserved.until > clock.now().getTime()) return accepted(reserved.messageId);
  const messageId = `${clock.randomInt(1_000_000_000, 9_999_999_999)}`;
  const known = await Promise.all(ids.map((id) => store.get<boolean>(DEVICE, `${appKey}/${id}`)));
  const devices = ids.filter((_id, at) => known[at]);
  if (devices.length === 0) return refuse(1011, { msg_id: Number(messageId) });
  await store.put('push', messageId, { appKey, devices, notification } satisfies SimulatedPush);
  if (reserved) await store.put('cid', String(cid), { ...reserved, messageId } satisfies ReservedNumber);
  return accepted(messageId);
}

export function createJpushSimulator(parts: SimulatorParts): Simulator {
  return {
    name: 'jpush',
    handle: (request) => {
      const [path] = request.path.split('?');
      if (path === '/v3/push/cid') return reserve(parts, request);
      return path === '/v3/push' ? push(parts, request) : Promise.resolve(json(404, {}));
    },
    async open(_page, settings) {
      const appKey = settingText(settings, 'appKey');
      const devices = Array.isArray(settings.devices) ? settings.devices.map(String) : [];
      await parts.store.alone(async (store) => {
        const known = await store.get<SimulatedPushApp>('app', appKey);
        if (!known) {
          const masterSecret = settingText(settings, 'masterSecret');
          await store.put('app', appKey, { appKey, masterSecret } satisfies SimulatedPushApp);
        }
        for (const device of devices) await store.put(DEVICE, `${appKey}/${device}`, true);
      });
      return {};
    },
    // The push provider sends no callbacks.
    isReceived: () => true,
  };
}
