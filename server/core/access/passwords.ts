import { hash, type Options, verify } from '@node-rs/argon2';

/** argon2id (the library's default kind): 19 MiB, two passes, one lane (STACK "Passwords"). */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;
/**
 * Hash for unknown accounts and for accounts without a password. A verification against this hash takes as long as against a stored hash.
 * The result of the verification is ignored.
 */
let dummy: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** Checks a password. @param stored `null` for an unknown account or no password: returns `false` after an equally long check */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody');
  const right = await verify(stored ?? (await dummy), password);
  return stored !== null && right;
}

/** Checks whether a hash has outdated parameters. The next sign-in replaces such a hash. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(CURRENT);
}
