import { MENU_LONGEST, type MENU_TYPES } from './serviceNumber.menu';
import { choice, number, rows, settingGroup, settingPage, str } from './settings';
import { type Text, text } from './text';
import { WORD } from './words';

/** This file declares the menu of the official account (微信服务号, DOMAIN §3.10). Menu and account settings have separate versions. */

const TYPE_TEXT: Readonly<Record<(typeof MENU_TYPES)[number], Text>> = {
  view: WORD.openPage,
  click: WORD.answerWithReply,
  miniprogram: WORD.openMiniProgram,
};

/** The settings of the menu. The menu is stored as one list, in which a second-level entry has the position of its parent. */
const menu = settingGroup('serviceMenu', {
  sections: {
    menu: {
      fields: {
        entries: rows({
          label: WORD.customMenu,
          max: 18,
          columns: {
            /**
             * Position of the parent among the first-level entries, counted from 1. 0 means that the entry itself is at the first level.
             */
            parent: number({ label: text('上级', 'Above', 'Acima', '上級'), min: 0, max: 3, initial: 0 }),
            name: str({ label: WORD.name, required: true, max: 16 }),
            type: choice({ label: WORD.menuAction, options: TYPE_TEXT, initial: 'view' }),
            url: str({ label: WORD.webAddress, max: MENU_LONGEST.url }),
            key: str({ label: WORD.keyword, max: MENU_LONGEST.key }),
            appId: str({
              label: WORD.miniProgramAppId,
              max: 18,
            }),
            page: str({
              label: WORD.miniProgramPage,
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
