import { testerPicture } from './picture';
import { makePush } from './push';
import {
  type Account,
  type Answer,
  bodyOf,
  type Call,
  COMPONENT,
  type ComponentAccount,
  now,
  OK,
  Refusal,
  seconds,
} from './world';

/**
 * This module simulates the platform's API for the mini program's code. A mini program has at most one uploaded version, one audit and one
 * online version. Up to five earlier versions are kept for a rollback.
 */

interface Version {
  readonly appVersion: number;
  readonly version: string;
  readonly description: string;
  /** Time of the upload, of the submission for audit or of the release, in milliseconds since 1970. */
  readonly at: number;
}
interface Audit extends Version {
  readonly id: number;
  readonly verdictAt: number;
  readonly delayedAt: number | null;
  readonly rejection: string | null;
  readonly isWithdrawn: boolean;
  readonly isReleased: boolean;
}
interface CodeState {
  readonly nextNumber: number;
  readonly uploaded: Version | null;
  readonly audit: Audit | null;
  readonly online: Version | null;
  /** Earlier versions, newest first. */
  readonly history: readonly Version[];
  readonly gray: { readonly percent: number; readonly at: number } | null;
  readonly isVisible: boolean;
  /** Times at which audits were withdrawn in the month of the last withdrawal, in milliseconds since 1970. */
  readonly withdrawals: readonly number[];
  readonly media: readonly string[];
}

const CODE = 'wechat.code';
const EMPTY: CodeState = {
  nextNumber: 1,
  uploaded: null,
  audit: null,
  online: null,
  history: [],
  gray: null,
  isVisible: true,
  withdrawals: [],
  media: [],
};
const MOST_HISTORY = 5;
const WITHDRAWALS_A_DAY = 5;
const WITHDRAWALS_A_MONTH = 10;
const LONGEST_VERSION = 64;
const MOST_ITEMS = 5;

/** A call to the API for the mini program's code, with its account and the account's versions. */
interface CodeCall {
  readonly call: Call;
  readonly account: Account;
  readonly code: CodeState;
}
interface Outcome {
  readonly code?: CodeState;
  readonly answer: Answer;
}
type Interface = (given: CodeCall) => Outcome | Promise<Outcome>;

const done = (code: CodeState, more: object = {}): Outcome => ({ code, answer: { ...OK, ...more } });
const tell = (more: object): Outcome => ({ answer: { ...OK, ...more } });

/** Returns the status: 0 passed, 1 rejected, 2 in audit, 3 withdrawn, 4 delayed. */
function auditStatus(audit: Audit, at: number): 0 | 1 | 2 | 3 | 4 {
  if (audit.isWithdrawn) return 3;
  if (at >= audit.verdictAt) return audit.rejection === null ? 0 : 1;
  return audit.delayedAt !== null && at >= audit.delayedAt ? 4 : 2;
}
const isAuditing = (audit: Audit | null, at: number): boolean =>
  audit !== null && [2, 4].includes(auditStatus(audit, at));

const commit: Interface = async ({ call, account, code }) => {
  const body = bodyOf<{ template_id: number; ext_json: string; user_version: string; user_desc: string }>(call);
  const component = await call.store.get<ComponentAccount>(COMPONENT, account.component?.appId ?? '');
  if (!component?.templateIds.includes(Number(body.template_id))) throw new Refusal(85014);
  if (!body.user_version || body.user_version.length > LONGEST_VERSION || body.user_desc === undefined) {
    throw new Refusal(47001);
  }
  try {
    JSON.parse(body.ext_json ?? '');
  } catch {
    throw new Refusal(85048);
  }
  const uploaded = {
    appVersion: code.nextNumber,
    version: body.user_version,
    description: body.user_desc,
    at: now(call),
  };
  return done({ ...code, uploaded, nextNumber: code.nextNumber + 1 });
};

const versionInfo: Interface = ({ call, code }) => {
  bodyOf(call);
  const { uploaded, online } = code;
  return tell({
    ...(uploaded && {
      exp_info: { exp_time: seconds(uploaded.at), exp_version: uploaded.version, exp_desc: uploaded.description },
    }),
    ...(online && {
      release_info: {
        release_time: seconds(online.at),
        release_version: online.version,
        release_desc: online.description,
      },
    }),
  });
};

function checkAuditBody(
  body: {
    item_list?: unknown[];
    version_desc?: string;
    preview_info?: { pic_id_list?: string[]; video_id_list?: string[] };
  },
  media: readonly string[],
) {
  if ((body.item_list ?? []).length > MOST_ITEMS) throw new Refusal(85023);
  if ((body.version_desc ?? '').length > 500) throw new Refusal(85051);
  const named = [...(body.preview_info?.pic_id_list ?? []), ...(body.preview_info?.video_id_list ?? [])];
  if (named.some((id) => !media.includes(id))) throw new Refusal(85092);
}

const DELAY_WORDS = '为了更好的服务小程序，您的服务商正在进行提审系统的优化，可能会导致审核时效的增长，请耐心等待';
const screenshotsOf = (audit: Audit): string => `media_${audit.id}_1|media_${audit.id}_2`;

interface AuditEvent {
  readonly at: number;
  readonly fields: Readonly<Record<string, string | number>>;
}

function auditEvents(audit: Audit): AuditEvent[] {
  const { verdictAt, delayedAt, rejection } = audit;
  const verdict: AuditEvent['fields'] =
    rejection === null
      ? { Event: 'weapp_audit_success', SuccTime: seconds(verdictAt) }
      : {
          Event: 'weapp_audit_fail',
          Reason: rejection,
          FailTime: seconds(verdictAt),
          ScreenShot: screenshotsOf(audit),
        };
  const delay = { Event: 'weapp_audit_delay', Reason: DELAY_WORDS, DelayTime: seconds(delayedAt ?? 0) };
  return [...(delayedAt === null ? [] : [{ at: delayedAt, fields: delay }]), { at: verdictAt, fields: verdict }];
}

/** Schedules the platform's pushes about an audit. They are sent even if the audit is withdrawn before. */
async function queuePushes({ call, account }: CodeCall, audit: Audit): Promise<void> {
  for (const { at, fields } of auditEvents(audit)) {
    const push = await makePush(call, account, { MsgType: 'event', ...fields }, at);
    if (push) call.callbacks.push(push);
  }
}

const submitAudit: Interface = async (given) => {
  const { call, account, code } = given;
  const body = bodyOf<Parameters<typeof checkAuditBody>[0]>(call);
  const { uploaded } = code;
  if (!uploaded) throw new Refusal(85086);
  const at = now(call);
  if (isAuditing(code.audit, at)) throw new Refusal(85009);
  checkAuditBody(body, code.media);
  const { verdictAfterMs, delayAfterMs, rejection } = account.audit;
  const audit: Audit = {
    ...uploaded,
    at,
    id: 430_000_000 + code.nextNumber,
    verdictAt: at + verdictAfterMs,
    delayedAt: delayAfterMs === null ? null : at + delayAfterMs,
    rejection,
    isWithdrawn: false,
    isReleased: false,
  };
  await queuePushes(given, audit);
  return done({ ...code, audit, nextNumber: code.nextNumber + 1 }, { auditid: audit.id });
};

/** Returns the day in the platform's time zone (UTC+8). */
const dayOf = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);

const undoAudit: Interface = ({ call, code }) => {
  const at = now(call);
  const { audit, withdrawals } = code;
  if (!audit || !isAuditing(audit, at)) throw new Refusal(87012);
  const today = withdrawals.filter((moment) => dayOf(moment) === dayOf(at));
  const thisMonth = withdrawals.filter((moment) => dayOf(moment).slice(0, 7) === dayOf(at).slice(0, 7));
  if (today.length >= WITHDRAWALS_A_DAY || thisMonth.length >= WITHDRAWALS_A_MONTH) throw new Refusal(87013);
  return done({ ...code, audit: { ...audit, isWithdrawn: true }, withdrawals: [...thisMonth, at] });
};

const latestAudit: Interface = ({ call, code: { audit } }) => {
  if (!audit) throw new Refusal(85058);
  const status = auditStatus(audit, now(call));
  return tell({
    auditid: audit.id,
    status,
    ...(status === 1 && { reason: audit.rejection, ScreenShot: screenshotsOf(audit) }),
    ...(status === 4 && { reason: DELAY_WORDS }),
    user_version: audit.version,
    user_desc: audit.description,
    submit_audit_time: seconds(audit.at),
  });
};

function passedAudit({ call, code: { audit } }: CodeCall): Audit | null {
  return audit && !audit.isReleased && auditStatus(audit, now(call)) === 0 ? audit : null;
}

const release: Interface = (given) => {
  const { call, code } = given;
  bodyOf(call);
  if (!code.audit) throw new Refusal(85019);
  if (code.audit.isReleased) throw new Refusal(85052);
  const audit = passedAudit(given);
  if (!audit) throw new Refusal(85020);
  const history = [...(code.online ? [code.online] : []), ...code.history].slice(0, MOST_HISTORY);
  const online = { ...audit, at: now(call) };
  return done({ ...code, online, history, audit: { ...audit, isReleased: true }, gray: null, isVisible: true });
};

const grayRelease: Interface = (given) => {
  const { call, code } = given;
  const { gray_percentage: percent } = bodyOf<{ gray_percentage: number }>(call);
  if (!code.online) throw new Refusal(85079);
  if (!passedAudit(given)) throw new Refusal(85080);
  if (!Number.isInteger(percent) || percent === undefined || percent < 1 || percent > 100) throw new Refusal(85081);
  if (code.gray && percent <= code.gray.percent) throw new Refusal(85082);
  return done({ ...code, gray: { percent, at: code.gray?.at ?? now(call) } });
};

const revertGray: Interface = ({ code }) => done({ ...code, gray: null });

const grayPlan: Interface = ({ code: { gray } }) =>
  tell({
    gray_release_plan: {
      status: gray ? 1 : 0,
      create_timestamp: gray ? seconds(gray.at) : 0,
      gray_percentage: gray?.percent ?? 0,
      support_experiencer_first: false,
      support_debuger_first: false,
    },
  });

const revertRelease: Interface = ({ call, code }) => {
  const { query } = call.request;
  const action = query.get('action');
  if (action === 'get_history_version') {
    return tell({
      version_list: code.history.map((one) => ({
        commit_time: seconds(one.at),
        user_version: one.version,
        user_desc: one.description,
        app_version: one.appVersion,
      })),
    });
  }
  if (action !== null) throw new Refusal(40097);
  if (code.gray) throw new Refusal(87011);
  const wanted = query.get('app_version');
  const target = wanted === null ? code.history[0] : code.history.find((one) => `${one.appVersion}` === wanted);
  if (!target) throw new Refusal(87012);
  // After a rollback, a further rollback is not possible before the next release.
  return done({ ...code, online: { ...target, at: now(call) }, history: [] });
};

const changeVisible: Interface = ({ call, code }) => {
  const { action } = bodyOf<{ action: string }>(call);
  if (action !== 'open' && action !== 'close') throw new Refusal(85022);
  return done({ ...code, isVisible: action === 'open' });
};
const visible: Interface = ({ call, code }) => {
  bodyOf(call);
  return tell({ status: code.isVisible ? 1 : 0 });
};

const testerQr: Interface = ({ account, code }) => {
  if (!code.uploaded) throw new Refusal(86001);
  return {
    answer: testerPicture(`https://open.weixin.qq.com/sns/getexpappinfo?appid=${account.appId}#wechat-redirect`),
  };
};

const MAGIC = [
  { type: 'image', start: '89504e47', most: 2_097_152 },
  { type: 'image', start: 'ffd8ff', most: 2_097_152 },
  { type: 'image', start: '47494638', most: 2_097_152 },
  { type: 'video', start: '000000', most: 10_485_760 },
];

const uploadMedia: Interface = async ({ call, code }) => {
  const { method, headers, body } = call.request;
  const form = await new Request('https://simulator.invalid', { method, headers, body: new Uint8Array(body) })
    .formData()
    .catch(() => null);
  const media = form?.get('media');
  if (!(media instanceof Blob)) throw new Refusal(41005);
  const bytes = Buffer.from(await media.arrayBuffer());
  const kind = MAGIC.find(({ start }) => bytes.toString('hex', 0, 8).startsWith(start));
  if (!kind) throw new Refusal(40005);
  if (bytes.length > kind.most) throw new Refusal(40006);
  const mediaid = call.clock.randomBytes(24).toString('base64url');
  return done({ ...code, media: [...code.media, mediaid] }, { type: kind.type, mediaid });
};

const DOMAIN_LISTS = { requestdomain: 'https', wsrequestdomain: 'wss', uploaddomain: 'https', downloaddomain: 'https' };

const modifyDomain: Interface = ({ call }) => {
  const body = bodyOf<Record<string, string | string[]>>(call);
  const lists = Object.entries(DOMAIN_LISTS).map(([name, scheme]) => {
    const given = [body[name] ?? []].flat();
    const isRight = (domain: string) => new RegExp(`^${scheme}://[\\w.-]+(:\\d+)?$`).test(domain);
    return { name, right: given.filter(isRight), wrong: given.filter((domain) => !isRight(domain)) };
  });
  const isEmpty = lists.every(({ right }) => right.length === 0);
  if (isEmpty && lists.some(({ wrong }) => wrong.length > 0)) throw new Refusal(85301);
  return tell(
    Object.fromEntries(
      lists.flatMap(({ name, right, wrong }) => [
        [name, right],
        [`invalid_${name}`, wrong],
      ]),
    ),
  );
};

/** Handlers of the calls that only components may make, by path. */
const FOR_COMPONENTS: Readonly<Record<string, Interface>> = {
  '/wxa/commit': commit,
  '/wxa/getversioninfo': versionInfo,
  '/wxa/submit_audit': submitAudit,
  '/wxa/undocodeaudit': undoAudit,
  '/wxa/get_latest_auditstatus': latestAudit,
  '/wxa/release': release,
  '/wxa/grayrelease': grayRelease,
  '/wxa/revertgrayrelease': revertGray,
  '/wxa/getgrayreleaseplan': grayPlan,
  '/wxa/revertcoderelease': revertRelease,
  '/wxa/change_visitstatus': changeVisible,
  '/wxa/getvisitstatus': visible,
  '/wxa/uploadmedia': uploadMedia,
  '/wxa/modify_domain': modifyDomain,
};
const FOR_ALL: Readonly<Record<string, Interface>> = { '/wxa/get_qrcode': testerQr };

/** Tests whether any version of the mini program is online. */
export async function isReleased(call: Call, appId: string): Promise<boolean> {
  return (await call.store.get<CodeState>(CODE, appId))?.online != null;
}

/**
 * Answers a call to the API for the mini program's code.
 *
 * @returns `null` if the path does not belong to this API
 * @throws Refusal 86000 (only a component may call the path), 61007 (the component may not manage the code), or the refusal of the handler
 */
export async function answerCode(call: Call, account: Account, byComponent: boolean): Promise<Answer | null> {
  const forComponents = FOR_COMPONENTS[call.path];
  const used = forComponents ?? FOR_ALL[call.path];
  if (!used) return null;
  if (forComponents && !byComponent) throw new Refusal(86000);
  if (byComponent && !account.component?.mayManageCode) throw new Refusal(61007);
  const code = (await call.store.get<CodeState>(CODE, account.appId)) ?? EMPTY;
  const outcome = await used({ call, account, code });
  if (outcome.code) await call.store.put(CODE, account.appId, outcome.code);
  return outcome.answer;
}
