import { lifecycle } from './lifecycle';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares the apps, their features, and the states and limits of their versions (版本管理, DOMAIN §3.10). It imports no
 * library, because the browser loads it.
 */

export const APP_PACKAGE = /^[a-z]\w*(\.[a-z]\w*)+$/;
export const VERSION_NAME = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/;

export const APP_FEATURES = {
  tips: text('打赏', 'Tips', 'Gorjetas', '打賞'),
  voiceOrder: text('语音下单', 'Voice orders', 'Pedido por voz', '語音下單'),
  cash: text('现金支付', 'Cash', 'Dinheiro', '現金支付'),
  codeOnDelivery: WORD.deliveryCode,
  nightMode: text('夜间模式', 'Night mode', 'Modo noturno', '夜間模式'),
} satisfies Record<string, Text>;

/** The keys of the apps. The settings groups of the apps have the same keys. */
export const APPS = ['userApp', 'riderApp', 'merchantApp'] as const;
export type AppKind = (typeof APPS)[number];
export const APP_TEXT: Readonly<Record<AppKind, Text>> = {
  userApp: WORD.userApp,
  riderApp: WORD.riderApp,
  merchantApp: WORD.merchantApp,
};
export const APP_PLATFORMS = ['android', 'ios'] as const;
export type AppPlatform = (typeof APP_PLATFORMS)[number];
export const PLATFORM_TEXT: Readonly<Record<AppPlatform, Text>> = {
  android: text('Android', 'Android', 'Android', 'Android'),
  ios: text('iOS', 'iOS', 'iOS', 'iOS'),
};
/** `none`: no prompt · `hint`: a message that users can close · `force`: users must update before they use the app again. */
export const FORCES = ['none', 'hint', 'force'] as const;
export type Force = (typeof FORCES)[number];

export const FORCE_TEXT: Readonly<Record<Force, Text>> = {
  none: text('不提示', 'No message', 'Sem aviso', '不提示'),
  hint: text('提示更新', 'Suggest the update', 'Sugerir a atualização', '提示更新'),
  force: text('强制更新', 'Force the update', 'Forçar a atualização', '強制更新'),
};

export const APP_VERSION = {
  build: { min: 1, max: 2_000_000_000 },
  /** Minimum and maximum size of a package in bytes. */
  size: { min: 1, max: 4_000_000_000 },
  channel: /^[a-z0-9][a-z0-9_-]{0,29}$/,
  minSystem: /^\d{1,2}(\.\d{1,2}){0,2}$/,
  address: 500,
  notes: 500,
  gray: { min: 1, max: 100 },
} as const;

const PUBLISH = 10806;

export const appVersionLifecycle = lifecycle({
  entity: 'appVersion',
  states: {
    draft: { text: WORD.draft, tone: 'neutral' },
    published: { text: WORD.publishedFeminine, tone: 'good' },
    withdrawn: { text: WORD.withdrawnFeminine, tone: 'bad' },
  },
  transitions: [
    {
      action: 'publishVersion',
      from: ['draft'],
      to: 'published',
      by: 'staff',
      rule: PUBLISH,
      risk: 'confirm',
      text: text('发布版本', 'Publish version', 'Publicar versão', '發布版本'),
    },
    {
      action: 'withdrawVersion',
      from: ['published'],
      to: 'withdrawn',
      by: 'staff',
      rule: PUBLISH,
      risk: 'confirm',
      text: text('撤回版本', 'Withdraw version', 'Retirar versão', '撤回版本'),
    },
    {
      action: 'setForce',
      from: ['published'],
      to: 'published',
      by: 'staff',
      rule: PUBLISH,
      risk: 'confirm',
      text: text('修改更新方式', 'Change update mode', 'Alterar modo de atualização', '修改更新方式'),
    },
    {
      action: 'setGray',
      from: ['published'],
      to: 'published',
      by: 'staff',
      rule: PUBLISH,
      risk: 'confirm',
      text: text('设置灰度比例', 'Set rollout share', 'Definir parcela da liberação', '設定灰度比例'),
    },
  ],
});
export type AppVersionState = keyof typeof appVersionLifecycle.states;
