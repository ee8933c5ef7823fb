import { MENU_LONGEST, type MENU_TYPES, REPLY, type REPLY_MATCHES } from './serviceNumber.menu';
import { choice, number, rows, settingGroup, settingPage, str } from './settings';
import { type Text, text } from './text';

/** Menu and automatic replies of the official account (微信服务号, DOMAIN §3.10): kept as versions beside its parameters. */

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
            parent: number({ label: text('上级', 'Above', 'Acima', '上層'), min: 0, max: 3, initial: 0 }),
            name: str({ label: text('名称', 'Name', 'Nome', '名稱'), required: true, max: 16 }),
            type: choice({ label: text('动作', 'Action', 'Ação', '動作'), options: TYPE_TEXT, initial: 'view' }),
            url: str({ label: text('网址', 'Address', 'Endereço', '網址'), max: MENU_LONGEST.url }),
            key: str({ label: text('关键词', 'Keyword', 'Palavra-chave', '關鍵詞'), max: MENU_LONGEST.key }),
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

const MATCH_TEXT: Readonly<Record<(typeof REPLY_MATCHES)[number], Text>> = {
  full: text('完全一致', 'Whole message', 'Mensagem inteira', '完全一致'),
  contains: text('包含', 'Contains', 'Contém', '包含'),
};

const replies = settingGroup('serviceReply', {
  sections: {
    replies: {
      guide: text(
        '先比对完全一致的关键词，再按顺序比对包含的关键词。',
        'Keywords of the whole message come first, then those that are contained, in their order.',
        'Primeiro valem as palavras-chave da mensagem inteira, depois as contidas, na ordem.',
        '先比對完全一致的關鍵詞，再按順序比對包含的關鍵詞。',
      ),
      fields: {
        follow: str({
          label: text('关注时回复', 'Reply to a new follower', 'Resposta a um novo seguidor', '關注時回覆'),
          max: REPLY.text,
          multiline: true,
        }),
        keywords: rows({
          label: text('关键词回复', 'Replies by keyword', 'Respostas por palavra-chave', '關鍵詞回覆'),
          max: REPLY.keywords,
          columns: {
            keyword: str({
              label: text('关键词', 'Keyword', 'Palavra-chave', '關鍵詞'),
              required: true,
              max: REPLY.keyword,
            }),
            match: choice({
              label: text('匹配', 'Match', 'Correspondência', '比對'),
              options: MATCH_TEXT,
              initial: 'full',
            }),
            reply: str({
              label: text('回复内容', 'Reply', 'Resposta', '回覆內容'),
              required: true,
              max: REPLY.text,
            }),
          },
        }),
        fallback: str({
          label: text('默认回复', 'Default reply', 'Resposta padrão', '預設回覆'),
          help: text(
            '没有关键词匹配时使用；留空则不回复。',
            'Used where no keyword matches; empty: no answer.',
            'Usada quando nenhuma palavra-chave corresponde; vazia: sem resposta.',
            '沒有關鍵詞相符時使用；留空則不回覆。',
          ),
          max: REPLY.text,
          multiline: true,
        }),
      },
    },
  },
});

export const SERVICE_CONTENT = settingPage({
  access: 74,
  edit: 7402,
  secrets: 7402,
  module: 'config.serviceNumber',
  object: 'serviceNumberContent',
  groups: { serviceMenu: menu, serviceReply: replies },
});
