import { shownMs } from '../../core/money/days';
import type { SimulatorParts, SimulatorStore } from '../simulator';

/** What the simulated Alipay knows: applications, trades, transfers and versions of mini programs. */

/** An application as the platform holds it. */
export interface SimulatedApp {
  readonly appId: string;
  /** The merchant's account (2088…). */
  readonly pid: string;
  /** PEM. In certificate mode it is the one of `appCert`. */
  readonly appPublicKey: string;
  /** PEM: the platform's own key, with which it signs. */
  readonly alipayPrivateKey: string;
  /** PEM; null is public-key mode. */
  readonly certificates: { readonly appCert: string; readonly alipayCert: string; readonly rootCert: string } | null;
  /** Base64 of 16 bytes; null when content encryption is not set up. */
  readonly encryptKey: string | null;
  /** What the account held at first. */
  readonly balanceFen: number;
  /** Names of payees by their identity. Others can be paid with any name. */
  readonly payees: Readonly<Record<string, string>>;
  /** Where notifications go (应用网关); null sends none. */
  readonly notifyUrl: string | null;
  /** The template mini program and its released versions, the oldest first. */
  readonly template: { readonly id: string; readonly versions: readonly string[] } | null;
}

/** A merchant's authorisation of a third-party application. */
export interface SimulatedAuth {
  readonly isvAppId: string;
  readonly appId: string;
}

export const keyOf = (app: Pick<SimulatedApp, 'appId'>, no: string): string => `${app.appId}/${no}`;

/** All values of a kind that belong to an application. */
export async function ownedBy<T>(
  store: SimulatorStore,
  kind: 'trade' | 'transfer',
  app: Pick<SimulatedApp, 'appId'>,
): Promise<readonly T[]> {
  const all = await store.list<T>(kind);
  return all.filter(({ key }) => key.startsWith(`${app.appId}/`)).map(({ value }) => value);
}

/** A call as the gateway hands it on: checked, decrypted, and for this application. */
export interface Asked {
  readonly app: SimulatedApp;
  readonly store: SimulatorStore;
  readonly parts: SimulatorParts;
  readonly now: Date;
  readonly content: Readonly<Record<string, unknown>>;
  readonly files: ReadonlyMap<string, { readonly name: string; readonly bytes: Buffer }>;
}

/** The members of an answer; `code` 10000 is added to one that has none. */
export type Answer = Readonly<Record<string, unknown>>;
export type Interface = (asked: Asked) => Promise<Answer>;

/** A refusal of the business (40004). */
export const failed = (code: string, message: string): Answer => ({
  code: '40004',
  msg: 'Business Failed',
  sub_code: code,
  sub_msg: message,
});

export const textIn = (content: Readonly<Record<string, unknown>>, name: string): string =>
  content[name] === undefined || content[name] === null ? '' : String(content[name]);

/** `2026-03-01 11:40:05`, the time of China. */
export const written = (at: Date | number): string =>
  new Date(shownMs(new Date(at), 'Asia/Shanghai')).toISOString().slice(0, 19).replace('T', ' ');

/** Number of digits as the platform gives them out: the day, then a count that no other number has. */
export function numberOf(parts: SimulatorParts, now: Date): string {
  const day = written(now).slice(0, 10).replaceAll('-', '');
  return `${day}${String(parts.clock.randomInt(0, 2 ** 40)).padStart(20, '0')}`;
}

export const yuanOf = (fen: number): string => (fen / 100).toFixed(2);
