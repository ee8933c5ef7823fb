import { type ReadingOptions, readCallback, type WxCallback } from './callbacks';
import { createWxPayClient, type WxPayParts } from './client';
import type { WxPayConfig, WxPlatformCertificate } from './config';
import { orderCalls } from './orders';
import { statementCalls } from './statements';
import { transferCalls } from './transfers';

type Calls = ReturnType<typeof orderCalls> & ReturnType<typeof transferCalls> & ReturnType<typeof statementCalls>;

/** Client of WeChat Pay API v3 (微信支付) for one merchant number. */
export interface WxPay extends Calls {
  readonly config: WxPayConfig;
  /** Downloads the platform certificates (平台证书), which can verify later answers. The caller stores them in the configuration. */
  downloadCertificates(): Promise<readonly WxPlatformCertificate[]>;
  /** Verifies and decrypts a callback. @throws WxCallbackRefused when the callback is not trusted or not readable */
  readCallback(headers: Headers, body: Buffer, options?: ReadingOptions): Promise<WxCallback>;
}

/** Creates the client. @throws Error when a key of the configuration is not PEM; `checkWxConfig` reports which field is wrong */
export function createWxPay(config: WxPayConfig, parts: WxPayParts): WxPay {
  const client = createWxPayClient(config, parts);
  return {
    config,
    ...orderCalls(client, config),
    ...transferCalls(client, config),
    ...statementCalls(client),
    downloadCertificates: client.certificates,
    readCallback: (headers, body, options) => readCallback(client, headers, body, options),
  };
}
