/** Merchant numbers of stations, and platform certificates (migration 0052). Owned by server/modules/payment. */
export interface PaymentTables {
  merchant_number_team: MerchantNumberTeamTable;
  platform_certificate: PlatformCertificateTable;
}

/** Stations that use a merchant number. A station uses its own numbers first. A number without rows is available to all stations. */
interface MerchantNumberTeamTable {
  merchant_number_id: number;
  team_id: number;
}

/** A certificate that verifies a platform's answers and callbacks. */
interface PlatformCertificateTable {
  platform: string;
  environment: 'simulator' | 'sandbox' | 'production';
  /** Merchant number with which the certificate was downloaded. */
  account: string;
  serial: string;
  /** Certificate in PEM format. */
  certificate: string;
  effective_at: Date;
  expire_at: Date;
  fetched_at: Date;
}
