import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';

/** Texts about adjustments of a station's or franchisee's balance. */
export const ADJUST_WORDS = {
  submitted: text(
    '已提交，等待另一人审核',
    'Submitted; another person has to review it',
    'Enviado; outra pessoa precisa revisar',
    '已提交，等待另一人審核',
  ),
  approved: text('已通过并入账', 'Approved and posted', 'Aprovado e lançado', '已通過並入帳'),
  rejected: WORD.rejectedMasculine,
  cancelled: WORD.cancelledMasculine,
  waitsTitle: text(
    '调账待审核：{name}',
    'Adjustment pending review: {name}',
    'Ajuste aguardando revisão: {name}',
    '調帳待審核：{name}',
  ),
  waitsText: text(
    '{maker} 提交了 {no}：{direction} {x} 元（{account}）。',
    '{maker} submitted {no}: {direction} of ¥{x} ({account}).',
    '{maker} enviou {no}: {direction} de ¥{x} ({account}).',
    '{maker} 提交了 {no}：{direction} {x} 元（{account}）。',
  ),
  decidedTitle: text(
    '调账{state}：{name}',
    'Adjustment {state}: {name}',
    'Ajuste {state}: {name}',
    '調帳{state}：{name}',
  ),
  decidedText: text(
    '{no}：{direction} {x} 元，由 {checker} 处理。{note}',
    '{no}: {direction} of ¥{x}, handled by {checker}. {note}',
    '{no}: {direction} de ¥{x}, tratado por {checker}. {note}',
    '{no}：{direction} {x} 元，由 {checker} 處理。{note}',
  ),
} as const;

/** Labels in the drawer of an adjustment. */
export const ADJUST_FACTS = {
  station: WORD.station,
  franchisee: WORD.franchisee,
  account: WORD.ledgerAccount,
  direction: WORD.direction,
  category: WORD.category,
  reason: WORD.reason,
  relatedNo: WORD.relatedNo,
  txNo: WORD.tradeNo,
} as const;
