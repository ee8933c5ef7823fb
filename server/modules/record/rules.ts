import { createHash } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { FIRST_FAULT } from '../../../contract/errors';

/** Head of the audit chain: a kept head proves later that no earlier row was changed. */
export interface ChainHead {
  readonly position: number;
  readonly hash: string;
}

/** What the first link follows. */
export const CHAIN_START: ChainHead = { position: 0, hash: '0'.repeat(64) };

/** `42:9f3c…`, as the command prints a head and takes it back. */
export const headText = ({ position, hash }: ChainHead): string => `${position}:${hash}`;

/** Reads a head; null when it is none. */
export function parseHead(text: string): ChainHead | null {
  const match = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim());
  return match ? { position: Number(match[1]), hash: match[2] ?? '' } : null;
}

/** The hash of the link after `before`: over the one before, the own position and the record in canonical JSON. */
export function linkAfter(before: ChainHead, canonical: string): ChainHead {
  const position = before.position + 1;
  const hash = createHash('sha256').update(`${before.hash}\n${position}\n${canonical}`).digest('hex');
  return { position, hash };
}

/** How a recorded call ended: done, refused by a rule, or broken by a fault of this or another system. */
export type RecordResult = 'success' | 'refused' | 'failed';

export function resultOf(code: number): RecordResult {
  if (code === 100 || code === 110) return 'success';
  return code >= FIRST_FAULT ? 'failed' : 'refused';
}

/** Module and action of `financial.bill.reverse`: the action follows the last dot. */
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

/** An address that reaches only the own network: its city is "local network" (DOMAIN §9.16). */
export function isLocalAddress(ip: string): boolean {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(plain);
  return version !== 0 && own.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

/** One field that a recorded call changed. A value is absent where the record does not know it. */
export interface FieldChange {
  /** Path from the top: `values.name`, `weekHours.0.ranges`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What differs between the recorded states, field by field; lists count as one value. What only one side knows counts as
 * changed from or to nothing.
 */
export function changesBetween(before: unknown, after: unknown): FieldChange[] {
  const found: FieldChange[] = [];
  compare(before, after, '', found);
  return found;
}

// Exports compare a million records: no list and no function is made that is not needed.
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
    // "changed" on both sides is a secret that was replaced: the values are nowhere, the fact is.
    if (before === 'changed' && after === 'changed') found.push({ path, before, after });
  } else found.push({ path, before: before ?? null, after: after ?? null });
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Was the change made without the second person that it needs (DOMAIN §9.7)? The pipe notes it. */
export function isAlone(detail: unknown): boolean {
  return typeof detail === 'object' && detail !== null && 'withoutSecondPerson' in detail;
}
