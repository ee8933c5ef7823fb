import type { Locale } from '../../../contract/text';

/** Outside systems. Each has a real adapter and a local simulator; configuration chooses (ARCHITECTURE "server/"). */

export interface SmsMessage {
  readonly tel: string;
  readonly scene: number;
  /** The whole text in the receiver's language; providers with approved templates send their template instead. */
  readonly text: string;
  /** What fills a provider's template, for example `{ code }`. */
  readonly params?: Readonly<Record<string, string>>;
  readonly locale: Locale;
}

export interface SmsPort {
  readonly simulated: boolean;
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

export interface FilePort {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  get(key: string): Promise<Uint8Array>;
  remove(key: string): Promise<void>;
}

/** Envelope encryption of stored secrets: AES-256-GCM; the additional data binds a value to its table, row and column. */
export interface SecretBox {
  seal(plain: string, place: string): Buffer;
  /** Throws when the value was moved to another place, changed, or sealed with a key that is not here. */
  open(sealed: Buffer, place: string): string;
  /** A keyed signature of a text, for links that prove who made them (base64url). */
  sign(text: string): string;
}

export interface Ports {
  readonly sms: SmsPort;
  readonly map: MapPort;
  readonly files: FilePort;
  readonly secrets: SecretBox;
  /** Absolute path of the folder in which exports lie: they are too large to be held in memory. */
  readonly exportFolder: string;
}
