import { APP_FEATURES, APP_PACKAGE } from './appVersion.states';
import { PUSH_DEVICE } from './limits';
import { environment, list, many, type SettingFields, secret, settingGroup, settingPage, str, url } from './settings';
import { type Text, text } from './text';

/** This file declares the settings of the three apps (APP 配置, DOMAIN §3.10). Each app has one group with the same fields. */

const HTTPS = /^https:\/\//;
const HEX32 = /^[0-9a-f]{32}$/i;

const own = {
  title: text('应用信息', 'App', 'Aplicativo', '應用資訊'),
  guide: text(
    '应用商店编号见 App Store Connect；通用链接须由自有域名下的关联文件声明；签名摘要由签名密钥算出。',
    'Find the App Store number in App Store Connect. A file on your own domain must declare the universal link. The signature digest is calculated from the signing key.',
    'O número da App Store está no App Store Connect; um arquivo no seu domínio declara o link universal; o resumo é o da chave de assinatura.',
    '應用商店編號見 App Store Connect；通用連結須由自有網域下的關聯檔案宣告；簽章摘要由簽章金鑰算出。',
  ),
  fields: {
    appName: str({ label: text('应用名称', 'App name', 'Nome do aplicativo', '應用名稱'), min: 2, max: 20 }),
    packageName: str({
      label: text('Android 包名', 'Android package name', 'Nome do pacote Android', 'Android 套件名稱'),
      example: text('cn.example.user', 'cn.example.user', 'cn.example.user', 'cn.example.user'),
      pattern: APP_PACKAGE,
      max: 100,
    }),
    bundleId: str({
      label: text('iOS Bundle ID', 'iOS bundle ID', 'Bundle ID do iOS', 'iOS Bundle ID'),
      pattern: APP_PACKAGE,
      max: 100,
    }),
    appStoreId: str({
      label: text('App Store 编号', 'App Store number', 'Número da App Store', 'App Store 編號'),
      pattern: /^\d{6,12}$/,
    }),
    universalLink: url({
      label: text('通用链接', 'Universal link', 'Link universal', '通用連結'),
      max: 200,
      pattern: HTTPS,
    }),
    androidSignSha256: str({
      label: text(
        'Android 签名 SHA-256',
        'Android signature SHA-256',
        'SHA-256 da assinatura Android',
        'Android 簽章 SHA-256',
      ),
      help: text(
        '64 位十六进制字符。',
        '64 hexadecimal characters.',
        '64 caracteres hexadecimais.',
        '64 位十六進位字元。',
      ),
      pattern: /^[0-9a-f]{64}$/i,
    }),
  },
} as const;

const login = {
  title: text('登录与支付', 'Sign-in and payment', 'Acesso e pagamento', '登入與支付'),
  guide: text(
    '微信开放平台 → 移动应用；支付宝开放平台 → 移动应用；一键登录服务商控制台。',
    'WeChat open platform → Mobile application; Alipay open platform → Mobile application; console of the one-key sign-in provider.',
    'Plataforma aberta do WeChat → Aplicativo móvel; plataforma aberta do Alipay → Aplicativo móvel; console do provedor de acesso com um toque.',
    '微信開放平台 → 行動應用；支付寶開放平台 → 行動應用；一鍵登入服務商主控台。',
  ),
  fields: {
    openAppId: str({
      label: text('微信开放平台 AppID', 'WeChat open AppID', 'AppID aberto do WeChat', '微信開放平台 AppID'),
      pattern: /^wx[0-9a-f]{16}$/,
    }),
    openAppSecret: secret({
      label: text('微信开放平台密钥', 'WeChat open secret', 'Segredo aberto do WeChat', '微信開放平台金鑰'),
      pattern: HEX32,
      max: 32,
    }),
    aliAppId: str({
      label: text('支付宝 AppID', 'Alipay AppID', 'AppID do Alipay', '支付寶 AppID'),
      pattern: /^20\d{14}$/,
    }),
    oneKeyAppId: str({
      label: text('一键登录 AppID', 'One-key sign-in AppID', 'AppID do acesso com um toque', '一鍵登入 AppID'),
      max: 64,
    }),
    oneKeyAppSecret: secret({
      label: text('一键登录密钥', 'One-key sign-in secret', 'Segredo do acesso com um toque', '一鍵登入金鑰'),
      max: 128,
    }),
  },
} as const;

const services = {
  title: text('地图与监控', 'Map and monitoring', 'Mapa e monitoramento', '地圖與監控'),
  guide: text(
    '地图开放平台的密钥须绑定包名或 Bundle ID；监控编号见监控服务商控制台。',
    'Keys of the map platform must be bound to the package name or bundle ID; the monitoring IDs are in the console of the monitoring provider.',
    'As chaves da plataforma de mapas são ligadas ao pacote ou ao bundle ID; os demais números estão no console do provedor de monitoramento.',
    '地圖開放平台的金鑰須綁定套件名稱或 Bundle ID；監控編號見監控服務商主控台。',
  ),
  fields: {
    mapAndroidKey: str({
      label: text('地图 Android 密钥', 'Map key for Android', 'Chave do mapa para Android', '地圖 Android 金鑰'),
      pattern: HEX32,
    }),
    mapIosKey: str({
      label: text('地图 iOS 密钥', 'Map key for iOS', 'Chave do mapa para iOS', '地圖 iOS 金鑰'),
      pattern: HEX32,
    }),
    crashAppId: str({
      label: text('崩溃监控编号', 'Crash reports AppID', 'AppID de relatórios de falhas', '當機監控編號'),
      max: 64,
    }),
    analyticsKey: str({ label: text('统计密钥', 'Analytics key', 'Chave de estatísticas', '統計金鑰'), max: 64 }),
    keepAliveGuideUrl: url({
      label: text('后台保活指引', 'Guide to background running', 'Guia de execução em segundo plano', '背景保活指引'),
      max: 200,
      pattern: HTTPS,
    }),
    serviceEntryUrl: url({
      label: text('客服入口', 'Customer service page', 'Página de atendimento', '客服入口'),
      max: 200,
      pattern: HTTPS,
    }),
    features: many({
      label: text('功能开关', 'Features', 'Recursos', '功能開關'),
      options: APP_FEATURES,
      initial: ['tips', 'nightMode'],
    }),
  },
} as const;

/** Error message of a test message when no test device is bound. */
export const NO_TEST_DEVICE = text(
  '请先绑定测试设备',
  'Bind a test device first',
  'Vincule um dispositivo de teste primeiro',
  '請先綁定測試裝置',
);

const push = {
  title: text('消息推送', 'Push', 'Notificações push', '訊息推送'),
  guide: text(
    '极光推送控制台 → 应用设置 → 应用信息；苹果开发者账号 → Keys。',
    'Console of JPush → App settings → App information; Apple developer account → Keys.',
    'Console do JPush → Configurações do aplicativo → Informações; conta de desenvolvedor Apple → Keys.',
    'JPush 主控台 → 應用設定 → 應用資訊；Apple 開發者帳號 → Keys。',
  ),
  fields: {
    pushEnvironment: {
      ...environment({ sandbox: false }),
      label: text('推送环境', 'Push environment', 'Ambiente de push', '推播環境'),
      addedLater: true,
    },
    pushAppId: str({ label: text('推送 AppID', 'Push AppID', 'AppID de push', '推播 AppID'), max: 64 }),
    pushAppKey: str({ label: text('推送 AppKey', 'Push AppKey', 'AppKey de push', '推播 AppKey'), max: 64 }),
    pushMasterSecret: secret({
      label: text('推送主密钥', 'Push master secret', 'Segredo mestre de push', '推播主金鑰'),
      max: 128,
    }),
    apnsKeyId: str({
      label: text('APNs Key ID', 'APNs key ID', 'ID da chave APNs', 'APNs Key ID'),
      pattern: /^[A-Z0-9]{10}$/,
    }),
    apnsTeamId: str({
      label: text('APNs Team ID', 'APNs team ID', 'ID da equipe APNs', 'APNs Team ID'),
      pattern: /^[A-Z0-9]{10}$/,
    }),
    apnsKey: secret({
      label: text('APNs 密钥（.p8）', 'APNs key (.p8)', 'Chave APNs (.p8)', 'APNs 金鑰（.p8）'),
      holds: 'privateKey',
    }),
    pushTestDevices: list({
      label: text('测试设备', 'Test devices', 'Dispositivos de teste', '測試裝置'),
      help: text(
        '每行一个 Registration ID，由安装了应用的手机在极光推送注册后取得。测试推送只发给这些设备。',
        'One registration ID per line. JPush assigns one to each phone with the app installed. Test pushes go to these devices only.',
        'Um Registration ID por linha: o JPush o fornece a um telefone com o aplicativo instalado. O teste de push vai só para estes dispositivos.',
        '每行一個 Registration ID，由安裝了應用程式的手機在 JPush 註冊後取得。測試推播只傳給這些裝置。',
      ),
      pattern: PUSH_DEVICE,
      itemMax: 40,
      max: 20,
      addedLater: true,
    }),
  },
} as const;

const MAKERS = {
  huawei: text('华为', 'Huawei', 'Huawei', '華為'),
  honor: text('荣耀', 'Honor', 'Honor', '榮耀'),
  xiaomi: text('小米', 'Xiaomi', 'Xiaomi', '小米'),
  oppo: text('OPPO', 'OPPO', 'OPPO', 'OPPO'),
  vivo: text('vivo', 'vivo', 'vivo', 'vivo'),
} satisfies Record<string, Text>;

/** Returns the fields for the push service of a phone manufacturer: AppID, key and secret. */
const makerFields = <M extends keyof typeof MAKERS>(maker: M) => {
  const { 'zh-CN': zh, 'en-US': en, 'pt-BR': pt, 'zh-TW': tw } = MAKERS[maker];
  return {
    [`${maker}Id`]: str({ label: text(`${zh} AppID`, `${en} AppID`, `AppID ${pt}`, `${tw} AppID`), max: 64 }),
    [`${maker}Key`]: str({ label: text(`${zh} AppKey`, `${en} AppKey`, `AppKey ${pt}`, `${tw} AppKey`), max: 128 }),
    [`${maker}Secret`]: secret({
      label: text(`${zh} AppSecret`, `${en} AppSecret`, `AppSecret ${pt}`, `${tw} AppSecret`),
      max: 128,
    }),
  } as SettingFields;
};

const vendors = {
  title: text('手机厂商推送', 'Push of phone makers', 'Push dos fabricantes', '手機廠商推播'),
  help: text(
    '应用未运行时，推送服务商通过这些厂商通道送达。参数在此保管，须在推送服务商控制台填写同样的参数才会生效。',
    'The push provider delivers through these channels while an app is not running. The values are kept here; they take effect once the same values are entered in the console of the push provider.',
    'O provedor de push entrega por estes canais quando o aplicativo não está em execução. Os valores ficam guardados aqui; eles passam a valer quando são informados também no console do provedor de push.',
    '應用程式未執行時，推播服務商透過這些廠商通道送達。參數在此保管，須在推播服務商主控台填寫同樣的參數才會生效。',
  ),
  guide: text(
    '各手机厂商的开发者平台 → 推送服务。',
    "Each phone maker's developer console → Push.",
    'Console de desenvolvedor de cada fabricante → Push.',
    '各手機廠商的開發者平台 → 推播服務。',
  ),
  fields: Object.assign({}, ...(Object.keys(MAKERS) as (keyof typeof MAKERS)[]).map(makerFields)) as SettingFields,
};

const appGroup = (key: string) =>
  settingGroup(key, {
    sections: { own, login, services, push, vendors },
    test: text('检查配置', 'Check configuration', 'Verificar configuração', '檢查設定'),
    platform: { needs: ['appName', 'packageName', 'bundleId', 'androidSignSha256'] },
  });

export const APP = settingPage({
  access: 108,
  edit: 10802,
  secrets: 10802,
  module: 'config.app',
  object: 'appSetting',
  groups: { userApp: appGroup('userApp'), riderApp: appGroup('riderApp'), merchantApp: appGroup('merchantApp') },
});
