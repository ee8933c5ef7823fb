import { choice, money, rows, settingGroup, str, toggle } from './settings';
import { type Text, text } from './text';
import { WORD } from './words';

/** This file declares the settings of payouts (提现渠道, DOMAIN §3.10 `payout.*`), and the merchant numbers for payments and payouts. */

/** Payout channels and their names. `bank` pays through a batch file for the bank. `offline` is a payment outside this product. */
export const PAYOUT_CHANNELS = {
  wechat: WORD.weChatPay,
  alipay: WORD.alipay,
  bank: WORD.bankBatchFile,
  offline: text('线下付款', 'Offline', 'Fora do sistema', '線下付款'),
} as const satisfies Record<string, Text>;

/** Maximum amount of one Alipay payout to a person, in fen (DOMAIN §4.4). */
export const ALIPAY_MOST_FEN = 5_000_000;

/** Possible columns of the bank's batch file. */
export const BANK_COLUMNS = {
  no: WORD.withdrawalNo,
  name: WORD.payee,
  account: text('收款账号', 'Payee account', 'Conta do favorecido', '收款帳號'),
  bank: WORD.openingBank,
  amount: WORD.amountYuan,
  remark: WORD.remark,
} as const satisfies Record<string, Text>;
/** Columns that the batch file needs for every bank. */
export const BANK_COLUMNS_NEEDED = ['name', 'account', 'amount'] as const;

const bankTemplate = rows({
  label: text('文件列', 'Columns of the file', 'Colunas do arquivo', '檔案欄位'),
  help: text(
    '按此顺序导出；标题以银行模板为准。',
    'In this order, with the headings of your bank’s template.',
    'Nesta ordem, com os títulos do modelo do seu banco.',
    '依此順序匯出；標題以銀行範本為準。',
  ),
  max: 12,
  columns: {
    column: choice({
      label: WORD.content,
      options: BANK_COLUMNS,
      initial: 'name',
    }),
    heading: str({ label: WORD.title, required: true, max: 20 }),
  },
});

export const PAYOUT = settingGroup('payout', {
  sections: {
    channels: {
      title: text('默认渠道', 'Default channels', 'Canais padrão', '預設管道'),
      fields: {
        smallMaxFen: money({
          label: text('小额上限', 'Small amounts up to', 'Valores pequenos até', '小額上限'),
          min: 10,
          max: 100_000_000,
          initial: 200_000,
        }),
        smallChannel: choice({
          label: text('小额渠道', 'Channel for small amounts', 'Canal dos valores pequenos', '小額管道'),
          options: PAYOUT_CHANNELS,
          initial: 'wechat',
        }),
        middleMaxFen: money({
          label: text('中额上限', 'Medium amounts up to', 'Valores médios até', '中額上限'),
          min: 10,
          max: 1_000_000_000,
          initial: ALIPAY_MOST_FEN,
        }),
        middleChannel: choice({
          label: text('中额渠道', 'Channel for medium amounts', 'Canal dos valores médios', '中額管道'),
          options: PAYOUT_CHANNELS,
          initial: 'alipay',
        }),
        largeChannel: choice({
          label: text('大额渠道', 'Channel for larger amounts', 'Canal dos valores maiores', '大額管道'),
          options: { bank: PAYOUT_CHANNELS.bank, offline: PAYOUT_CHANNELS.offline },
          initial: 'bank',
        }),
        dailyCapFen: money({
          label: text('每日付款上限', 'Daily cap', 'Limite diário', '每日付款上限'),
          min: 0,
          max: 100_000_000_000,
          initial: 50_000_000,
        }),
      },
    },
    bank: {
      title: WORD.bankBatchFile,
      fields: {
        bankTemplate: {
          ...bankTemplate,
          initial: [
            { column: 'name', heading: BANK_COLUMNS.name['zh-CN'] },
            { column: 'account', heading: BANK_COLUMNS.account['zh-CN'] },
            { column: 'bank', heading: BANK_COLUMNS.bank['zh-CN'] },
            { column: 'amount', heading: BANK_COLUMNS.amount['zh-CN'] },
            { column: 'remark', heading: BANK_COLUMNS.remark['zh-CN'] },
          ] as typeof bankTemplate.initial,
        },
      },
    },
  },
});

/** Channels of merchant numbers. The keys are the same as in orders and bills. */
const NUMBER_CHANNELS = {
  wechat: PAYOUT_CHANNELS.wechat,
  alipay: PAYOUT_CHANNELS.alipay,
  bank: WORD.bankAccount,
  offline: PAYOUT_CHANNELS.offline,
} as const satisfies Record<string, Text>;

/** The settings of merchant numbers (商户号). A number without stations applies to all stations without a number of the same channel. */
export const NUMBERS = settingGroup('numbers', {
  sections: {
    numbers: {
      help: text(
        '填写了站点的商户号用于这些站点，未填写的用于其余站点。移除的商户号将停用，已有账单仍显示它。',
        'A merchant number with stations is used for those stations; one without stations is used for all others. A number that you remove is disabled; existing bills still show it.',
        'Um número com estações é usado por elas; um sem estações, por todas as outras. Um número removido deixa de ser usado; as contas continuam a citá-lo.',
        '填寫了站點的商戶號用於這些站點，未填寫的用於其餘站點。移除的商戶號將停用，已有帳單仍顯示它。',
      ),
      fields: {
        numbers: rows({
          label: WORD.merchantNumbers,
          max: 200,
          columns: {
            channel: choice({
              label: WORD.channel,
              options: NUMBER_CHANNELS,
              initial: 'wechat',
            }),
            mchNo: str({
              label: WORD.merchantNumber,
              required: true,
              max: 32,
              pattern: /^[A-Za-z0-9_-]{1,32}$/,
            }),
            name: str({ label: WORD.name, required: true, max: 60 }),
            role: choice({
              label: WORD.purpose,
              options: {
                collect: text('收款', 'Payments', 'Recebimentos', '收款'),
                payout: text('付款', 'Payouts', 'Pagamentos', '付款'),
                both: text('收付款', 'Both', 'Ambos', '收付款'),
              },
              initial: 'collect',
            }),
            stations: str({
              label: text('站点编号', 'Station numbers', 'Números das estações', '站點編號'),
              example: text('全部其余站点', 'All other stations', 'Todas as outras estações', '全部其餘站點'),
              max: 2000,
            }),
            enabled: toggle({ label: WORD.isEnabledMasculine, initial: true }),
          },
        }),
      },
    },
  },
});
