import { HEXAGON, LANDLINE, MOBILE, PROFILE, SERVICE_TEL, TEAM } from './limits';
import {
  choice,
  entry,
  type GroupValues,
  hours,
  many,
  number,
  picture,
  place,
  secret,
  settingGroup,
  settingPage,
  str,
  timeZone,
  toggle,
  url,
} from './settings';
import { MINUTES } from './settings.units';
import { business } from './site.settings.business';
import { security } from './site.settings.security';
import { sms } from './site.settings.sms';
import { SETTLE_CYCLE_TEXTS } from './team.choices';
import { LANGUAGE_NAMES, LOCALES, type Locale, text } from './text';
import { WORD } from './words';

/** This file declares the site settings (站点设置, DOMAIN §3.7): data and defaults of the tenant. */

const HEX32 = /^[0-9a-f]{32}$/i;
const TILES = /^https?:\/\/[^\s]+\{z\}[^\s]*$/;
const anyOf = (...patterns: readonly RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'));

const identity = settingGroup('identity', {
  sections: {
    name: {
      title: WORD.name,
      fields: {
        siteName: str({
          label: text('平台名称', 'Platform name', 'Nome da plataforma', '平台名稱'),
          help: text(
            '显示在页面标题和菜单上方。',
            'Shown in page titles and above the menu.',
            'Aparece no título das páginas e acima do menu.',
            '顯示在頁面標題和選單上方。',
          ),
          required: true,
          min: 2,
          max: 30,
          initial: 'Multistation Console',
        }),
        shortName: str({ label: text('简称', 'Short name', 'Nome curto', '簡稱'), max: 10 }),
        companyName: str({ label: text('公司名称', 'Company name', 'Razão social', '公司名稱'), max: 60 }),
        icp: str({ label: WORD.icpLicenceNumber, max: 40 }),
      },
    },
    logo: {
      title: text('标识', 'Logos', 'Logotipos', '標誌'),
      fields: {
        logoLight: picture({
          label: text('浅色标识', 'Logo on light', 'Logotipo para fundo claro', '淺色標誌'),
          scene: 'siteLogo',
        }),
        logoDark: picture({
          label: text('深色标识', 'Logo on dark', 'Logotipo para fundo escuro', '深色標誌'),
          scene: 'siteLogo',
        }),
        favicon: picture({
          label: WORD.browserIcon,
          scene: 'favicon',
        }),
      },
    },
    service: {
      title: text('客户服务', 'Customer service', 'Atendimento', '客戶服務'),
      fields: {
        serviceTel: str({
          label: WORD.servicePhone,
          help: text(
            '手机、座机或 400/800 号码。',
            'Mobile, landline or a 400/800 number.',
            'Celular, fixo ou número 400/800.',
            '手機、市話或 400/800 號碼。',
          ),
          required: true,
          inputMode: 'tel',
          pattern: anyOf(MOBILE, LANDLINE, SERVICE_TEL),
          initial: '400-000-0000',
        }),
        serviceTime: str({
          label: text('服务时间', 'Service hours', 'Horário de atendimento', '服務時間'),
          example: text('每天 09:00–21:00', 'Every day 09:00–21:00', 'Todos os dias, 09:00–21:00', '每天 09:00–21:00'),
          max: 40,
        }),
        supportEmail: str({
          label: text('问题反馈邮箱', 'Support email', 'E-mail de suporte', '問題回報信箱'),
          example: text('help@example.com', 'help@example.com', 'ajuda@example.com', 'help@example.com'),
          help: text(
            '“报告问题”时可写信到这个地址；留空则报告只留在本控制台。',
            '“Report a problem” offers to write to this address. Empty: reports stay in this console.',
            '“Relatar um problema” permite escrever para este endereço. Vazio: os relatos ficam neste console.',
            '「回報問題」時可寫信到這個地址；留空則回報只留在本控制台。',
          ),
          inputMode: 'email',
          addedLater: true,
          ...PROFILE.email,
        }),
      },
    },
  },
});

const locale = settingGroup('locale', {
  sections: {
    language: {
      title: WORD.languages,
      fields: {
        enabledLocales: many<Locale>({
          label: text('启用的语言', 'Enabled languages', 'Idiomas ativos', '啟用的語言'),
          options: LANGUAGE_NAMES,
          initial: [...LOCALES],
        }),
        defaultLocale: choice<Locale>({
          label: text('默认语言', 'Default language', 'Idioma padrão', '預設語言'),
          help: text(
            '必须是已启用的语言。',
            'Must be one of the enabled languages.',
            'Precisa ser um dos idiomas ativos.',
            '必須是已啟用的語言。',
          ),
          options: LANGUAGE_NAMES,
          initial: 'zh-CN',
        }),
      },
    },
    region: {
      title: text('时间、货币与电话', 'Time, currency and phone', 'Hora, moeda e telefone', '時間、貨幣與電話'),
      fields: {
        timeZone: timeZone({
          label: text('时区', 'Time zone', 'Fuso horário', '時區'),
          help: text(
            '“一天”的起止与所有时间的显示都以此为准。',
            'Determines when a day begins and ends and how all times are shown.',
            'Define onde o dia começa e como os horários aparecem.',
            '「一天」的起訖與所有時間的顯示都以此為準。',
          ),
          initial: 'Asia/Shanghai',
        }),
        currencyDisplay: str({
          label: text('货币符号', 'Currency sign', 'Símbolo da moeda', '貨幣符號'),
          required: true,
          min: 1,
          max: 4,
          initial: '¥',
        }),
        allowIntlPhone: toggle({
          label: text(
            '允许国际电话',
            'Allow international phone numbers',
            'Aceitar telefones internacionais',
            '允許國際電話',
          ),
          help: text(
            '开启后可填写 +55 11… 形式的号码。',
            'Numbers such as +55 11… are then accepted.',
            'Números como +55 11… passam a ser aceitos.',
            '開啟後可填寫 +55 11… 形式的號碼。',
          ),
          initial: false,
        }),
      },
    },
  },
});

const map = settingGroup('map', {
  simulator: text(
    '尚未配置服务端密钥，地点搜索与区划边界由模拟器提供。',
    'No server key is stored, so place search and district borders come from a simulator.',
    'Sem chave de servidor, a busca de lugares e os limites de distritos vêm de um simulador.',
    '尚未設定伺服器金鑰，地點搜尋與區劃邊界由模擬器提供。',
  ),
  test: text('测试地图服务', 'Test map service', 'Testar serviço de mapas', '測試地圖服務'),
  sections: {
    keys: {
      title: text('地图服务', 'Map service', 'Serviço de mapas', '地圖服務'),
      fields: {
        mapJsKey: str({
          label: text('浏览器端密钥', 'Browser key', 'Chave do navegador', '瀏覽器端金鑰'),
          help: text(
            '32 位十六进制字符；留空则不使用。',
            '32 hexadecimal characters; leave it empty if not used.',
            '32 caracteres hexadecimais; deixe vazio para não usar.',
            '32 位十六進位字元；留空則不使用。',
          ),
          pattern: HEX32,
        }),
        mapSecurityCode: secret({ label: text('安全密钥', 'Security code', 'Código de segurança', '安全金鑰') }),
        mapServerKey: secret({
          label: text('服务端密钥', 'Server key', 'Chave do servidor', '伺服器金鑰'),
          help: text(
            '用于地点搜索与区划边界，只保存在服务器上。',
            'For place search and district borders; it never leaves the server.',
            'Para busca de lugares e limites de distritos; nunca sai do servidor.',
            '用於地點搜尋與區劃邊界，只儲存在伺服器上。',
          ),
        }),
      },
    },
    view: {
      title: text('地图显示', 'Map view', 'Exibição do mapa', '地圖顯示'),
      fields: {
        mapTileUrl: str({
          label: text('底图地址', 'Tile address', 'Endereço dos blocos', '底圖位址'),
          help: text(
            '如 https://tiles.example.com/{z}/{x}/{y}.png；留空显示控制台自带的行政区划图。',
            'For example https://tiles.example.com/{z}/{x}/{y}.png; leave it empty to show the built-in map of provinces and cities.',
            'Como https://tiles.example.com/{z}/{x}/{y}.png; vazio mostra o mapa de províncias e cidades do próprio console.',
            '如 https://tiles.example.com/{z}/{x}/{y}.png；留空顯示控制台內建的行政區劃圖。',
          ),
          max: 300,
          pattern: TILES,
        }),
        mapDefaultCenter: place({
          label: text('默认中心点', 'Default centre', 'Centro padrão', '預設中心點'),
          help: text(
            '经度,纬度（GCJ-02），最多 6 位小数。',
            'Longitude,latitude (GCJ-02), up to 6 decimals.',
            'Longitude,latitude (GCJ-02), até 6 casas decimais.',
            '經度,緯度（GCJ-02），最多 6 位小數。',
          ),
          initial: '104.065735,30.659462',
        }),
        mapZoom: number({
          label: text('默认缩放级别', 'Default zoom', 'Zoom padrão', '預設縮放層級'),
          unit: text('级', 'level', 'nível', '級'),
          min: 3,
          max: 18,
          initial: 12,
        }),
      },
    },
  },
});

const teamDefaults = settingGroup('teamDefaults', {
  sections: {
    start: {
      help: text(
        '新增站点时自动填入，已有站点不受影响。',
        'Filled in when a station is added; existing stations keep theirs.',
        'Preenchidos ao adicionar uma estação; as existentes não mudam.',
        '新增站點時自動填入，已有站點不受影響。',
      ),
      fields: {
        feePlanId: entry({ label: WORD.feePlan, source: 'feePlans' }),
        weekHours: hours({
          label: WORD.businessHours,
          initial: Array.from({ length: 7 }, (_, weekday) => ({ weekday, ranges: [{ from: '08:00', to: '22:00' }] })),
        }),
        promiseMin: number({
          label: WORD.promisedDeliveryTime,
          unit: MINUTES,
          ...TEAM.promiseMin,
          initial: 45,
        }),
        hexSizeKm: number({
          label: WORD.hexagonSize,
          help: text(
            '从中心到顶点的距离，步长 0.5 公里。',
            'From the centre to a corner, in steps of 0.5 km.',
            'Do centro ao vértice, em passos de 0,5 km.',
            '從中心到頂點的距離，間距 0.5 公里。',
          ),
          unit: WORD.kilometres,
          min: HEXAGON.minKm,
          max: HEXAGON.maxKm,
          step: HEXAGON.stepKm,
          initial: HEXAGON.defaultKm,
        }),
        overlapPolicy: choice({
          label: text('服务区域重叠时', 'When service areas overlap', 'Se as áreas se sobrepõem', '服務區域重疊時'),
          radio: true,
          options: {
            warn: text('提醒', 'Warn', 'Avisar', '提醒'),
            forbid: text('禁止', 'Forbid', 'Proibir', '禁止'),
            allow: text('允许', 'Allow', 'Permitir', '允許'),
          },
          initial: 'warn',
        }),
        settleCycle: choice({
          label: WORD.settlementCycle,
          radio: true,
          options: SETTLE_CYCLE_TEXTS,
          initial: 'T1',
        }),
        /** URL of the station console, which is a separate product. If it is empty, users cannot open that console from here. */
        consoleUrl: url({
          label: WORD.stationConsoleAddress,
          help: text(
            '“进入站点后台”打开的网址；留空则不能进入。',
            'The address that “Enter station console” opens. If it is empty, the station console cannot be entered.',
            'Aonde leva “Entrar no console da estação”; vazio, não é possível entrar.',
            '「進入站點後台」開啟的網址；留空則無法進入。',
          ),
          max: 200,
        }),
      },
    },
  },
});

export const SITE = settingPage({
  access: 45,
  edit: 4502,
  secrets: 4506,
  module: 'site',
  object: 'siteSetting',
  groups: { identity, locale, map, teamDefaults, security, business, sms },
});
export type SiteSettingGroup = keyof typeof SITE.groups;
export type SiteSettings = { [G in SiteSettingGroup]: GroupValues<(typeof SITE.groups)[G]> };
