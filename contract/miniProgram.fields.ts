import { list, pairs, str } from './settings.fields';
import { type Text, text } from './text';
import { WORD } from './words';

/** This file declares the fields that the settings of the three mini programs share (DOMAIN §3.10). It imports no library. */

/** Matches `https://host`, with or without a port. */
const HTTPS_ORIGIN =
  /^https:\/\/[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+(?::\d{1,5})?$/;

const EXAMPLE = 'https://api.example.com';

/** Declares a field for hosts with `https://`, one per line. */
export const httpsHosts = (label: Text, guide: Text) =>
  list({
    label,
    guide,
    max: 200,
    itemMax: 200,
    pattern: HTTPS_ORIGIN,
    example: text(EXAMPLE, EXAMPLE, EXAMPLE, EXAMPLE),
  });

/** Declares a field with pairs of a scene (the purpose of a message) and the id of the platform's message template. */
export const messageTemplates = (label: Text, guide: Text) =>
  pairs({
    label,
    guide,
    keyLabel: WORD.scene,
    valueLabel: WORD.templateId,
    keyPattern: /^[A-Za-z][A-Za-z0-9_]{1,31}$/,
    // Alipay's template ids can be base64 and so can end with `=`.
    pattern: /^[\w-]{1,62}={0,2}$/,
    itemMax: 64,
    max: 50,
  });

/** Fields with the data that authorities and platforms require before a mini program is published. */
export const FILING = {
  privacyVersion: str({
    label: text('隐私协议版本', 'Privacy policy version', 'Versão da política de privacidade', '隱私協議版本'),
    max: 40,
  }),
  recordNo: str({
    label: text('备案号', 'Filing number', 'Número de registro', '備案號'),
    guide: text(
      '小程序后台的“备案”页面。',
      'Page “Filing” of the mini-program console.',
      'Página “Registro” do console do miniprograma.',
      '小程式後台的「備案」頁面。',
    ),
    max: 40,
  }),
} as const;

export const FILING_TITLE = text('隐私与备案', 'Privacy and filing', 'Privacidade e registro', '隱私與備案');
export const ACCESS_TITLE = text('接入方式', 'Access', 'Acesso', '接入方式');
export const DOMAINS_TITLE = text('域名与消息模板', 'Domains and templates', 'Domínios e modelos', '網域與訊息範本');
export const ACCESS_MODE = text('接入方式', 'Access mode', 'Modo de acesso', '接入方式');
