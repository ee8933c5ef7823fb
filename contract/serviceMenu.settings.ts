import { MENU_LONGEST, type MENU_TYPES } from './serviceNumber.menu';
import { choice, number, rows, settingGroup, settingPage, str } from './settings';
import { type Text, text } from './text';

/** The menu of the official account (微信服务号, DOMAIN §3.10): kept as versions beside its parameters. */

const TYPE_TEXT: Readonly<Record<(typeof MENU_TYPES)[number], Text>> = {
  view: text('打开网页', 'Open a page', 'Abrir uma página', '開啟網頁'),
  click: text('回复消息', 'Answer with a reply', 'Responder com uma mensagem', '回覆訊息'),
  miniprogram: text('打开小程序', 'Open a mini program', 'Abrir um miniprograma', '開啟小程式'),
};

/** The menu in one list: an entry of the second level names the place of its parent. */
const menu = settingGroup('serviceMenu', {
  sections: {
    menu: {
      fields: {
        entries: rows({
          label: text('自定义菜单', 'Menu', 'Menu', '自訂選單'),
          max: 18,
          columns: {
            /** Place of the entry above it, from 1; 0 at the first level. */
            parent: number({ label: text('上级', 'Above', 'Acima', '上級'), min: 0, max: 3, initial: 0 }),
            name: str({ label: text('名称', 'Name', 'Nome', '名稱'), required: true, max: 16 }),
            type: choice({ label: text('动作', 'Action', 'Ação', '動作'), options: TYPE_TEXT, initial: 'view' }),
            url: str({ label: text('网址', 'Address', 'Endereço', '網址'), max: MENU_LONGEST.url }),
            key: str({ label: text('关键词', 'Keyword', 'Palavra-chave', '關鍵字'), max: MENU_LONGEST.key }),
            appId: str({
              label: text('小程序 AppID', 'Mini-program AppID', 'AppID do miniprograma', '小程式 AppID'),
              max: 18,
            }),
            page: str({
              label: text('小程序页面', 'Mini-program page', 'Página do miniprograma', '小程式頁面'),
              max: MENU_LONGEST.page,
            }),
          },
        }),
      },
    },
  },
});

export const SERVICE_MENU = settingPage({
  access: 74,
  edit: 7402,
  secrets: 7402,
  module: 'config.serviceNumber',
  object: 'serviceMenu',
  groups: { serviceMenu: menu },
});
