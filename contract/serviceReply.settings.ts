import { REPLY, type REPLY_MATCHES } from './serviceNumber.menu';
import { choice, rows, settingGroup, settingPage, str } from './settings';
import { type Text, text } from './text';
import { WORD } from './words';

/** This file declares the replies of the official account (微信服务号, DOMAIN §3.10). Replies and account settings have separate versions. */

const MATCH_TEXT: Readonly<Record<(typeof REPLY_MATCHES)[number], Text>> = {
  full: text('完全一致', 'Whole message', 'Mensagem inteira', '完全一致'),
  contains: text('包含', 'Contains', 'Contém', '包含'),
};

const replies = settingGroup('serviceReply', {
  sections: {
    replies: {
      guide: text(
        '先比对完全一致的关键词，再按顺序比对包含的关键词。',
        'Keywords that match the whole message are checked first, then contained keywords in their order.',
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
              label: WORD.keyword,
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
            'Used when no keyword matches. Leave it empty to send no reply.',
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

export const SERVICE_REPLY = settingPage({
  access: 74,
  edit: 7402,
  secrets: 7402,
  module: 'config.serviceNumber',
  object: 'serviceReply',
  groups: { serviceReply: replies },
});
