import type { Texts } from '../types';
import type { insureRecon as source } from '../zh-CN/insureRecon';
import { words } from './words';

export const insureRecon: Texts<typeof source> = {
  month: words.month,
  insurerName: words.insurer,
  state: words.state,
  ourCount: 'Nossas apólices',
  ourFen: 'Nossos prêmios',
  theirCount: 'Apólices deles',
  theirFen: 'Prêmios deles',
  gapFen: words.gap,
  openGaps: 'Diferenças em aberto',
  remittedFen: 'Repassado',
  dueFen: 'A repassar',
  uploadedAt: 'Enviado em',
  uploadedByName: 'Enviado por',
  policyNo: words.policyNo,
  insurerNo: words.insurersPolicyNo,
  gapKind: words.difference,
  gapState: words.state,
  note: words.handlingNote,
  resolvedByName: words.handler,
  resolvedAt: words.handledAtFeminine,
  upload: words.uploadStatement,
  uploadText:
    'Envie o extrato da seguradora de {names}; cada apólice é comparada com a nossa. Um novo envio substitui o resultado anterior.',
  file: words.channelStatement,
  fileHelp:
    'CSV, compactado em ZIP ou não, ou XLSX, com os títulos da seguradora: primeiro o número da apólice, o prêmio em yuan e, se houver, o nosso número.',
  remit: words.remitPremiums,
  remitText:
    'Registre que os prêmios de ¥{x} de {names} foram pagos à seguradora. O repasse é lançado depois que outra pessoa aprovar.',
  merchantNumber: words.payingMerchantNumber,
  voucherNo: 'Nº do comprovante',
  gaps: words.differences,
  resolve: 'Explicar diferença',
  resolveText: 'Diga como a diferença de {names} foi tratada. Nada é lançado.',
  adjust: words.adjustPremium,
  adjustUpText:
    'Some ¥{x} ao prêmio de {names}, conforme o extrato da seguradora. A plataforma assume o valor. O ajuste é lançado depois que outra pessoa aprovar.',
  adjustDownText:
    'Desconte ¥{x} do prêmio de {names}, conforme o extrato da seguradora. O valor volta a quem pagou. O ajuste é lançado depois que outra pessoa aprovar.',
  adjustChargeText:
    'Desfaça a cobrança de ¥{x} de {names}, conforme o extrato da seguradora. O valor volta à plataforma. O ajuste é lançado depois que outra pessoa aprovar.',
  noGaps: 'As diferenças aparecem aqui depois do envio do extrato.',
  empty: 'Os meses aparecem aqui com o primeiro prêmio.',
  tabMonth: words.overview,
  remits: 'Repasses',
  remitNo: 'Nº do repasse',
  remitAt: 'Lançado em',
  policies: words.policyCount,
  amountFen: words.amount,
  txNo: words.tradeNo,
  byName: words.recordedBy,
  noRemits: 'Os repasses aparecem aqui depois de lançados.',
  fileName: words.file,
};
