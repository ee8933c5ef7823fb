import type { MiniPlatform, MiniVersionState } from '../../../contract/miniCode.states';
import type { Text } from '../../../contract/text';

/** A version of a mini program as its platform reports it. */
export interface PlatformVersion {
  readonly appVersion: string;
  readonly description: string;
  /** Our state for the platform's state (DOMAIN §3.10). */
  readonly state: MiniVersionState;
  /** The platform's reason for a rejection. `null` when the version is not rejected. */
  readonly opinion: { readonly reason: string; readonly screenshots: readonly string[] } | null;
  readonly grayPercent: number | null;
  readonly uploadedAt: Date | null;
}

/** A file that a user uploaded, with its contents. In the input, a `CodeFile` replaces the file's id. */
export interface CodeFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * The user's input for an action, by field name (contract/miniCode.forms.ts). `words` fields are arrays of strings, `file` fields
 * are a {@link CodeFile}, and `files` fields are arrays of them. Empty fields are absent. Secret fields are in plain text: an
 * adapter sends them but does not store them.
 */
export type CodeInput = Readonly<Record<string, unknown>>;

/**
 * The platform's API for the code of one mini program, implemented by the platform's adapter. Each action throws UpstreamTimeout when
 * the outcome is unknown. It throws UpstreamFailure with the platform's code and message when the platform refused.
 */
export interface CodePlatform {
  readonly platform: MiniPlatform;
  readonly appId: string;
  /** Names of the methods or actions that the platform's configuration allows. When absent, all are allowed. */
  readonly supports?: Iterable<string>;
  /** A text for the user: why the configuration does not allow some actions, and what to do instead. */
  readonly limits?: Text | null;
  /** Translates a code of the platform. `null` means that the caller shows the platform's own message. */
  words?(code: string): Text | null;
  /** Uploads a version. @returns `qr`: URL or data URL of the testers' QR code, or `null` when the platform returns none with the upload */
  upload(appVersion: string, input: CodeInput): Promise<{ readonly qr: string | null; readonly log: string }>;
  submitAudit(appVersion: string, input: CodeInput): Promise<void>;
  withdrawAudit(appVersion: string): Promise<void>;
  backToDev(appVersion: string): Promise<void>;
  grayRelease(appVersion: string, percent: number): Promise<void>;
  cancelGray(appVersion: string): Promise<void>;
  release(appVersion: string): Promise<void>;
  /** Restores an earlier version. @param target the version to restore */
  rollback(appVersion: string, target: string): Promise<void>;
  offline(appVersion: string): Promise<void>;
  deleteDev(appVersion: string): Promise<void>;
  /** Reads all versions from the platform. */
  versions(): Promise<readonly PlatformVersion[]>;
  /** Reads the testers' QR code of the newest uploaded version. @returns `null` when the platform has none */
  testerQr(): Promise<string | null>;
}
