import { hash, type Options, verify } from '@node-rs/argon2';

/** argon2id (the library's default kind): 19 MiB, two passes, one lane (STACK "Passwords"). */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;
/** A hash without a matching password. Verification against it takes as long as against a real hash. */
let dummy: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** @param stored null when the account is unknown or has no password: takes equally long and returns false */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody');
  const right = await verify(stored ?? (await dummy), password);
  return stored !== null && right;
}

/** Checks whether a hash was made with outdated parameters. It is then replaced at the next sign-in. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(CURRENT);
}
