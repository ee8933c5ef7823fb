import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import type { Factor } from './store';
import {
  insertPasskey,
  isCredentialKnown,
  notePasskeyUse,
  placeChallenge,
  selectFactors,
  takeChallenge,
} from './store';

/** Passkeys (WebAuthn) as second factor. The browser binds a passkey to this site, so the passkey does not work on a fake site. */

const CHALLENGE_BYTES = 32;
const CHALLENGE_MS = 5 * 60_000;

type Transports = NonNullable<
  Parameters<typeof generateRegistrationOptions>[0]['excludeCredentials']
>[number]['transports'];

const siteOf = (ctx: ActorContext) => ({ origin: ctx.origin, rpId: new URL(ctx.origin).hostname });
const credentials = (factors: readonly Factor[], rpId: string) =>
  factors.flatMap(({ credentialId, transports, rpId: madeFor }) =>
    credentialId !== null && madeFor === rpId ? [{ id: credentialId, transports: [...transports] as Transports }] : [],
  );

async function newChallenge(ctx: ActorContext, purpose: 'bind' | 'confirm'): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(ctx.clock.randomBytes(CHALLENGE_BYTES));
  const expireAt = new Date(ctx.clock.now().getTime() + CHALLENGE_MS);
  await placeChallenge(ctx.db, ctx.actor.sessionId, purpose, Buffer.from(bytes).toString('base64url'), expireAt);
  return bytes;
}

/** Checks whether the account has a passkey for this site. */
export function hasPasskey(ctx: ActorContext, factors: readonly Factor[]): boolean {
  return credentials(factors, siteOf(ctx).rpId).length > 0;
}

/** Returns the WebAuthn options that the browser needs to create a passkey. */
export async function bindingOptions(ctx: ActorContext, siteName: string): Promise<Record<string, unknown>> {
  const { rpId } = siteOf(ctx);
  const factors = await selectFactors(ctx.db, ctx.actor.accountId);
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: rpId,
    userName: ctx.actor.account,
    userDisplayName: ctx.actor.name,
    userID: new Uint8Array(Buffer.from(String(ctx.actor.accountId))),
    challenge: await newChallenge(ctx, 'bind'),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: credentials(factors, rpId),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
  return { ...options };
}

/** Stores a passkey from the browser. @throws Refusal 40004 (response does not match a valid challenge), 40903 (already stored) */
export async function bindPasskey(
  ctx: ActorContext,
  response: Readonly<Record<string, unknown>>,
  name: string,
): Promise<number> {
  const { origin, rpId } = siteOf(ctx);
  const now = ctx.clock.now();
  const challenge = await takeChallenge(ctx.db, ctx.actor.sessionId, 'bind', now);
  if (challenge === null) throw refuse(40004);
  const verified = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
  }).catch(() => null);
  if (!verified?.verified || !verified.registrationInfo) throw refuse(40004);
  const { credential } = verified.registrationInfo;
  if (await isCredentialKnown(ctx.db, credential.id)) throw refuse(40903, { field: name });
  const id = ctx.ids.next();
  await insertPasskey(ctx.db, {
    id,
    accountId: ctx.actor.accountId,
    name,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (credential.transports ?? []).filter((one) => typeof one === 'string'),
    rpId,
    at: now,
  });
  return id;
}

/** Returns the WebAuthn options that the browser needs to confirm with a passkey. */
export async function confirmingOptions(ctx: ActorContext): Promise<Record<string, unknown>> {
  const { rpId } = siteOf(ctx);
  const factors = await selectFactors(ctx.db, ctx.actor.accountId);
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: await newChallenge(ctx, 'confirm'),
    timeout: CHALLENGE_MS,
    allowCredentials: credentials(factors, rpId),
    userVerification: 'preferred',
  });
  return { ...options };
}

/** Checks whether one of the account's passkeys answers this session's challenge. The challenge becomes invalid in either case. */
export async function redeemPasskey(ctx: ActorContext, assertion: Readonly<Record<string, unknown>>): Promise<boolean> {
  const { origin, rpId } = siteOf(ctx);
  const now = ctx.clock.now();
  const challenge = await takeChallenge(ctx.db, ctx.actor.sessionId, 'confirm', now);
  const factors = await selectFactors(ctx.db, ctx.actor.accountId);
  const factor = factors.find(({ credentialId }) => credentialId !== null && credentialId === assertion.id);
  if (challenge === null || !factor?.credentialId || !factor.publicKey) return false;
  const verified = await verifyAuthenticationResponse({
    response: assertion as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
    credential: {
      id: factor.credentialId,
      publicKey: new Uint8Array(factor.publicKey),
      counter: factor.counter,
    },
  }).catch(() => null);
  if (!verified?.verified) return false;
  await notePasskeyUse(ctx.db, factor.id, verified.authenticationInfo.newCounter, now);
  return true;
}
