import type { MiniPlatform, MiniVersionState } from '../../../contract/miniCode.states';
import type { Text } from '../../../contract/text';

/** A version of a mini program as its platform tells it. */
export interface PlatformVersion {
  readonly appVersion: string;
  readonly description: string;
  /** The platform's word, translated to ours (DOMAIN §3.10). */
  readonly state: MiniVersionState;
  /** Why it was rejected, in the platform's words; null without. */
  readonly opinion: { readonly reason: string; readonly screenshots: readonly string[] } | null;
  readonly grayPercent: number | null;
  readonly uploadedAt: Date | null;
}

/** A file that a person added, in place of its id. */
export interface CodeFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * What a person filled in for an action, by the names of its fields (contract/miniCode.forms.ts): `words` are lists of texts, `file` is a
 * {@link CodeFile}, `files` a list of them. Fields that were left empty are absent. Secret fields are in the clear here: an adapter sends
 * them and keeps nothing.
 */
export type CodeInput = Readonly<Record<string, unknown>>;

/**
 * The code interfaces of one mini program, spoken by the platform's adapter. Each action throws UpstreamTimeout where the outcome is unknown,
 * and UpstreamFailure with the platform's own code and words where it refused.
 */
export interface CodePlatform {
  readonly platform: MiniPlatform;
  readonly appId: string;
  /** Names of the calls below that can be made the way the platform is configured; absent: all of them. */
  readonly supports?: Iterable<string>;
  /** Why some actions are not offered the way the platform is configured, and what to do instead. */
  readonly limits?: Text | null;
  /** What a code of the platform means in our languages; null: its own words are shown. */
  words?(code: string): Text | null;
  /** @returns a picture of the QR code for testers, where the platform gives one with the upload */
  upload(appVersion: string, input: CodeInput): Promise<{ readonly qr: string | null; readonly log: string }>;
  submitAudit(appVersion: string, input: CodeInput): Promise<void>;
  withdrawAudit(appVersion: string): Promise<void>;
  backToDev(appVersion: string): Promise<void>;
  grayRelease(appVersion: string, percent: number): Promise<void>;
  cancelGray(appVersion: string): Promise<void>;
  release(appVersion: string): Promise<void>;
  /** @param target the version that comes back */
  rollback(appVersion: string, target: string): Promise<void>;
  offline(appVersion: string): Promise<void>;
  deleteDev(appVersion: string): Promise<void>;
  /** All versions that the platform knows, read again. */
  versions(): Promise<readonly PlatformVersion[]>;
  /** The QR code for testers of the newest uploaded version; null where the platform has none. */
  testerQr(): Promise<string | null>;
}
