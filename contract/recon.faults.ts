import { type Text, text } from './text';
import { WORD } from './words';

/** This file declares faults in statements of payment platforms. It imports no library, so that the browser can load it. */

/** Reasons why a statement could not be fetched, read or compared. `{line}` is the number of the line with the fault. */
export const STATEMENT_FAULTS = {
  notArchive: text(
    '文件损坏或不是对账单压缩包',
    'The file is damaged or is not a statement archive',
    'O arquivo está danificado ou não é um extrato',
    '檔案損壞或不是對帳單壓縮檔',
  ),
  tooLarge: text('文件过大', 'The file is too large', 'O arquivo é grande demais', '檔案過大'),
  hash: text('文件校验失败', 'The checksum does not match', 'A soma de verificação não confere', '檔案校驗失敗'),
  encoding: text(
    '第 {line} 行：文字编码无法识别',
    'Line {line}: unknown text encoding',
    'Linha {line}: codificação desconhecida',
    '第 {line} 行：文字編碼無法辨識',
  ),
  header: text(
    '第 {line} 行：缺少列“{column}”',
    'Line {line}: the column {column} is missing',
    'Linha {line}: falta a coluna {column}',
    '第 {line} 行：缺少欄位「{column}」',
  ),
  columns: text(
    '第 {line} 行：应有 {n} 列',
    'Line {line}: {n} columns expected',
    'Linha {line}: esperadas {n} colunas',
    '第 {line} 行：應有 {n} 欄',
  ),
  value: text(
    '第 {line} 行：{column} 的值“{value}”无效',
    'Line {line}: {column} has the invalid value “{value}”',
    'Linha {line}: {column} tem o valor inválido “{value}”',
    '第 {line} 行：{column} 的值「{value}」無效',
  ),
  otherFile: text(
    '此文件属于 {no} {date}',
    'This file is for {no} {date}',
    'Este arquivo é de {no} {date}',
    '此檔案屬於 {no} {date}',
  ),
  truncated: text(
    '第 {line} 行之后文件不完整',
    'The file ends too early, after line {line}',
    'O arquivo termina cedo demais, após a linha {line}',
    '第 {line} 行之後檔案不完整',
  ),
  totals: text(
    '第 {line} 行：{column} {value} 与明细之和不一致',
    'Line {line}: {column} {value} is not the sum of the entries',
    'Linha {line}: {column} {value} não é a soma dos lançamentos',
    '第 {line} 行：{column} {value} 與明細之和不一致',
  ),
  balance: text(
    '第 {line} 行：余额与上一行不衔接',
    'Line {line}: the balance does not follow from the line before',
    'Linha {line}: o saldo não decorre da linha anterior',
    '第 {line} 行：餘額與上一行不銜接',
  ),
  rest: text(
    '第 {line} 行：汇总之后还有内容',
    'Line {line}: content after the totals',
    'Linha {line}: há conteúdo após os totais',
    '第 {line} 行：彙總之後還有內容',
  ),
  tooManyItems: text(
    '差异超过 {n} 笔，请检查文件是否正确',
    'More than {n} differences: check that it is the right file',
    'Mais de {n} diferenças: verifique se é o arquivo certo',
    '差異超過 {n} 筆，請檢查檔案是否正確',
  ),
  notConfigured: text(
    '该商户号未在支付配置中启用，请上传对账单',
    'This number is not enabled in the payment settings; upload its statement',
    'Este número não está ativo na configuração de pagamento; envie o extrato',
    '該商戶號未在支付設定中啟用，請上傳對帳單',
  ),
  notReady: WORD.statementNotReady,
  internal: text(
    '服务器出错，对账未完成，请重新获取或上传对账单',
    'A server error stopped the comparison; fetch or upload the statement again',
    'Um erro do servidor interrompeu a conciliação; busque ou envie o extrato de novo',
    '伺服器出錯，對帳未完成，請重新取得或上傳對帳單',
  ),
  upstream: text(
    '对方平台返回：{value}',
    'Upstream answered: {value}',
    'A plataforma respondeu: {value}',
    '對方平台返回：{value}',
  ),
} as const satisfies Record<string, Text>;
export type StatementFaultKey = keyof typeof STATEMENT_FAULTS;
