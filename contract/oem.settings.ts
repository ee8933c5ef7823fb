import { COLOUR } from './colour';
import { LANDLINE, MOBILE, SERVICE_TEL } from './limits';
import { certificate, picture, secret, settingGroup, settingPage, str, toggle, url } from './settings';
import { text } from './text';
import { WORD } from './words';

/** Matches a host name with at least two labels, such as `console.example.com`. */
const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const HTTPS = /^https:\/\//;
const PHONE = new RegExp([MOBILE, LANDLINE, SERVICE_TEL].map(({ source }) => source).join('|'));

/**
 * Names of the settings with domains, in the order of the form. The domains are those of the console, the stations' console, the API and
 * the files.
 */
export const OEM_DOMAINS = ['consoleDomain', 'stationDomain', 'apiDomain', 'cdnDomain'] as const;
/** The certificate must be valid for more than this number of days when it is saved (42332). */
const LEAST_DAYS = 7;

/** The settings of branding (贴牌配置, DOMAIN §3.10). While branding is enabled, it replaces name and logos of the site settings. */
const branding = settingGroup('oem', {
  sections: {
    words: {
      title: text('品牌文字', 'Brand', 'Marca', '品牌文字'),
      fields: {
        productName: str({
          label: text('产品名称', 'Product name', 'Nome do produto', '產品名稱'),
          help: text(
            '显示在登录页、页面标题和菜单上方。',
            'Shown on the sign-in page, in page titles and above the menu.',
            'Aparece na página de acesso, no título das páginas e acima do menu.',
            '顯示在登入頁、頁面標題和選單上方。',
          ),
          min: 2,
          max: 20,
        }),
        slogan: str({ label: text('标语', 'Slogan', 'Slogan', '標語'), max: 40 }),
        copyright: str({
          label: text('版权声明', 'Copyright line', 'Linha de direitos autorais', '版權聲明'),
          example: text('© 2026 某某公司', '© 2026 Example Ltd.', '© 2026 Exemplo Ltda.', '© 2026 某某公司'),
          max: 80,
        }),
        showPoweredBy: toggle({
          label: text('显示技术支持方', 'Show technology provider', 'Mostrar quem fez o console', '顯示技術支援方'),
          initial: true,
        }),
        allowStationOem: toggle({
          label: text(
            '允许站点自定义品牌',
            'Stations may use their own brand',
            'Estações podem usar a própria marca',
            '允許站點自訂品牌',
          ),
          help: text(
            '由站点端读取；总部控制台的品牌不受影响。',
            'Used by the station console; the brand of this console does not change.',
            'Lido pelo console das estações; este console mantém a sua marca.',
            '由站點端讀取；總部主控台的品牌不受影響。',
          ),
          initial: false,
        }),
      },
    },
    look: {
      title: text('标识与颜色', 'Logos and colour', 'Logotipos e cor', '標誌與顏色'),
      fields: {
        loginLogo: picture({
          label: text('登录页标识', 'Logo of the sign-in page', 'Logotipo da página de acesso', '登入頁標誌'),
          scene: 'oemLogo',
        }),
        loginBackground: picture({
          label: text('登录页背景', 'Background of the sign-in page', 'Fundo da página de acesso', '登入頁背景'),
          scene: 'oemBackground',
        }),
        menuLogo: picture({
          label: text('菜单标识', 'Logo above the menu', 'Logotipo acima do menu', '選單標誌'),
          scene: 'oemLogo',
        }),
        favicon: picture({
          label: WORD.browserIcon,
          scene: 'oemIcon',
        }),
        themeColor: str({
          label: WORD.themeColour,
          help: text(
            '与白色的对比度至少为 3:1。',
            'The contrast to white must be at least 3:1.',
            'Contraste de pelo menos 3:1 com o branco.',
            '與白色的對比度至少為 3:1。',
          ),
          pattern: COLOUR,
          initial: '#ad8b00',
        }),
      },
    },
    domains: {
      title: text('域名与证书', 'Domains and certificate', 'Domínios e certificado', '網域與憑證'),
      guide: text(
        '在域名服务商处为每个域名添加 CNAME 记录，指向本系统的公开地址；证书由证书颁发机构签发。',
        'Add a CNAME record for each domain at your DNS provider, pointing to the public address of this console. The certificate comes from a certificate authority.',
        'Adicione no provedor de DNS um registro CNAME para cada domínio, apontando para o endereço público deste console. O certificado vem de uma autoridade certificadora.',
        '在網域服務商處為每個網域新增 CNAME 記錄，指向本系統的公開位址；憑證由憑證授權機構簽發。',
      ),
      fields: {
        consoleDomain: str({
          label: text('控制台域名', 'Domain of the console', 'Domínio do console', '主控台網域'),
          example: text('console.example.com', 'console.example.com', 'console.example.com', 'console.example.com'),
          pattern: HOST,
        }),
        stationDomain: str({
          label: text('站点端域名', 'Domain of the station console', 'Domínio do console das estações', '站點端網域'),
          pattern: HOST,
        }),
        apiDomain: str({ label: text('接口域名', 'Domain of the API', 'Domínio da API', '介面網域'), pattern: HOST }),
        cdnDomain: str({
          label: text('文件域名', 'Domain of files', 'Domínio dos arquivos', '檔案網域'),
          pattern: HOST,
        }),
        certPem: certificate({
          label: text('域名证书', 'Certificate', 'Certificado', '網域憑證'),
          help: text(
            '包含控制台域名，剩余有效期超过 7 天；可附带证书链。',
            'Covers the console domain and is valid for more than 7 days; you may append the certificate chain.',
            'Para o domínio do console, válido por mais de 7 dias; a cadeia pode vir em seguida.',
            '包含主控台網域，剩餘有效期超過 7 天；可附帶憑證鏈。',
          ),
        }),
        certKey: secret({
          label: text('证书私钥', 'Private key', 'Chave privada', '憑證私鑰'),
          holds: 'privateKey',
        }),
      },
    },
    records: {
      title: text('备案与服务', 'Filings and service', 'Registros e atendimento', '備案與服務'),
      fields: {
        icp: str({
          label: WORD.icpLicenceNumber,
          guide: text(
            '工业和信息化部备案管理系统。',
            'Filing system of the Ministry of Industry and Information Technology.',
            'Sistema de registro do Ministério da Indústria e Tecnologia da Informação.',
            '工業和資訊化部備案管理系統。',
          ),
          max: 40,
        }),
        policeRecord: str({
          label: text('公安备案号', 'Public security filing no.', 'Registro de segurança pública', '公安備案號'),
          guide: text(
            '全国互联网安全管理服务平台。',
            'National internet security service platform.',
            'Plataforma nacional de segurança da internet.',
            '全國網際網路安全管理服務平台。',
          ),
          max: 40,
        }),
        serviceTel: str({
          label: WORD.servicePhone,
          inputMode: 'tel',
          pattern: PHONE,
        }),
        helpUrl: url({
          label: text('帮助地址', 'Help address', 'Endereço de ajuda', '說明網址'),
          max: 200,
          pattern: HTTPS,
        }),
        feedbackUrl: url({
          label: text('反馈地址', 'Feedback address', 'Endereço de opiniões', '意見回饋網址'),
          max: 200,
          pattern: HTTPS,
        }),
      },
    },
  },
  test: text('检查域名与证书', 'Check domains and certificate', 'Verificar domínios e certificado', '檢查網域與憑證'),
  platform: {
    needs: ['productName', 'themeColor'],
    certificates: [{ certificate: 'certPem', key: 'certKey', leastDays: LEAST_DAYS }],
  },
});

export const OEM = settingPage({
  access: 71,
  edit: 7102,
  secrets: 7102,
  module: 'config.oem',
  object: 'oemSetting',
  groups: { oem: branding },
});
