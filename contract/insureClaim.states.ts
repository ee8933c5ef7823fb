import { caseType } from './case';
import { INSURE, type InsureSum, type InsureSums } from './insure.states';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares kinds, materials, states and steps of riders' claims (理赔, DOMAIN §3.8). It imports no library, because the
 * browser loads it.
 */

export const CLAIM_KINDS = {
  selfInjury: text('本人受伤', 'Rider injured', 'Entregador ferido', '本人受傷'),
  thirdPerson: text('第三者受伤', 'Third party injured', 'Terceiro ferido', '第三者受傷'),
  thirdProperty: text('第三者财产损失', 'Third party property', 'Bens de terceiros', '第三者財產損失'),
  death: WORD.death,
} as const satisfies Record<string, Text>;
export type ClaimKind = keyof typeof CLAIM_KINDS;
export const CLAIM_KIND_KEYS = Object.keys(CLAIM_KINDS) as ClaimKind[];

/** The insured sums from which a claim of each kind can be paid. */
const CLAIM_SUMS: Readonly<Record<ClaimKind, readonly InsureSum[]>> = {
  selfInjury: ['medical', 'disability'],
  thirdPerson: ['thirdPerson'],
  thirdProperty: ['thirdProperty'],
  death: ['death'],
};
/** Computes the total of the insured sums for a kind of claim, in fen. Amounts granted on other claims are not deducted. */
export const limitOf = (kind: ClaimKind, sums: InsureSums): number =>
  CLAIM_SUMS[kind].reduce((fen, key) => fen + sums[key], 0);

/** Materials that a claim can require (理赔资料). */
export const CLAIM_MATERIALS = {
  report: text('事故报告表', 'Accident report form', 'Formulário do acidente', '事故報告表'),
  idCard: text('身份证', 'ID card', 'Documento de identidade', '身分證'),
  photos: text('现场照片', 'Photos', 'Fotos', '現場照片'),
  diagnosis: text('诊断证明', 'Diagnosis', 'Diagnóstico', '診斷證明'),
  invoices: text('费用票据', 'Invoices', 'Notas de despesas', '費用票據'),
  liability: text(
    '交警责任认定书',
    'Traffic police liability letter',
    'Laudo da polícia de trânsito',
    '交警責任認定書',
  ),
  bankCard: text('银行卡', 'Bank card', 'Cartão bancário', '銀行卡'),
} as const satisfies Record<string, Text>;
export type ClaimMaterial = keyof typeof CLAIM_MATERIALS;
export const CLAIM_MATERIAL_KEYS = Object.keys(CLAIM_MATERIALS) as ClaimMaterial[];
/** File ids by material. */
export type ClaimFiles = Readonly<Partial<Record<ClaimMaterial, readonly number[]>>>;

const INJURY: readonly ClaimMaterial[] = ['diagnosis', 'invoices'];
/**
 * Returns the required materials for a kind of claim. Only third-party claims need a liability letter. Injuries need a diagnosis and
 * invoices. Deaths need a diagnosis. All claims need the other materials.
 */
export function materialsFor(kind: ClaimKind): readonly ClaimMaterial[] {
  const isThird = kind === 'thirdPerson' || kind === 'thirdProperty';
  return CLAIM_MATERIAL_KEYS.filter((key) => {
    if (key === 'liability') return isThird;
    if (INJURY.includes(key))
      return kind === 'selfInjury' || kind === 'thirdPerson' || (kind === 'death' && key === 'diagnosis');
    return true;
  });
}
export const missingMaterials = (kind: ClaimKind, files: ClaimFiles): ClaimMaterial[] =>
  materialsFor(kind).filter((key) => (files[key]?.length ?? 0) === 0);

const address = (action: string): string => `safety.Insure/${action}`;
const reason = { name: 'reason', ...INSURE.reason } as const;
const byStaff = { by: 'staff', rule: 5106, risk: 'confirm' } as const;

/** A claim (理赔). It is reported, then completed with its materials, then decided by the insurer. */
export const claimCase = caseType({
  key: 'insureClaim',
  module: 'safety.insure',
  number: 'IC',
  title: WORD.claim,
  waiting: ['reported'],
  states: {
    reported: { text: text('已报案', 'Reported', 'Comunicado', '已報案'), tone: 'attention' },
    material: { text: WORD.materialMissing, tone: 'attention' },
    submitted: { text: WORD.submitted, tone: 'info' },
    insurerReview: {
      text: text('保险公司审核中', 'With the insurer', 'Com a seguradora', '保險公司審核中'),
      tone: 'working',
    },
    approved: { text: text('已核定', 'Approved', 'Aprovado', '已核定'), tone: 'info' },
    paid: { text: WORD.compensationPaid, tone: 'good' },
    refused: { text: text('已拒赔', 'Refused', 'Negado', '已拒賠'), tone: 'bad' },
    closed: { text: WORD.caseClosed, tone: 'neutral' },
  },
  steps: {
    askMaterial: {
      ...byStaff,
      address: address('askMaterial'),
      from: ['reported'],
      to: 'material',
      reason,
      text: WORD.askForMaterial,
      happened: WORD.materialAskedFor,
      consequence: text(
        '缺少的资料会告知报案人。',
        'The reporter gets the list of missing materials.',
        'Quem comunicou é avisado do que falta.',
        '缺少的資料會告知報案人。',
      ),
    },
    addMaterial: {
      ...byStaff,
      address: address('addMaterial'),
      from: ['reported', 'material'],
      to: 'material',
      risk: 'none',
      form: true,
      errors: [40008],
      text: text('添加资料', 'Add material', 'Anexar documentos', '新增資料'),
      happened: text('已添加资料', 'Material added', 'Documentos anexados', '已新增資料'),
    },
    submitClaim: {
      ...byStaff,
      address: address('submitClaim'),
      from: ['reported', 'material'],
      to: 'submitted',
      errors: [42298],
      text: text('提交保险公司', 'Submit to insurer', 'Enviar à seguradora', '提交保險公司'),
      happened: text('已提交保险公司', 'Submitted to the insurer', 'Enviado à seguradora', '已提交保險公司'),
      consequence: text(
        '资料须齐全。提交后不能再修改。',
        'The material must be complete. It cannot be changed after submission.',
        'A documentação deve estar completa. Depois não pode ser alterada.',
        '資料須齊全。提交後不能再修改。',
      ),
    },
    acceptClaim: {
      ...byStaff,
      address: address('acceptClaim'),
      from: ['submitted'],
      to: 'insurerReview',
      form: true,
      text: text('登记受理', 'Record acceptance', 'Registrar aceite', '登記受理'),
      happened: text('保险公司已受理', 'Accepted by the insurer', 'Aceito pela seguradora', '保險公司已受理'),
    },
    approveClaim: {
      ...byStaff,
      address: address('approveClaim'),
      from: ['insurerReview'],
      to: 'approved',
      form: true,
      errors: [40001],
      text: text('登记核定', 'Record approval', 'Registrar aprovação', '登記核定'),
      happened: text('保险公司已核定', 'Approved by the insurer', 'Aprovado pela seguradora', '保險公司已核定'),
    },
    refuseClaim: {
      ...byStaff,
      address: address('refuseClaim'),
      from: ['insurerReview'],
      to: 'refused',
      reason,
      text: text('登记拒赔', 'Record refusal', 'Registrar recusa', '登記拒賠'),
      happened: text('保险公司已拒赔', 'Refused by the insurer', 'Negado pela seguradora', '保險公司已拒賠'),
      consequence: text(
        '可申诉一次，否则结案。',
        'It can be appealed once; otherwise close it.',
        'Cabe um recurso; caso contrário, encerre.',
        '可申訴一次，否則結案。',
      ),
    },
    payClaim: {
      ...byStaff,
      address: address('payClaim'),
      from: ['approved'],
      to: 'paid',
      form: true,
      errors: [40001],
      text: text('登记赔付', 'Record payment', 'Registrar pagamento', '登記賠付'),
      happened: text('保险公司已赔付', 'Paid by the insurer', 'Pago pela seguradora', '保險公司已賠付'),
    },
    disputeClaim: {
      ...byStaff,
      address: address('disputeClaim'),
      from: ['refused'],
      to: 'submitted',
      reason,
      text: text('申诉', 'Appeal', 'Recorrer', '申訴'),
      happened: text('已申诉', 'Appealed', 'Recorrido', '已申訴'),
      consequence: text(
        '每件理赔只能申诉一次。',
        'Each claim can be appealed once.',
        'Cada sinistro admite um só recurso.',
        '每件理賠只能申訴一次。',
      ),
    },
    closeClaim: {
      ...byStaff,
      address: address('closeClaim'),
      from: ['paid', 'refused'],
      to: 'closed',
      reason,
      text: text('结案', 'Close', 'Encerrar', '結案'),
      happened: WORD.caseClosed,
      consequence: text(
        '结案后不能再处理。',
        'The claim cannot be handled after it is closed.',
        'Depois nada mais pode ser feito.',
        '結案後不能再處理。',
      ),
    },
  },
});
export type ClaimState = keyof typeof claimCase.states;
/** States of claims that still need work by staff or by the insurer. */
export const OPEN_CLAIMS: readonly ClaimState[] = [
  'reported',
  'material',
  'submitted',
  'insurerReview',
  'approved',
  'refused',
];
