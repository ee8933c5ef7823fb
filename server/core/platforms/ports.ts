import type { Readable } from 'node:stream';
import type { MiniPlatform } from '../../../contract/miniCode.states';
import type { Locale } from '../../../contract/text';
import type { Simulator, SimulatorStore } from '../../simulators/simulator';
import type { CodePlatform } from './code';
import type { HostPort } from './hosts';
import type { Fetch } from './outbound';

/** Outside systems. Each has a real adapter and a local simulator; the configuration selects one (ARCHITECTURE "server/"). */

export interface SmsMessage {
  readonly tel: string;
  readonly scene: number;
  /** The complete text in the receiver's language; providers with approved templates send their template instead. */
  readonly text: string;
  /** Values for a provider's template, for example `{ code }`. */
  readonly params?: Readonly<Record<string, string>>;
  readonly locale: Locale;
  /** The sender's own number of the message, used as an idempotency key. A provider that `repeats` sends each number once. */
  readonly no?: string;
  /** A template approved for this message only; it replaces the template of its scene. */
  readonly approved?: { readonly code: string; readonly signName: string };
}

export interface SmsPort {
  readonly simulated: boolean;
  /** Checks whether repeating a message with its number does not send it twice. */
  repeats(): Promise<boolean>;
  /** Sends one message. `scene` is the `sms_type` of DOMAIN §6.2, 0 for other texts. */
  send(message: SmsMessage): Promise<void>;
  /** Reads the number of messages left at the provider; null when it does not report it. */
  quotaLeft(): Promise<number | null>;
}

export interface MapPlace {
  readonly name: string;
  readonly address: string;
  /** `lng,lat`, 6 decimals, GCJ-02. */
  readonly center: string;
}

export interface MapPort {
  readonly simulated: boolean;
  search(keyword: string, cityCode: string | null): Promise<readonly MapPlace[]>;
  /** Reads the border of a district, or null when the service has none. */
  districtBorder(code: string): Promise<readonly { lng: number; lat: number }[] | null>;
  test(): Promise<{ ok: boolean; detail: string }>;
}

/** Fields read from a picture of a certificate; empty when not found. Days are `yyyy-MM-dd`. */
export interface ReadHealthCertificate {
  readonly certNo: string;
  readonly hospital: string;
  readonly holder: string;
  readonly issuedAt: string;
  readonly validTo: string;
}

/** Reads text from pictures. The result fills a form that a user compares with the picture. */
export interface OcrPort {
  readonly simulated: boolean;
  readHealthCertificate(picture: {
    readonly bytes: Uint8Array;
    readonly contentType: string;
    readonly name: string;
  }): Promise<ReadHealthCertificate>;
}

export interface FilePort {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  get(key: string): Promise<Uint8Array>;
  remove(key: string): Promise<void>;
  /** Moves a local file into the store. @param path absolute; the file no longer exists there afterwards */
  adopt(key: string, path: string): Promise<void>;
  /** Reads the size of a stored file in bytes; null: it no longer exists. */
  size(key: string): Promise<number | null>;
  /** Reads a part of a stored file. @param to index of the last byte, inclusive */
  part(key: string, from: number, to: number): Readable;
}

/** Envelope encryption of stored secrets: AES-256-GCM. The additional data binds a value to its table, row and column. */
export interface SecretBox {
  seal(plain: string | Uint8Array, place: string): Buffer;
  /** @throws Error when the value was moved to another place, changed, or sealed with a key that is not available */
  open(sealed: Buffer, place: string): string;
  /** {@link open} for values that are no text. */
  openBytes(sealed: Buffer, place: string): Buffer;
  /** Signs a text with a key, for links that prove their origin (base64url). */
  sign(text: string): string;
}

/** The service behind a platform group: the choice field `environment` of its settings. */
export type PlatformEnvironment = 'simulator' | 'sandbox' | 'production';

/** A platform's addresses; `sandbox` if it has one. */
export interface PlatformOrigins {
  readonly production: URL;
  readonly sandbox?: URL;
}

/** What an adapter needs besides its own configuration and the clock. */
export interface PlatformAccess {
  readonly origin: URL;
  readonly fetch: Fetch;
}

/** Identifies a token. */
export interface TokenName {
  readonly platform: string;
  readonly environment: PlatformEnvironment;
  /** The app id, shop or merchant that it belongs to. */
  readonly account: string;
  /** `access`, `ticket`, `component`, … */
  readonly kind: string;
}

/** A token that a platform has just issued. */
export interface FetchedToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** Access to outside platforms, with their stored tokens and simulators. */
export interface PlatformsPort {
  /**
   * Returns the access to a platform.
   *
   * @param platform name of its simulator
   * @throws Error when the platform has no sandbox, or no simulator
   */
  access(platform: string, environment: PlatformEnvironment, origins: PlatformOrigins): PlatformAccess;
  /**
   * Returns a token that remains valid for a while. All processes share one fetch: at many platforms a second fetch ends the first token.
   *
   * @param fetchNew fetches a token from the platform within 25 seconds and changes nothing else
   * @throws the error of `fetchNew`, unless the former token is still valid
   */
  accessToken(name: TokenName, fetchNew: () => Promise<FetchedToken>): Promise<string>;
  /** Discards a refused token, so that the next call fetches a new one. A token that was already replaced is not affected. */
  invalidateToken(name: TokenName, token: string): Promise<void>;
  /** Returns a simulator's store, outside the call's transaction, for registering accounts with the simulator. */
  simulatorStore(platform: string): SimulatorStore;
  /** All simulators, for the job that delivers their callbacks. */
  readonly simulators: readonly Simulator[];
  /** Closes its connections. */
  close(): Promise<void>;
}
/**
 * Creates the code interfaces of a mini program from the current settings.
 * @throws Refusal 42330 not configured · 42331 unreadable key
 */
export type CodePlatformOf = (platform: MiniPlatform) => Promise<CodePlatform>;

export interface Ports {
  readonly codePlatformOf: CodePlatformOf;
  readonly sms: SmsPort;
  readonly platforms: PlatformsPort;
  readonly map: MapPort;
  readonly hosts: HostPort;
  readonly files: FilePort;
  readonly ocr: OcrPort;
  readonly secrets: SecretBox;
  /** Absolute path of the exports' folder: export files are too large for memory. */
  readonly exportFolder: string;
}
