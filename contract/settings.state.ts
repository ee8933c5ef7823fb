import { z } from 'zod';
import { time } from './endpoint';
import { ENVIRONMENTS } from './settings.fields';
import { CONFIG_STATES, type ConfigState } from './settings.words';

/** One check within a test. `detail` is a sentence in the caller's language, or the platform's own message. */
export const check = z.object({ name: z.string(), ok: z.boolean(), detail: z.string() });
export type Check = z.output<typeof check>;
export const testAnswer = z.object({ ok: z.boolean(), checks: z.array(check) });

export const certificateFacts = z.object({
  field: z.string(),
  label: z.string(),
  subject: z.string(),
  issuer: z.string(),
  /** Serial number in hexadecimal digits, as in the certificate. */
  serial: z.string(),
  validFrom: time(),
  validTo: time(),
  /** Whole days until `validTo`. The number is negative after `validTo`. */
  days: z.int(),
  /** Host names that the certificate covers. */
  names: z.array(z.string()),
  /** Whether the stored private key belongs to the certificate. `null` means that no key is stored, or that no key is needed. */
  keyMatches: z.boolean().nullable(),
});
export type CertificateAnswer = z.output<typeof certificateFacts>;

export const platformState = z.object({
  state: z.enum(Object.keys(CONFIG_STATES) as [ConfigState, ...ConfigState[]]),
  stateText: z.string(),
  enabled: z.boolean(),
  /** Version that increases with each change of the settings or of `enabled`. `enable` and `disable` must send this number. */
  stateVersion: z.int(),
  /** Labels of the values that must be set before the group can be enabled. */
  missing: z.array(z.string()),
  /** The system in use: simulator, sandbox or platform. `null` means that the group has no such choice. */
  environment: z.enum(ENVIRONMENTS).nullable(),
  environmentText: z.string(),
  /** The last test. `isCurrent` is `true` if the test used the current settings and is at most a day old. `null` before the first test. */
  lastTest: testAnswer.extend({ at: time(), isCurrent: z.boolean() }).nullable(),
  /**
   * Certificates, end dates and tokens that have expired or expire within 30 days. The tokens are stored in the module's own
   * tables.
   */
  ending: z.array(z.object({ label: z.string(), at: time(), days: z.int() })),
  callbacks: z.array(z.object({ label: z.string(), url: z.string() })),
  /** IP addresses from which this server sends requests. It is absent if the platform has no allow list. */
  outgoing: z.array(z.string()).optional(),
  changedAt: time().nullable(),
  changedByName: z.string(),
});
export type PlatformState = z.output<typeof platformState>;
