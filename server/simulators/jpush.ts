import {
  type Simulator,
  type SimulatorAnswer,
  type SimulatorParts,
  type SimulatorRequest,
  settingText,
} from './simulator';

/** The simulated push provider JPush (极光推送), REST API v3. */

/** Codes of the provider that are used, with its words and their HTTP status. */
const ERRORS = {
  1001: [405, 'only support HTTP Post method'],
  1002: [400, 'missing parameter'],
  1003: [400, 'invalid parameter'],
  1004: [401, 'basic authentication failed'],
  1008: [400, 'app_key is not a 24 size string or does not exist'],
  1011: [400, 'cannot find user by this audience'],
} as const satisfies Readonly<Record<number, readonly [number, string]>>;

/** Registration ids that one call may name. */
const MOST_DEVICES = 1_000;

interface SimulatedPushApp {
  readonly appKey: string;
  readonly masterSecret: string;
  /** Registration ids of the phones that have the app. */
  readonly devices: readonly string[];
}

/** A message as the provider keeps it. */
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

/** AppKey and master secret of a call's Basic authorization; empty where it has none. */
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

async function push({ store, clock }: SimulatorParts, request: SimulatorRequest): Promise<SimulatorAnswer> {
  if (request.method !== 'POST') return refuse(1001);
  const [appKey, masterSecret] = credentialsIn(request.headers);
  if (appKey === '') return refuse(1004);
  const app = await store.get<SimulatedPushApp>('app', appKey);
  if (!app) return refuse(1008);
  if (masterSecret !== app.masterSecret) return refuse(1004);
  const { platform, audience, notification, message } = bodyIn(request);
  if (!platform || !audience || !(notification || message)) return refuse(1002);
  const named = (audience as { readonly registration_id?: unknown }).registration_id;
  const ids = Array.isArray(named) ? named.map(String) : [];
  if (ids.length === 0 || ids.length > MOST_DEVICES) return refuse(1003);
  const messageId = `${clock.randomInt(1_000_000_000, 9_999_999_999)}`;
  const devices = ids.filter((id) => app.devices.includes(id));
  if (devices.length === 0) return refuse(1011, { msg_id: Number(messageId) });
  await store.put('push', messageId, { appKey, devices, notification } satisfies SimulatedPush);
  return json(200, { sendno: '0', msg_id: messageId });
}

export function createJpushSimulator(parts: SimulatorParts): Simulator {
  return {
    name: 'jpush',
    handle: (request) => {
      const [path] = request.path.split('?');
      return path === '/v3/push' ? push(parts, request) : Promise.resolve(json(404, {}));
    },
    async open(_page, settings) {
      const appKey = settingText(settings, 'appKey');
      const devices = Array.isArray(settings.devices) ? settings.devices.map(String) : [];
      await parts.store.alone(async (store) => {
        const known = await store.get<SimulatedPushApp>('app', appKey);
        const masterSecret = known?.masterSecret ?? settingText(settings, 'masterSecret');
        const all = [...new Set([...(known?.devices ?? []), ...devices])];
        await store.put('app', appKey, { appKey, masterSecret, devices: all } satisfies SimulatedPushApp);
      });
      return {};
    },
    // It calls nothing back.
    isReceived: () => true,
  };
}
