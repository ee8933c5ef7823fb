/** The keys or certificates that verify the signatures of WeChat Pay's answers and callbacks. */
export type WxPayVerification =
  | { readonly mode: 'publicKey'; readonly publicKeyId: string; readonly publicKey: string }
  /** The certificates of the last download. Empty before the first download. */
  | { readonly mode: 'platformCert'; readonly certificates: readonly WxPlatformCertificate[] };

/** A certificate (平台证书) with whose key WeChat Pay signs its answers and callbacks. */
export interface WxPlatformCertificate {
  /** 40 hexadecimal digits. */
  readonly serialNo: string;
  /** The certificate in PEM. */
  readonly certificate: string;
  readonly effectiveAt: Date;
  readonly expireAt: Date;
}

/** A field that a transfer scene requires (转账场景报备信息), for example 岗位类型. */
export interface WxTransferReport {
  readonly type: string;
  readonly content: string;
}

/** A WeChat Pay merchant number with its credentials (DOMAIN §3.10, paymentConfig). The private key is PEM. */
export interface WxPayConfig {
  /** The merchant number that signs. In service provider mode it is the provider's number. */
  readonly mchId: string;
  /** The sub-merchant (特约商户) for which the service provider acts. `null` means a direct merchant. */
  readonly subMchId: string | null;
  /** Serial number of the merchant's API certificate: 40 hexadecimal digits. */
  readonly serialNo: string;
  readonly privateKey: string;
  /** 32 letters and digits. */
  readonly apiV3Key: string;
  readonly appIds: readonly string[];
  readonly verification: WxPayVerification;
  readonly transferSceneId: string | null;
  readonly transferReport: readonly WxTransferReport[];
}
