import { shownMs } from '../../core/money/days';
import type { SimulatorParts, SimulatorStore } from '../simulator';

/**
 * This module defines the applications of the simulated Alipay, the calls and answers of its interfaces, and the formats of times, numbers
 * and amounts.
 */

/** An application as the platform stores it. */
export interface SimulatedApp {
  readonly appId: string;
  /** The merchant's account number (2088…). */
  readonly pid: string;
  /** Public key as PEM. In certificate mode it is the key of `appCert`. */
  readonly appPublicKey: string;
  /** The platform's private key as PEM. The platform signs with it. */
  readonly alipayPrivateKey: string;
  /** Certificates as PEM. `null` means public-key mode. */
  readonly certificates: { readonly appCert: string; readonly alipayCert: string; readonly rootCert: string } | null;
  /** Base64 of 16 bytes. `null` means that content encryption is not set up. */
  readonly encryptKey: string | null;
  /** The account's initial balance, in fen. */
  readonly balanceFen: number;
  /** Names of payees by identity. A payee who is not listed is paid whatever the name is. */
  readonly payees: Readonly<Record<string, string>>;
  /** URL that receives notifications (应用网关). `null` means that none are sent. */
  readonly notifyUrl: string | null;
  /** The template mini program and its released versions, oldest first. */
  readonly template: { readonly id: string; readonly versions: readonly string[] } | null;
}

/** A merchant's authorisation of a third-party application: `isvAppId` may act for `appId`. */
export interface SimulatedAuth {
  readonly isvAppId: string;
  readonly appId: string;
}

export const keyOf = (app: Pick<SimulatedApp, 'appId'>, no: string): string => `${app.appId}/${no}`;

/** Lists all stored trades or transfers of an application. */
export async function ownedBy<T>(
  store: SimulatorStore,
  kind: 'trade' | 'transfer',
  app: Pick<SimulatedApp, 'appId'>,
): Promise<readonly T[]> {
  const all = await store.list<T>(kind);
  return all.filter(({ key }) => key.startsWith(`${app.appId}/`)).map(({ value }) => value);
}

/** A call that the gateway has checked, decrypted and assigned to an application. */
export interface Asked {
  readonly app: SimulatedApp;
  readonly store: SimulatorStore;
  readonly parts: SimulatorParts;
  readonly now: Date;
  readonly content: Readonly<Record<string, unknown>>;
  readonly files: ReadonlyMap<string, { readonly name: string; readonly bytes: Buffer }>;
}

/** The fields of an answer. An answer without `code` gets 10000. */
export type Answer = Readonly<Record<string, unknown>>;
export type Interface = (asked: Asked) => Promise<Answer>;

/** Builds the refusal of an interface (40004). */
export const failed = (code: string, message: string): Answer => ({
  code: '40004',
  msg: 'Business Failed',
  sub_code: code,
  sub_msg: message,
});

export const textIn = (content: Readonly<Record<string, unknown>>, name: string): string =>
  content[name] === undefined || content[name] === null ? '' : String(content[name]);

/** Formats a time as `2026-03-01 11:40:05` in Chinese time. */
export const written = (at: Date | number): string =>
  new Date(shownMs(new Date(at), 'Asia/Shanghai')).toISOString().slice(0, 19).replace('T', ' ');

/** Creates a number in the platform's format: the day, then a random number that is padded to 20 digits. */
export function numberOf(parts: SimulatorParts, now: Date): string {
  const day = written(now).slice(0, 10).replaceAll('-', '');
  return `${day}${String(parts.clock.randomInt(0, 2 ** 40)).padStart(20, '0')}`;
}

export const yuanOf = (fen: number): string => (fen / 100).toFixed(2);
