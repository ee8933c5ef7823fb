import type { FieldError } from '../../../contract/endpoint';
import type { ErrorCode } from '../../../contract/errors';
import { isMet, type SettingField, type SettingGroup } from '../../../contract/settings';
import type { CertificateAnswer } from '../../../contract/settings.state';
import { fill, type Locale, type Text, text } from '../../../contract/text';
import { certificateFacts, readCertificates, readPrivateKey, readPublicKey, rsaBits } from '../../core/platforms/pem';

/** Checks of certificates and keys in settings: content, matching pairs and expiry (DOMAIN §3.10). */

const DAY_MS = 86_400_000;
const WORDS = {
  certificate: text(
    '{label}不是有效的 PEM 证书',
    '{label} is not a valid PEM certificate',
    '{label} não é um certificado em PEM',
    '{label}不是有效的 PEM 憑證',
  ),
  privateKey: text(
    '{label}无法读取，请粘贴没有密码的私钥',
    '{label} cannot be read: paste a private key without a passphrase',
    '{label} não pode ser lida: cole uma chave privada sem senha',
    '{label}無法讀取，請貼上沒有密碼的私鑰',
  ),
  publicKey: text(
    '{label}不是有效的公钥',
    '{label} is not a public key',
    '{label} não é uma chave pública',
    '{label}不是有效的公鑰',
  ),
  bits: text(
    '{label}须为 {n} 位以上的 RSA 密钥',
    '{label} must be an RSA key of {n} bits or more',
    '{label} deve ser uma chave RSA de {n} bits ou mais',
    '{label}須為 {n} 位以上的 RSA 金鑰',
  ),
  mismatch: text(
    '{label}与私钥不匹配',
    '{label} does not belong to the private key',
    '{label} não corresponde à chave privada',
    '{label}與私鑰不相符',
  ),
  issuer: text(
    '{label}不是由所填的上级证书签发',
    '{label} was not issued by the issuer certificates entered',
    '{label} não foi emitido pelos certificados informados',
    '{label}不是由所填的上層憑證簽發',
  ),
  expired: text(
    '{label}已于 {day} 过期',
    '{label} expired on {day}',
    '{label} venceu em {day}',
    '{label}已於 {day} 過期',
  ),
  endsSoon: text(
    '{label}将于 {day} 到期，剩余有效期须超过 {n} 天',
    '{label} expires on {day}; more than {n} days must be left',
    '{label} vence em {day}: devem restar mais de {n} dias',
    '{label}將於 {day} 到期，剩餘有效期須超過 {n} 天',
  ),
} as const;

/** An error of one field. If all errors have the same `code`, the refusal uses this code. Otherwise the refusal uses 40001. */
export interface FieldFault {
  readonly code: ErrorCode;
  readonly error: FieldError;
}

interface Given {
  /** Values to store. For a secret this is the new text, or `null` to keep the stored secret. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Checks whether a field differs from the stored value. */
  isChanged(name: string): boolean;
  /** Returns a secret as it will be after the save: the new text or the stored secret. `null` means that there will be none. */
  secret(name: string): Promise<string | null>;
  readonly now: Date;
  readonly locale: Locale;
}

const textIn = (values: Readonly<Record<string, unknown>>, name: string | undefined): string =>
  name !== undefined && typeof values[name] === 'string' ? values[name] : '';
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const labelOf = (group: SettingGroup, name: string, locale: Locale): string =>
  group.fields[name]?.label?.[locale] ?? name;

function keyFault({ holds, bits }: SettingField, value: string): { words: Text; n?: number } | null {
  const key = holds === 'privateKey' ? readPrivateKey(value) : readPublicKey(value);
  if (!key) return { words: WORDS[holds ?? 'publicKey'] };
  return bits !== undefined && (rsaBits(key) ?? 0) < bits ? { words: WORDS.bits, n: bits } : null;
}

/** Finds errors in new certificates and keys. Stored certificates and keys were checked when they were saved. */
export async function pemFaults(group: SettingGroup, given: Given): Promise<FieldFault[]> {
  const { values, now, locale } = given;
  const faults: FieldFault[] = [];
  const add = (code: ErrorCode, rule: string, field: string, words: Text, params: object = {}) =>
    faults.push({
      code,
      error: { field, rule, message: fill(words[locale], { label: labelOf(group, field, locale), ...params }, locale) },
    });

  for (const [name, field] of Object.entries(group.fields)) {
    const value = textIn(values, name);
    if (value === '' || !given.isChanged(name)) continue;
    if (field.kind === 'certificate' && readCertificates(value).length === 0) {
      add(40001, 'pattern', name, WORDS.certificate);
    } else if (field.holds) {
      const fault = keyFault(field, value);
      if (fault) add(40001, 'pattern', name, fault.words, { n: fault.n });
    }
  }

  for (const { certificate, key, caBundle, leastDays = 0 } of group.platform?.certificates ?? []) {
    const [own] = readCertificates(textIn(values, certificate));
    const isNew = [certificate, key, caBundle].some((name) => name !== undefined && given.isChanged(name));
    if (!own || !isNew || !isMet(group.fields[certificate]?.when, values)) continue;
    const { validTo } = certificateFacts(own);
    if (validTo <= now) add(42332, 'expired', certificate, WORDS.expired, { day: dayOf(validTo) });
    else if (validTo.getTime() - now.getTime() <= leastDays * DAY_MS)
      add(42332, 'expired', certificate, WORDS.endsSoon, { day: dayOf(validTo), n: leastDays });
    const privateKey = key === undefined ? null : readPrivateKey((await given.secret(key)) ?? '');
    if (privateKey && !own.checkPrivateKey(privateKey)) add(42331, 'mismatch', certificate, WORDS.mismatch);
    const issuers = readCertificates(textIn(values, caBundle));
    if (issuers.length > 0 && !issuers.some((issuer) => own.checkIssued(issuer)))
      add(42331, 'issuer', certificate, WORDS.issuer);
  }
  return faults;
}

const daysUntil = (at: Date, now: Date): number => Math.floor((at.getTime() - now.getTime()) / DAY_MS);

/** Reads the contents of a group's stored certificates. */
export async function certificateAnswers(
  group: SettingGroup,
  values: Readonly<Record<string, unknown>>,
  on: { readonly secret: (name: string) => Promise<string | null>; readonly now: Date; readonly locale: Locale },
): Promise<CertificateAnswer[]> {
  const answers: CertificateAnswer[] = [];
  for (const [field, { kind }] of Object.entries(group.fields)) {
    const [own] = kind === 'certificate' ? readCertificates(textIn(values, field)) : [];
    if (!own) continue;
    const { validFrom, validTo, names, ...facts } = certificateFacts(own);
    const key = group.platform?.certificates?.find(({ certificate }) => certificate === field)?.key;
    const privateKey = key === undefined ? null : readPrivateKey((await on.secret(key)) ?? '');
    answers.push({
      field,
      label: labelOf(group, field, on.locale),
      ...facts,
      names: [...names],
      validFrom: validFrom.toISOString(),
      validTo: validTo.toISOString(),
      days: daysUntil(validTo, on.now),
      keyMatches: privateKey && own.checkPrivateKey(privateKey),
    });
  }
  return answers;
}

/** The expiry of a certificate or token of a group. */
export interface Ending {
  readonly field: string;
  readonly label: Text;
  readonly at: Date;
  /** Whole days until the expiry. The number is negative after the expiry. */
  readonly days: number;
  /** Identifies the certificate or token. A later certificate or token in the same field has another mark. */
  readonly mark: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Lists the expiries of a group's certificates and date fields, however far in the future. */
export function endingsOf(group: SettingGroup, values: Readonly<Record<string, unknown>>, now: Date): Ending[] {
  const { certificates = [], ends = [] } = group.platform ?? {};
  const label = (name: string): Text => group.fields[name]?.label ?? text(name, name, name, name);
  const shown = (name: string) => isMet(group.fields[name]?.when, values);
  return [
    ...certificates.flatMap(({ certificate: field }): Ending[] => {
      const [own] = shown(field) ? readCertificates(textIn(values, field)) : [];
      if (!own) return [];
      const { validTo: at, serial } = certificateFacts(own);
      return [{ field, label: label(field), at, days: daysUntil(at, now), mark: serial }];
    }),
    ...ends.flatMap((field): Ending[] => {
      const day = textIn(values, field);
      if (!DAY.test(day) || !shown(field)) return [];
      const at = new Date(`${day}T00:00:00Z`);
      return [{ field, label: label(field), at, days: daysUntil(at, now), mark: day }];
    }),
  ];
}
