import { z } from 'zod';
import { time } from './endpoint';
import { ENVIRONMENTS } from './settings.fields';
import { CONFIG_STATES, type ConfigState } from './settings.words';

/** One thing that a test looked at; `detail` is a sentence in the caller's language, or the platform's own words. */
export const check = z.object({ name: z.string(), ok: z.boolean(), detail: z.string() });
export type Check = z.output<typeof check>;
export const testAnswer = z.object({ ok: z.boolean(), checks: z.array(check) });

export const certificateFacts = z.object({
  field: z.string(),
  label: z.string(),
  subject: z.string(),
  issuer: z.string(),
  /** Hexadecimal, as in the certificate. */
  serial: z.string(),
  validFrom: time(),
  validTo: time(),
  /** Whole days left; below zero once it has ended. */
  days: z.int(),
  /** Hosts for which it was issued. */
  names: z.array(z.string()),
  /** Whether the stored private key belongs to it; null where there is none, or none is asked for. */
  keyMatches: z.boolean().nullable(),
});
export type CertificateAnswer = z.output<typeof certificateFacts>;

export const platformState = z.object({
  state: z.enum(Object.keys(CONFIG_STATES) as [ConfigState, ...ConfigState[]]),
  stateText: z.string(),
  enabled: z.boolean(),
  /** Counts every change of the settings and of their state: sent with `enable` and `disable`. */
  stateVersion: z.int(),
  /** Labels of what is needed before it can be enabled. */
  missing: z.array(z.string()),
  /** Which part answers; null where the group has no such choice. */
  environment: z.enum(ENVIRONMENTS).nullable(),
  environmentText: z.string(),
  /** The last test; `isCurrent`: of the settings as they are now, and not older than a day. */
  lastTest: testAnswer.extend({ at: time(), isCurrent: z.boolean() }).nullable(),
  /** What ends within 30 days or has ended: certificates and days of the settings, tokens of the page. */
  ending: z.array(z.object({ label: z.string(), at: time(), days: z.int() })),
  callbacks: z.array(z.object({ label: z.string(), url: z.string() })),
  /** Addresses from which this server calls; absent where the platform has no allow list. */
  outgoing: z.array(z.string()).optional(),
  changedAt: time().nullable(),
  changedByName: z.string(),
});
export type PlatformState = z.output<typeof platformState>;
