/** Payment (migration 0052). Owned by server/modules/payment. */
export interface PaymentTables {
  merchant_number_team: MerchantNumberTeamTable;
  platform_certificate: PlatformCertificateTable;
}

/** Stations that use a merchant number. A number without rows can be used by all stations, after their own numbers. */
interface MerchantNumberTeamTable {
  merchant_number_id: number;
  team_id: number;
}

/** A certificate that verifies a platform's answers and callbacks. */
interface PlatformCertificateTable {
  platform: string;
  environment: 'simulator' | 'sandbox' | 'production';
  /** The merchant number that downloaded it. */
  account: string;
  serial: string;
  /** PEM. */
  certificate: string;
  effective_at: Date;
  expire_at: Date;
  fetched_at: Date;
}
