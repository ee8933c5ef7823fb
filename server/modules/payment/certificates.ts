import type { Kysely } from 'kysely';
import type { Database } from '../../core/database/schema';
import type { PlatformEnvironment } from '../../core/platforms/ports';
import type { WxPlatformCertificate } from '../../core/platforms/wxpay/config';

/** The owner of certificates. A platform issues them for each merchant number. */
export interface CertificateOwner {
  readonly platform: string;
  readonly environment: PlatformEnvironment;
  readonly account: string;
}

/** Reads the certificates of the last download. */
export async function keptCertificates(
  db: Kysely<Database>,
  { platform, environment, account }: CertificateOwner,
): Promise<WxPlatformCertificate[]> {
  const rows = await db
    .selectFrom('platform_certificate')
    .select(['serial', 'certificate', 'effective_at', 'expire_at'])
    .where('platform', '=', platform)
    .where('environment', '=', environment)
    .where('account', '=', account)
    .execute();
  return rows.map((row) => ({
    serialNo: row.serial,
    certificate: row.certificate,
    effectiveAt: row.effective_at,
    expireAt: row.expire_at,
  }));
}

/** Stores downloaded certificates and deletes the previous certificates. An empty list changes nothing. */
export async function keepCertificates(
  db: Kysely<Database>,
  owner: CertificateOwner,
  certificates: readonly WxPlatformCertificate[],
  now: Date,
): Promise<void> {
  if (certificates.length === 0) return;
  await db
    .deleteFrom('platform_certificate')
    .where('platform', '=', owner.platform)
    .where('environment', '=', owner.environment)
    .where('account', '=', owner.account)
    .execute();
  const rows = certificates.map(({ serialNo, certificate, effectiveAt, expireAt }) => ({
    ...owner,
    serial: serialNo,
    certificate,
    effective_at: effectiveAt,
    expire_at: expireAt,
    fetched_at: now,
  }));
  await db
    .insertInto('platform_certificate')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
