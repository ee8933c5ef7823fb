/** What WeChat Pay signs its answers and callbacks with. */
export type WxPayVerification =
  | { readonly mode: 'publicKey'; readonly publicKeyId: string; readonly publicKey: string }
  /** Certificates as they were downloaded last; empty before the first download. */
  | { readonly mode: 'platformCert'; readonly certificates: readonly WxPlatformCertificate[] };

/** A platform certificate (平台证书). */
export interface WxPlatformCertificate {
  /** 40 hexadecimal digits. */
  readonly serialNo: string;
  /** PEM. */
  readonly certificate: string;
  readonly effectiveAt: Date;
  readonly expireAt: Date;
}

/** A field that a transfer scene asks for (转账场景报备信息), such as 岗位类型. */
export interface WxTransferReport {
  readonly type: string;
  readonly content: string;
}

/** A merchant number of WeChat Pay with what its calls need (DOMAIN §3.10, paymentConfig). Keys are PEM. */
export interface WxPayConfig {
  /** The merchant number that signs; that of the service provider in its mode. */
  readonly mchId: string;
  /** Sub-merchant (特约商户) that the service provider acts for; null: a direct merchant. */
  readonly subMchId: string | null;
  /** Serial number of the merchant's API certificate, 40 hexadecimal digits. */
  readonly serialNo: string;
  readonly privateKey: string;
  /** 32 letters and digits. */
  readonly apiV3Key: string;
  readonly appIds: readonly string[];
  readonly verification: WxPayVerification;
  readonly transferSceneId: string | null;
  readonly transferReport: readonly WxTransferReport[];
}
