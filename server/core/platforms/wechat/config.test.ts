import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import test from 'node:test';
import { menuNameUnits } from '../../../../contract/serviceNumber.menu';
import { LOCALES } from '../../../../contract/text';
import {
  type AppletValues,
  checkAppletConfig,
  checkServiceNumberConfig,
  type MenuEntry,
  menuButtons,
  type ServiceNumberValues,
} from './config';

const APPLET: AppletValues = {
  appId: 'wx0123456789abcdef',
  appSecret: '0123456789abcdef0123456789abcdef',
  originalId: 'gh_0123456789ab',
  msgToken: 'Token123',
  encodingAesKey: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
  encryptMode: 'safe',
  ciRobot: 1,
  serverDomains: ['https://api.example.cn', 'https://api.example.cn:8443'],
  businessDomains: ['https://m.example.cn'],
  subscribeTemplates: [{ scene: 'paid', templateId: 'T'.repeat(43) }],
};
const view = (name: string): MenuEntry => ({ name, type: 'view', url: 'https://m.example.cn/a' });
const SERVICE: ServiceNumberValues = {
  appId: 'wx0123456789abcdef',
  encryptMode: 'compatible',
  token: 'Token123',
  jsDomains: ['m.example.cn'],
  oauthDomains: ['m.example.cn', 'h5.example.cn'],
  businessDomains: [],
  verifyFile: 'MP_verify_0123456789abcdef.txt',
  menu: [
    view('点外卖订'),
    { name: '服务', children: [view('一二三四五六七八'), { name: 'Help', type: 'click', key: 'help' }] },
  ],
};

const rules = (errors: readonly { field: string; rule: string }[]) =>
  errors.map(({ field, rule }) => `${field}: ${rule}`);
const applet = (change: Partial<AppletValues>) => rules(checkAppletConfig({ ...APPLET, ...change }, 'en-US'));
const service = (change: Partial<ServiceNumberValues>) =>
  rules(checkServiceNumberConfig({ ...SERVICE, ...change }, 'en-US'));

test("values in the platform's formats and unchanged secrets are accepted", () => {
  assert.deepEqual(applet({}), []);
  assert.deepEqual(applet({ appSecret: null, msgToken: '', encodingAesKey: null, uploadKey: null }), []);
  assert.deepEqual(service({}), []);
});

test('the documented refusals have their own texts', () => {
  const errors = checkAppletConfig({ ...APPLET, appId: 'wx1', encodingAesKey: 'a'.repeat(42) }, 'en-US');
  assert.deepEqual(
    errors.map(({ message }) => message),
    ['AppID is not valid', 'Must be 43 letters or digits'],
  );
});

test('each value of a mini program is refused by its own rule', () => {
  assert.deepEqual(applet({ appId: 'wx0123456789ABCDEF' }), ['appId: appId']);
  assert.deepEqual(applet({ appSecret: 'x'.repeat(32) }), ['appSecret: secret']);
  assert.deepEqual(applet({ originalId: 'gh_1' }), ['originalId: originalId']);
  assert.deepEqual(applet({ msgToken: 'ab' }), ['msgToken: token']);
  assert.deepEqual(applet({ msgToken: 'with space' }), ['msgToken: token']);
  assert.deepEqual(applet({ encodingAesKey: `${'a'.repeat(42)}=` }), ['encodingAesKey: aesKey']);
  assert.deepEqual(applet({ ciRobot: 31 }), ['ciRobot: robot']);
  assert.deepEqual(applet({ subscribeTemplates: [{ scene: 'paid', templateId: ' ' }] }), [
    'subscribeTemplates.0.templateId: template',
  ]);
  const twice = { scene: 'paid', templateId: 'a' };
  assert.deepEqual(applet({ subscribeTemplates: [twice, twice] }), ['subscribeTemplates.1.scene: twice']);
});

test('an upload key is a readable RSA key in PEM', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  assert.deepEqual(applet({ uploadKey: `${rsa}` }), []);
  for (const wrong of [`${ec}`, `${rsa}`.slice(0, 400), 'text']) {
    assert.deepEqual(applet({ uploadKey: wrong }), ['uploadKey: uploadKey']);
  }
});

test('domains are https hosts without path, IP address or the platform’s own hosts', () => {
  for (const wrong of [
    'http://api.example.cn',
    'api.example.cn',
    'https://api.example.cn/',
    'https://api.example.cn/path',
    'https://192.168.1.1',
    'https://localhost',
    'https://user@api.example.cn',
    'https://api.weixin.qq.com',
  ]) {
    assert.deepEqual(applet({ serverDomains: [wrong] }), ['serverDomains: origin'], wrong);
  }
  assert.deepEqual(applet({ businessDomains: ['https://m.example.cn:8443'] }), ['businessDomains: origin']);
  assert.deepEqual(applet({ businessDomains: ['https://m.example.cn', 'https://m.example.cn'] }), [
    'businessDomains: twice',
  ]);
  assert.deepEqual(service({ jsDomains: ['https://m.example.cn'] }), ['jsDomains: host']);
  const hosts = (count: number) => Array.from({ length: count }, (_, index) => `m${index}.example.cn`);
  assert.deepEqual(service({ jsDomains: hosts(6) }), ['jsDomains: most']);
  assert.deepEqual(service({ oauthDomains: hosts(3) }), ['oauthDomains: most']);
  assert.deepEqual(service({ verifyFile: 'MP_verify_1.txt' }), ['verifyFile: verifyFile']);
});

test('menu names are counted as the platform counts them: a Chinese character is two letters', () => {
  assert.deepEqual(['外卖', 'Order', '外卖Go', 'Pão', ''].map(menuNameUnits), [4, 5, 6, 4, 0]);
  const accepted = ['点外卖订', 'Delivery', '外卖Go12'];
  for (const name of accepted) assert.deepEqual(service({ menu: [view(name)] }), [], name);
  for (const name of ['点外卖订单', 'Deliveries', '外卖Go123', '']) {
    assert.deepEqual(service({ menu: [view(name)] }), ['menu.0.name: name'], name);
  }
  const under = (name: string) => service({ menu: [{ name: '服务', children: [view(name)] }] });
  assert.deepEqual(under('一二三四五六七八'), []);
  assert.deepEqual(under('一二三四五六七八九'), ['menu.0.children.0.name: name']);
  const [error] = checkServiceNumberConfig({ ...SERVICE, menu: [view('点外卖订单')] }, 'en-US');
  assert.equal(error?.message, 'At most 4 Chinese characters or 8 letters');
});

test('a menu has at most three buttons with five entries each, and each entry has an action', () => {
  assert.deepEqual(service({ menu: ['a', 'b', 'c', 'd'].map(view) }), ['menu: most']);
  assert.deepEqual(service({ menu: [{ name: 'a', children: ['b', 'c', 'd', 'e', 'f', 'g'].map(view) }] }), [
    'menu.0.children: most',
  ]);
  assert.deepEqual(service({ menu: [{ name: 'a' }] }), ['menu.0.type: type']);
  assert.deepEqual(service({ menu: [{ name: 'a', type: 'view', url: 'javascript:1' }] }), ['menu.0.url: url']);
  assert.deepEqual(service({ menu: [{ name: 'a', type: 'click', key: 'k'.repeat(129) }] }), ['menu.0.key: key']);
  assert.deepEqual(service({ menu: [{ name: 'a', type: 'miniprogram', url: 'https://m.example.cn', appId: 'x' }] }), [
    'menu.0.appId: appId',
    'menu.0.page: page',
  ]);
});

test('a menu is published with the platform’s field names', () => {
  const mini: MenuEntry = {
    name: '点餐',
    type: 'miniprogram',
    url: 'https://m.example.cn',
    appId: 'wx0123456789abcdef',
    page: 'pages/index',
  };
  assert.deepEqual(menuButtons([mini, { name: '服务', children: [{ name: '帮助', type: 'click', key: 'help' }] }]), [
    { name: '点餐', type: 'miniprogram', url: mini.url, appid: mini.appId, pagepath: mini.page },
    { name: '服务', sub_button: [{ name: '帮助', type: 'click', key: 'help' }] },
  ]);
});

test('every refusal has a complete sentence in all languages', () => {
  const wrong: AppletValues = {
    ...APPLET,
    appId: '',
    appSecret: '1',
    originalId: '1',
    msgToken: '1',
    encodingAesKey: '1',
    uploadKey: '1',
    ciRobot: 0,
    serverDomains: ['a', 'a'],
  };
  const byLocale = LOCALES.map((locale) => checkAppletConfig(wrong, locale));
  for (const errors of byLocale) {
    assert.equal(errors.length, 9);
    for (const { message } of errors) assert.doesNotMatch(message, /[{}]/);
  }
  for (const index of byLocale[0]?.keys() ?? []) {
    assert.equal(new Set(byLocale.map((errors) => errors[index]?.message)).size, LOCALES.length);
  }
});
