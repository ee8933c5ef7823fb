import type { MiniVersionState } from '../../../../contract/miniCode.states';
import type { CodeInput, CodePlatform, PlatformVersion } from '../code';
import { UpstreamFailure, UpstreamTimeout } from '../outbound';
import {
  type AlipayConfig,
  type AlipayGateway,
  type AlipayParts,
  createGateway,
  type GatewayFile,
  readTime,
} from './gateway';

/** Manages the code of an Alipay mini program (支付宝小程序, `alipay.open.mini.*`), for own and third-party applications. */

export interface AlipayCodeConfig {
  /** The mini program. For a third-party application, this is the mini program that authorised it. */
  readonly appId: string;
  /** The client app that runs the mini program. `com.alipay.alipaywallet` is Alipay itself. */
  readonly bundleId: string;
  /** The template mini program from which versions are built. */
  readonly templateId: string;
  /** `x.y.z`. `null` means the newest released version. */
  readonly templateVersion: string | null;
}

/** Our state for each of the platform's version states. */
const STATES: Readonly<Record<string, MiniVersionState>> = {
  INIT: 'dev',
  AUDITING: 'auditing',
  AUDIT_REJECT: 'rejected',
  WAIT_RELEASE: 'passed',
  BASE_AUDIT_PASS: 'passed',
  GRAY: 'gray',
  RELEASE: 'online',
  OFFLINE: 'offline',
  AUDIT_OFFLINE: 'offline',
};

/** Milliseconds between two queries of a build's progress or of the QR code. */
const ASK_MS = 3_000;
/**
 * Maximum number of progress queries for a build. The pauses between the queries take 120 of the request's 170 seconds. The remaining time
 * is for the upload and the QR code.
 */
const MOST_ASKS = 40;
const MOST_PACK_ASKS = 5;

/** The result of a build. `log` is the last status that the platform reported. */
interface BuildOutcome {
  readonly state: 'built' | 'failed' | 'building';
  readonly log: string;
}

type Node = Readonly<Record<string, unknown>>;

const isFile = (value: unknown): value is GatewayFile =>
  typeof value === 'object' && value !== null && (value as GatewayFile).bytes instanceof Uint8Array;

const listOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.map(String) : String(value ?? '').split(/[,，;；\s]+/)).filter((word) => word !== '');

/** Splits a six-digit region code as the platform expects: 440305 becomes 440000, 440300, 440305. 440000 is the whole province. */
function regionOf(code: string): Node {
  return {
    province_code: `${code.slice(0, 2)}0000`,
    ...(!code.endsWith('0000') && { city_code: `${code.slice(0, 4)}00` }),
    ...(!code.endsWith('00') && { area_code: code }),
  };
}

/** Maps the text fields of our review form to the platform's field names. The platform misspells `test_accout`. */
const AUDIT_TEXTS = {
  versionDesc: 'version_desc',
  appName: 'app_name',
  appSlogan: 'app_slogan',
  appDesc: 'app_desc',
  servicePhone: 'service_phone',
  serviceEmail: 'service_email',
  licenceNo: 'license_no',
  licenceName: 'license_name',
  licenceValidDate: 'license_valid_date',
  testAccount: 'test_accout',
  testPassword: 'test_password',
  regionType: 'region_type',
} as const;

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** Builds the form for a review. It omits empty texts, lists and files, so that the platform does not change its current values. */
function auditForm(appVersion: string, bundleId: string, input: CodeInput) {
  const fields: Record<string, string> = { app_version: appVersion, bundle_id: bundleId };
  for (const [ours, theirs] of Object.entries(AUDIT_TEXTS)) {
    const value = input[ours];
    if (typeof value === 'string' && value !== '') fields[theirs] = value;
  }
  const categories = listOf(input.categoryIds);
  if (categories.length > 0) fields.mini_category_ids = categories.join(';');
  const regions = listOf(input.regions);
  if (regions.length > 0) fields.service_region_info = JSON.stringify(regions.map(regionOf));
  fields.auto_online = String(input.autoOnline === true);
  fields.speed_up = String(input.speedUp === true);
  const files: Record<string, GatewayFile> = {};
  if (isFile(input.appLogo)) files.app_logo = input.appLogo;
  if (isFile(input.testFile)) files.test_file_name = input.testFile;
  const numbered = (value: unknown, end: string) => {
    const pictures = Array.isArray(value) ? value.filter(isFile) : [];
    for (const [index, ordinal] of ORDINALS.entries()) {
      const picture = pictures[index];
      if (picture) files[`${ordinal}_${end}`] = picture;
    }
  };
  numbered(input.screenshots, 'screen_shot');
  numbered(input.licencePhotos, 'license_pic');
  return { fields, files };
}

/**
 * Builds a version from its list entry and from the fields that only the detail answer contains.
 *
 * @throws UpstreamFailure when the state is unknown
 */
function versionOf(entry: Node, detail: Node | null): PlatformVersion {
  const state = STATES[String(entry.version_status)];
  if (state === undefined) throw new UpstreamFailure(`unknown state ${String(entry.version_status)}`);
  const record = (detail?.base_audit_record ?? null) as { readonly audit_images?: readonly string[] } | null;
  return {
    appVersion: String(entry.app_version),
    description: String(entry.version_description ?? ''),
    state,
    opinion:
      state === 'rejected'
        ? { reason: String(detail?.reject_reason ?? ''), screenshots: record?.audit_images ?? [] }
        : null,
    grayPercent: state === 'gray' ? Number(/^p(\d+)$/.exec(String(detail?.gray_strategy))?.[1] ?? 0) : null,
    uploadedAt: readTime(entry.create_time),
  };
}

/** Creates functions that read the versions, a build's progress and the testers' QR code. */
function reader(gateway: AlipayGateway, bundle: Node, wait: (milliseconds: number) => Promise<void>) {
  const ask = (method: string, content: Node = {}) =>
    gateway.call({ method: `alipay.open.mini.${method}`, content: { ...content, ...bundle }, changes: false });
  const list = async () => {
    const node = await ask('version.list.query', { version_status: Object.keys(STATES).join(',') });
    return (node.app_version_infos ?? []) as readonly Node[];
  };
  const qrOf = async (appVersion: string) => {
    const node = await ask('experience.query', { app_version: appVersion });
    return typeof node.exp_qr_code_url === 'string' && node.exp_qr_code_url !== '' ? node.exp_qr_code_url : null;
  };
  return {
    list,
    qrOf,
    async versions() {
      const versions: PlatformVersion[] = [];
      for (const entry of await list()) {
        const hasMore = entry.version_status === 'AUDIT_REJECT' || entry.version_status === 'GRAY';
        versions.push(
          versionOf(entry, hasMore ? await ask('version.detail.query', { app_version: entry.app_version }) : null),
        );
      }
      return versions;
    },
    /** Polls until the platform has built the version or the build failed, at most `MOST_ASKS` times. */
    async built(appVersion: string): Promise<BuildOutcome> {
      let log = '';
      for (let asks = 0; asks < MOST_ASKS; asks += 1) {
        const node = await ask('version.build.query', { app_version: appVersion });
        log = `build_status=${node.build_status} create_status=${node.create_status}`;
        if (node.create_status === '6') return { state: 'built', log };
        if (node.create_status === '3' || node.create_status === '5') return { state: 'failed', log };
        await wait(ASK_MS);
      }
      return { state: 'building', log };
    },
    /** Polls for the QR code of the testers' version, at most `MOST_PACK_ASKS` times. */
    async packed(appVersion: string): Promise<string | null> {
      for (let asks = 0; asks < MOST_PACK_ASKS; asks += 1) {
        const qr = await qrOf(appVersion);
        if (qr !== null) return qr;
        await wait(ASK_MS);
      }
      return null;
    },
  };
}

/** Reads the QR code, or returns `null` when the platform fails: an upload also succeeds without a QR code. */
async function qrIfAny(work: () => Promise<string | null>): Promise<string | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UpstreamFailure || error instanceof UpstreamTimeout) return null;
    throw error;
  }
}

/**
 * Runs work after the platform accepted an upload. A failure of the work is thrown as UpstreamTimeout, because the upload's outcome is then
 * unknown.
 */
async function whenAccepted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UpstreamFailure) throw new UpstreamTimeout(error.message);
    throw error;
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Creates the client of the platform's API for the code of one mini program.
 *
 * @param access credentials of the mini program, or of the third-party application with the merchant's token
 * @param parts.wait waits between two queries of a build or of the QR code; the default uses a real timer
 * @throws Error when a key or certificate cannot be read
 */
export function createAlipayCode(
  access: AlipayConfig,
  config: AlipayCodeConfig,
  parts: AlipayParts & { readonly wait?: (milliseconds: number) => Promise<void> },
): CodePlatform {
  const gateway = createGateway(access, parts);
  const bundle = { bundle_id: config.bundleId };
  const read = reader(gateway, bundle, parts.wait ?? pause);
  const act = async (method: string, content: Node): Promise<Node> =>
    gateway.call({
      method: `alipay.open.mini.${method}`,
      content: { ...content, ...bundle },
      changes: true,
      timeoutMs: 60_000,
    });
  const actOn = (method: string) => async (appVersion: string) => void (await act(method, { app_version: appVersion }));
  return {
    platform: 'ali',
    appId: config.appId,
    async upload(appVersion, input) {
      const templateVersion = String(input.templateVersion ?? '') || config.templateVersion;
      await act('version.upload', {
        app_version: appVersion,
        template_id: config.templateId,
        ...(templateVersion !== null && { template_version: templateVersion }),
        ...(typeof input.ext === 'string' && input.ext !== '' && { ext: input.ext }),
      });
      const outcome = await whenAccepted(() => read.built(appVersion));
      if (outcome.state === 'failed') throw new UpstreamFailure(outcome.log, 'BUILD_FAILED');
      if (outcome.state === 'building') throw new UpstreamTimeout(outcome.log);
      const qr = await qrIfAny(async () => {
        await act('experience.create', { app_version: appVersion });
        return read.packed(appVersion);
      });
      return { qr, log: `template ${config.templateId} ${templateVersion ?? 'latest'}\n${outcome.log}` };
    },
    async submitAudit(appVersion, input) {
      await gateway.call({
        method: 'alipay.open.mini.version.audit.apply',
        form: auditForm(appVersion, config.bundleId, input),
        changes: true,
        timeoutMs: 120_000,
      });
    },
    withdrawAudit: actOn('version.audit.cancel'),
    backToDev: actOn('version.audited.cancel'),
    async grayRelease(appVersion, percent) {
      await act('version.gray.online', { app_version: appVersion, gray_strategy: `p${percent}` });
    },
    cancelGray: actOn('version.gray.cancel'),
    release: actOn('version.online'),
    // The platform expects the version to take offline, not the version to restore. The platform then restores the previous release.
    rollback: actOn('version.rollback'),
    offline: actOn('version.offline'),
    deleteDev: actOn('version.delete'),
    versions: read.versions,
    async testerQr() {
      // The platform lists the newest version first.
      const newest = (await read.list()).find((entry) => entry.version_status === 'INIT');
      return newest ? read.qrOf(String(newest.app_version)) : null;
    },
  };
}
