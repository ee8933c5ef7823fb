/** Payment (migration 0052). Owned by server/modules/payment. */
export interface PaymentTables {
  merchant_number_team: MerchantNumberTeamTable;
  platform_certificate: PlatformCertificateTable;
}

/** Which stations use a merchant number; a number without any is used by all others. */
interface MerchantNumberTeamTable {
  merchant_number_id: number;
  team_id: number;
}

/** A certificate with which a platform signs its answers and callbacks. */
interface PlatformCertificateTable {
  platform: string;
  environment: 'simulator' | 'sandbox' | 'production';
  /** The merchant number that it was handed out to. */
  account: string;
  serial: string;
  /** PEM. */
  certificate: string;
  effective_at: Date;
  expire_at: Date;
  fetched_at: Date;
}
