import type { Readable } from 'node:stream';
import type { MiniPlatform } from '../../../contract/miniCode.states';
import type { Locale } from '../../../contract/text';
import type { Simulator, SimulatorStore } from '../../simulators/simulator';
import type { CodePlatform } from './code';
import type { HostPort } from './hosts';
import type { Fetch } from './outbound';

/** Interfaces to outside systems, stored files and secrets. Adapters and simulators implement them (ARCHITECTURE "server/"). */

export interface SmsMessage {
  readonly tel: string;
  readonly scene: number;
  /** The complete text in the receiver's language. Providers with approved templates send their template instead. */
  readonly text: string;
  /** Values for a provider's template, for example `{ code }`. */
  readonly params?: Readonly<Record<string, string>>;
  readonly locale: Locale;
  /**
   * The sender's message number, which is the idempotency key. If `repeats` returns true, the provider sends only one message per number.
   */
  readonly no?: string;
  /** A template that is approved only for this message. It replaces the template of the message's scene. */
  readonly approved?: { readonly code: string; readonly signName: string };
}

export interface SmsPort {
  /** Checks whether the simulator receives the messages, because no provider is chosen. */
  isSimulated(): Promise<boolean>;
  /** Checks whether the provider ignores a repeated message with the same number. */
  repeats(): Promise<boolean>;
  /** Sends one message. `scene` is the `sms_type` of DOMAIN §6.2, or 0 for other texts. */
  send(message: SmsMessage): Promise<void>;
  /** Reads how many messages the provider will still accept. @returns `null` when the provider does not report it */
  quotaLeft(): Promise<number | null>;
}

export interface MapPlace {
  readonly name: string;
  readonly address: string;
  /** `lng,lat` with 6 decimals, in GCJ-02. */
  readonly center: string;
}

export interface MapPort {
  readonly simulated: boolean;
  search(keyword: string, cityCode: string | null): Promise<readonly MapPlace[]>;
  /** Reads the border of a district. @returns `null` when the service has no border for it */
  districtBorder(code: string): Promise<readonly { lng: number; lat: number }[] | null>;
  test(): Promise<{ ok: boolean; detail: string }>;
}

/** Fields read from a picture of a certificate. A field is empty when it was not found. Days are `yyyy-MM-dd`. */
export interface ReadHealthCertificate {
  readonly certNo: string;
  readonly hospital: string;
  readonly holder: string;
  readonly issuedAt: string;
  readonly validTo: string;
}

/** Reader of texts in pictures. The result fills in a form, and staff compare the form with the picture. */
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
  /** Replaces the content of a file. A concurrent reader gets the former or the new content, and an interrupted call keeps the former. */
  replace(key: string, bytes: Uint8Array): Promise<void>;
  /** Moves a local file into the store, so that it no longer exists at `path`. @param path absolute path */
  adopt(key: string, path: string): Promise<void>;
  /** Reads the size of a stored file in bytes. @returns `null` when the file no longer exists */
  size(key: string): Promise<number | null>;
  /** Reads a range of bytes of a stored file. @param to index of the last byte, inclusive */
  part(key: string, from: number, to: number): Readable;
}

/** Envelope encryption of stored secrets (AES-256-GCM). The additional data binds a value to its table, row and column (`place`). */
export interface SecretBox {
  seal(plain: string | Uint8Array, place: string): Buffer;
  /** Decrypts a value. @throws Error when the value was changed, was encrypted for another `place`, or its key is not available */
  open(sealed: Buffer, place: string): string;
  /** Decrypts like {@link open}, for values that are not text. */
  openBytes(sealed: Buffer, place: string): Buffer;
  /** Checks whether a value is encrypted with the current key, not with an earlier one. */
  isCurrent(sealed: Buffer): boolean;
  /**
   * Signs a text with HMAC-SHA256, so that {@link isSigned} can later check that we issued it. The signature becomes invalid when its key is
   * removed, so a value that is stored needs {@link digest}.
   *
   * @returns the signature in base64url
   */
  sign(text: string): string;
  /** Checks the signature of a text, in constant time. Signatures of earlier keys are valid while their keys are configured. */
  isSigned(text: string, signature: string): boolean;
  /** Hashes a text with a key that never changes (HMAC-SHA256). Without this key, a short text cannot be guessed from its digest. @returns base64url */
  digest(text: string): string;
  /** Checks the digest of a text, in constant time. */
  isDigest(text: string, digest: string): boolean;
}

/** The service that a platform's settings select in their field `environment`. */
export type PlatformEnvironment = 'simulator' | 'sandbox' | 'production';

/** A platform's origins. `sandbox` is absent when the platform has none. */
export interface PlatformOrigins {
  readonly production: URL;
  readonly sandbox?: URL;
}

/** The origin and the fetch function with which an adapter calls its platform. */
export interface PlatformAccess {
  readonly origin: URL;
  readonly fetch: Fetch;
}

/** The fields that identify a stored token. */
export interface TokenName {
  readonly platform: string;
  readonly environment: PlatformEnvironment;
  /** The app id, shop or merchant to which the token belongs. */
  readonly account: string;
  /** The token type, such as `access`, `ticket` or `component`. */
  readonly kind: string;
}

/** A token as the platform has just issued it. */
export interface FetchedToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** Access of adapters to outside platforms, to stored tokens and to the simulators. */
export interface PlatformsPort {
  /**
   * Returns the access to a platform.
   *
   * @param platform the name of the platform's simulator
   * @throws Error when the platform has no such environment
   */
  access(platform: string, environment: PlatformEnvironment, origins: PlatformOrigins): PlatformAccess;
  /**
   * Returns a valid token, and fetches a new one shortly before the stored token expires. All processes share one fetch, because at many
   * platforms a second fetch invalidates the first token.
   *
   * @param fetchNew fetches a token from the platform within 25 seconds and changes nothing else
   * @throws the error of `fetchNew`, unless the previous token is still valid
   * @throws UpstreamFailure when the fetch of another process takes too long
   */
  accessToken(name: TokenName, fetchNew: () => Promise<FetchedToken>): Promise<string>;
  /** Discards a refused token, so that the next call fetches a new token. A token that was already replaced is not affected. */
  invalidateToken(name: TokenName, token: string): Promise<void>;
  /** Returns a simulator's store for registering accounts. The store does not use the transaction of the current call. */
  simulatorStore(platform: string): SimulatorStore;
  /** All simulators. The job that delivers their callbacks needs them. */
  readonly simulators: readonly Simulator[];
  /** Closes the database connections that the tokens and the simulators use. */
  close(): Promise<void>;
}
/**
 * Creates the client for a mini program's code from the current settings.
 *
 * @throws Refusal 42330 when the platform is not enabled, 42331 when a key is unreadable
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
  /** Absolute path of the folder for export files. They are too large for memory. */
  readonly exportFolder: string;
}
