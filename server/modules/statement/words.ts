import { text } from '../../../contract/text';

/** Texts about statements in all languages. */
export const WORDS = {
  sent: text('月结单 {no} 已发送', 'Statement {no} sent', 'Extrato {no} enviado', '月結單 {no} 已發送'),
  revised: text(
    '月结单 {no} 已修订为第 {n} 版，即将发送',
    'Statement {no} revised; revision {n} is sent shortly',
    'Extrato {no} revisado; a revisão {n} será enviada em breve',
    '月結單 {no} 已修訂為第 {n} 版，即將發送',
  ),
  answered: text(
    '月结单 {no} 的异议已答复，第 {n} 版即将发送',
    'Dispute of statement {no} answered; revision {n} is sent shortly',
    'Contestação do extrato {no} respondida; a revisão {n} será enviada em breve',
    '月結單 {no} 的異議已答覆，第 {n} 版即將發送',
  ),
  answeredWithAdjust: text(
    '月结单 {no} 的异议已答复；调账 {adjust} 等待另一人审核',
    'Dispute of statement {no} answered; adjustment {adjust} waits for another person',
    'Contestação do extrato {no} respondida; o ajuste {adjust} aguarda outra pessoa',
    '月結單 {no} 的異議已答覆；調帳 {adjust} 等待另一人審核',
  ),
  sentTitle: text(
    '{team}：{month} 月结单待确认',
    '{team}: statement of {month} to confirm',
    '{team}: extrato de {month} a confirmar',
    '{team}：{month} 月結單待確認',
  ),
  sentText: text(
    '{no} 第 {n} 版，应付 {x} 元。如有异议请在 {day} 前提出，逾期视为确认。',
    '{no}, revision {n}, payable ¥{x}. Dispute it before {day}; after that it counts as confirmed.',
    '{no}, revisão {n}, a pagar ¥{x}. Conteste antes de {day}; depois vale como confirmado.',
    '{no} 第 {n} 版，應付 {x} 元。如有異議請在 {day} 前提出，逾期視為確認。',
  ),
  disputedTitle: text(
    '{team}：{month} 月结单有异议',
    '{team}: statement of {month} disputed',
    '{team}: extrato de {month} contestado',
    '{team}：{month} 月結單有異議',
  ),
  disputedText: text('{no}：{text}', '{no}: {text}', '{no}: {text}', '{no}：{text}'),
  corrected: text('已关账的后续更正', 'Corrections of closed days', 'Correções de dias fechados', '已關帳的後續更正'),
} as const;

export const linkTo = (id: number): string => `/financial/bill?part=statements&open=${id}`;
