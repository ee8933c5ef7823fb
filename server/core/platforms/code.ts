import type { MiniPlatform, MiniVersionState } from '../../../contract/miniCode.states';
import type { Text } from '../../../contract/text';

/** A version of a mini program as its platform reports it. */
export interface PlatformVersion {
  readonly appVersion: string;
  readonly description: string;
  /** The platform's state, mapped to ours (DOMAIN §3.10). */
  readonly state: MiniVersionState;
  /** The reason of a rejection, in the platform's words; null without one. */
  readonly opinion: { readonly reason: string; readonly screenshots: readonly string[] } | null;
  readonly grayPercent: number | null;
  readonly uploadedAt: Date | null;
}

/** A user's file, which replaces its id in the input. */
export interface CodeFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * The user's input for an action, by field name (contract/miniCode.forms.ts). `words` are lists of texts, `file` is a {@link CodeFile},
 * `files` a list of them. Empty fields are absent. Secret fields are in plain text here: an adapter sends them and stores nothing.
 */
export type CodeInput = Readonly<Record<string, unknown>>;

/**
 * The code interfaces of one mini program, implemented by the platform's adapter. Each action throws UpstreamTimeout when the outcome is
 * unknown, and UpstreamFailure with the platform's own code and words when it refused.
 */
export interface CodePlatform {
  readonly platform: MiniPlatform;
  readonly appId: string;
  /** Names of the calls below that the platform's configuration allows; absent: all of them. */
  readonly supports?: Iterable<string>;
  /** Why the configuration does not allow some actions, and what to do instead. */
  readonly limits?: Text | null;
  /** Translates a code of the platform; null: show the platform's own words. */
  words?(code: string): Text | null;
  /** @returns a picture of the QR code for testers, if the platform provides one with the upload */
  upload(appVersion: string, input: CodeInput): Promise<{ readonly qr: string | null; readonly log: string }>;
  submitAudit(appVersion: string, input: CodeInput): Promise<void>;
  withdrawAudit(appVersion: string): Promise<void>;
  backToDev(appVersion: string): Promise<void>;
  grayRelease(appVersion: string, percent: number): Promise<void>;
  cancelGray(appVersion: string): Promise<void>;
  release(appVersion: string): Promise<void>;
  /** @param target the version that is restored */
  rollback(appVersion: string, target: string): Promise<void>;
  offline(appVersion: string): Promise<void>;
  deleteDev(appVersion: string): Promise<void>;
  /** Reads all versions from the platform. */
  versions(): Promise<readonly PlatformVersion[]>;
  /** Reads the QR code for testers of the newest uploaded version; null when the platform has none. */
  testerQr(): Promise<string | null>;
}
