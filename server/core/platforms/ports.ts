import type { Readable } from 'node:stream';
import type { MiniPlatform } from '../../../contract/miniCode.states';
import type { Locale } from '../../../contract/text';
import type { Simulator, SimulatorStore } from '../../simulators/simulator';
import type { CodePlatform } from './code';
import type { HostPort } from './hosts';
import type { Fetch } from './outbound';

/** Outside systems. Each has a real adapter and a local simulator; configuration chooses (ARCHITECTURE "server/"). */

export interface SmsMessage {
  readonly tel: string;
  readonly scene: number;
  /** The whole text in the receiver's language; providers with approved templates send their template instead. */
  readonly text: string;
  /** What fills a provider's template, for example `{ code }`. */
  readonly params?: Readonly<Record<string, string>>;
  readonly locale: Locale;
  /** The sender's own number of the message. A provider that `repeats` sends each number once. */
  readonly no?: string;
  /** A template that is approved for this message alone, in place of the one of its scene. */
  readonly approved?: { readonly code: string; readonly signName: string };
}

export interface SmsPort {
  readonly simulated: boolean;
  /** Whether a message may be handed over again with its number without a second one being sent. */
  repeats(): Promise<boolean>;
  /** Sends one message. `scene` is the `sms_type` of DOMAIN §6.2, 0 for other texts. */
  send(message: SmsMessage): Promise<void>;
  /** Messages left at the provider, or null when it does not tell. */
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
  /** Border of a district, or null where the service knows none. */
  districtBorder(code: string): Promise<readonly { lng: number; lat: number }[] | null>;
  test(): Promise<{ ok: boolean; detail: string }>;
}

/** What was read from a picture of a certificate; empty where nothing was found. Days are `yyyy-MM-dd`. */
export interface ReadHealthCertificate {
  readonly certNo: string;
  readonly hospital: string;
  readonly holder: string;
  readonly issuedAt: string;
  readonly validTo: string;
}

/** Reads text from pictures. What it answers fills a form that a person compares with the picture. */
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
  /** Moves a file of this machine into the store. @param path absolute; afterwards it is gone from there */
  adopt(key: string, path: string): Promise<void>;
  /** Bytes of a stored file; null: it is gone. */
  size(key: string): Promise<number | null>;
  /** Part of a stored file. @param to the last byte, included */
  part(key: string, from: number, to: number): Readable;
}

/** Envelope encryption of stored secrets: AES-256-GCM; the additional data binds a value to its table, row and column. */
export interface SecretBox {
  seal(plain: string, place: string): Buffer;
  /** Throws when the value was moved to another place, changed, or sealed with a key that is not here. */
  open(sealed: Buffer, place: string): string;
  /** A keyed signature of a text, for links that prove who made them (base64url). */
  sign(text: string): string;
}

/** The service behind a platform group: the choice field `environment` of its settings. */
export type PlatformEnvironment = 'simulator' | 'sandbox' | 'production';

/** Where a platform can be reached; `sandbox` where it has one. */
export interface PlatformOrigins {
  readonly production: URL;
  readonly sandbox?: URL;
}

/** What an adapter is made with, besides its own configuration and the clock. */
export interface PlatformAccess {
  readonly origin: URL;
  readonly fetch: Fetch;
}

/** Whose token it is, and what it opens. */
export interface TokenName {
  readonly platform: string;
  readonly environment: PlatformEnvironment;
  /** The app id, shop or merchant that it belongs to. */
  readonly account: string;
  /** `access`, `ticket`, `component`, … */
  readonly kind: string;
}

/** A token as a platform has just issued it. */
export interface FetchedToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** Outside platforms, and what is kept for talking to them. */
export interface PlatformsPort {
  /**
   * The way to a platform.
   *
   * @param platform name of its simulator
   * @throws Error when the platform has no sandbox, or no simulator
   */
  access(platform: string, environment: PlatformEnvironment, origins: PlatformOrigins): PlatformAccess;
  /**
   * A token that is good for a while yet. All processes fetch it together once: at many platforms a second fetch ends the first token.
   *
   * @param fetchNew asks the platform; it ends within 25 seconds and changes nothing else
   * @throws what `fetchNew` throws, unless the former token is still good
   */
  accessToken(name: TokenName, fetchNew: () => Promise<FetchedToken>): Promise<string>;
  /** The platform has refused this token: the next call fetches another one. A token that was replaced already stays as it is. */
  invalidateToken(name: TokenName, token: string): Promise<void>;
  /** What a simulator remembers, outside the call's transaction: for making accounts known to it. */
  simulatorStore(platform: string): SimulatorStore;
  /** For the job that delivers their callbacks. */
  readonly simulators: readonly Simulator[];
  /** Closes the connections that it holds. */
  close(): Promise<void>;
}
/**
 * The code interfaces of a mini program by the settings in force.
 * @throws Refusal 42330 it is not configured · 42331 a key cannot be read
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
  /** Absolute path of the folder in which exports lie: they are too large to be held in memory. */
  readonly exportFolder: string;
}
