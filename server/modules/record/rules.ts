import { createHash } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { FIRST_FAULT } from '../../../contract/errors';

/** Head of the chain of operation records. With a stored head, a later verification shows whether an earlier record was changed. */
export interface ChainHead {
  readonly position: number;
  readonly hash: string;
}

/** The position and hash before the first link. */
export const CHAIN_START: ChainHead = { position: 0, hash: '0'.repeat(64) };

/** Formats a head as `42:9f3c…`. The command `audit:verify` prints and accepts this form. */
export const headText = ({ position, hash }: ChainHead): string => `${position}:${hash}`;

/** Parses a head. @returns `null` if the text is invalid */
export function parseHead(text: string): ChainHead | null {
  const match = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim());
  return match ? { position: Number(match[1]), hash: match[2] ?? '' } : null;
}

/** Computes the link after `before`: a hash over the previous head, the new position and the record in canonical JSON. */
export function linkAfter(before: ChainHead, canonical: string): ChainHead {
  const position = before.position + 1;
  const hash = createHash('sha256').update(`${before.hash}\n${position}\n${canonical}`).digest('hex');
  return { position, hash };
}

/** The result of a recorded call: successful, refused by a rule, or failed because of an error in this or another system. */
export type RecordResult = 'success' | 'refused' | 'failed';

export function resultOf(code: number): RecordResult {
  if (code === 100 || code === 110) return 'success';
  return code >= FIRST_FAULT ? 'failed' : 'refused';
}

/** Splits `financial.bill.reverse` into module and action at the last dot. */
export function splitAction(name: string): readonly [module: string, action: string] {
  const dot = name.lastIndexOf('.');
  return [name.slice(0, dot), name.slice(dot + 1)];
}

const own = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  own.addSubnet(net, bits, 'ipv4');
}
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  own.addSubnet(net, bits, 'ipv6');
}

/** Checks whether an IP address is private, loopback or link-local. Lists show "local network" as its place (DOMAIN §9.16). */
export function isLocalAddress(ip: string): boolean {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(plain);
  return version !== 0 && own.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

/** A changed field of a recorded call. A missing value is `null`. */
export interface FieldChange {
  /** Path of the field in the recorded state, such as `values.name`. A list is one value, so the path contains no list index. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Compares the recorded states field by field. A list counts as one value. If only one state has a field, the field counts as changed
 * from or to `null`.
 */
export function changesBetween(before: unknown, after: unknown): FieldChange[] {
  const found: FieldChange[] = [];
  compare(before, after, '', found);
  return found;
}

// Exports compare a million records, so this code avoids temporary lists and closures.
function compare(before: unknown, after: unknown, path: string, found: FieldChange[]): void {
  const left = isPlain(before) ? before : null;
  const right = isPlain(after) ? after : null;
  if (left || right) {
    const inside = path === '' ? '' : `${path}.`;
    for (const name of left ? Object.keys(left) : []) {
      const other = right && Object.hasOwn(right, name) ? right[name] : undefined;
      compare(left?.[name], other, inside + name, found);
    }
    for (const name of right ? Object.keys(right) : []) {
      if (!left || !Object.hasOwn(left, name)) compare(undefined, right?.[name], inside + name, found);
    }
  } else if (path === '' || isEqual(before ?? null, after ?? null)) {
    // "changed" on both sides means that a secret was replaced. The record does not contain the secret itself.
    if (before === 'changed' && after === 'changed') found.push({ path, before, after });
  } else found.push({ path, before: before ?? null, after: after ?? null });
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Checks whether a change was made without its required second person (DOMAIN §9.7). The request pipeline records this. */
export function isAlone(detail: unknown): boolean {
  return typeof detail === 'object' && detail !== null && 'withoutSecondPerson' in detail;
}
