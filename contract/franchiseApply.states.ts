import { caseType } from './case';
import { RULE } from './rule-ids';
import { text } from './text';
import { WORD } from './words';

/**
 * This file declares limits, states and steps of franchise applications (加盟申请, DOMAIN §3.6). It imports no library, because the
 * browser loads it.
 */

export const FRANCHISE = {
  /** Length of a reason, an opinion, or a request for material, in characters. */
  reason: { min: 5, max: 200 },
  name: { min: 2, max: 20 },
  follow: { min: 5, max: 500 },
  plan: { max: 500 },
  /** Maximum number of photos in a follow-up. A visit requires at least one photo. */
  photos: 9,
  /** Permission to follow up. Applications can be assigned only to people with this permission. */
  followRule: RULE['franchise.apply.edit'],
  /** Days without a follow-up after which the system reminds the person in charge. */
  silentDays: 7,
  /** Days that the applicant has for sending missing material. */
  supplementDays: 15,
  /** Maximum characters of the note that the applicant sends with the material. */
  supplyNote: { max: 300 },
  /** Minutes for which an applicant can see their applications after entering the SMS code. */
  statusMinutes: 30,
  contractNo: { min: 4, max: 32 },
  company: { min: 2, max: 60 },
  creditCode: { min: 18, max: 18 },
  legalName: { min: 2, max: 20 },
  /** Minimum and maximum number of regions in a territory. */
  regions: { min: 1, max: 20 },
  feeFen: { min: 0, max: 9_999_999_999 },
  depositFen: { min: 0, max: 9_999_999_999 },
  tradeNo: { min: 4, max: 64 },
  /** Maximum number of rows in each table of an application's drawer. */
  rows: 50,
} as const;

export const FOLLOW_WAYS = ['call', 'visit', 'chat'] as const;
export type FollowWay = (typeof FOLLOW_WAYS)[number];
export const BUDGETS = ['below10', 'from10', 'from30', 'from50', 'above100'] as const;
export type Budget = (typeof BUDGETS)[number];
export const EXPERIENCES = ['delivery', 'catering', 'other', 'none'] as const;
export const LEVELS = ['A', 'B', 'C'] as const;

const EDIT = RULE['franchise.apply.edit'];
const APPROVE = RULE['franchise.apply.approve'];
const SIGN = RULE['franchise.apply.sign'];
const ASSIGN = RULE['franchise.apply.assign'];
const address = (verb: string): string => `franchise.Apply/${verb}`;
const byStaff = { by: 'staff', rule: EDIT, risk: 'confirm' } as const;
const byManager = { by: 'notMaker', rule: APPROVE } as const;
const reason = { name: 'reason', ...FRANCHISE.reason } as const;

/**
 * A franchise application, from its first record to the paid contract. The person who submits it for approval is its maker. Another person
 * decides.
 */
export const franchiseCase = caseType({
  key: 'franchiseApply',
  module: 'franchise.apply',
  number: 'FR',
  title: WORD.franchiseApplication,
  money: true,
  waiting: ['reviewing'],
  states: {
    submitted: { text: text('待跟进', 'New', 'Nova', '待跟進'), tone: 'attention' },
    following: { text: WORD.followingUp, tone: 'working' },
    visiting: { text: text('考察中', 'On-site visit', 'Em visita', '考察中'), tone: 'working' },
    reviewing: { text: text('待审批', 'Pending approval', 'Aguarda aprovação', '待審批'), tone: 'attention' },
    supplement: { text: WORD.materialMissing, tone: 'attention' },
    approved: { text: WORD.approvedFeminine, tone: 'good' },
    signed: { text: WORD.signed, tone: 'good' },
    opened: { text: text('已开站', 'Opened', 'Aberta', '已開站'), tone: 'good' },
    rejected: { text: WORD.rejectedFeminine, tone: 'bad' },
    closed: { text: WORD.closedFeminine, tone: 'neutral' },
  },
  steps: {
    claim: {
      ...byStaff,
      address: address('claim'),
      versioned: false,
      from: ['submitted'],
      to: 'following',
      text: text('领取', 'Claim', 'Assumir', '領取'),
      happened: text('已领取', 'Claimed', 'Assumida', '已領取'),
      recordText: text('领取加盟申请', 'Claim application', 'Assumir solicitação', '領取加盟申請'),
      consequence: text(
        '由您跟进这份申请。',
        'You follow up this application.',
        'Você acompanha esta solicitação.',
        '由您跟進這份申請。',
      ),
    },
    assign: {
      by: 'staff',
      rule: ASSIGN,
      risk: 'confirm',
      form: true,
      address: address('assign'),
      versioned: false,
      from: ['submitted', 'following', 'visiting', 'reviewing', 'supplement', 'approved'],
      to: 'following',
      errors: [40001],
      text: WORD.assign,
      happened: text('已分配', 'Assigned', 'Atribuída', '已分派'),
      recordText: text('分配加盟申请', 'Assign application', 'Atribuir solicitação', '分派加盟申請'),
    },
    follow: {
      ...byStaff,
      form: true,
      address: address('follow'),
      versioned: false,
      from: ['following', 'visiting', 'supplement', 'approved', 'signed'],
      to: 'following',
      errors: [40001, 40008],
      text: text('跟进', 'Follow up', 'Acompanhar', '跟進'),
      happened: text('跟进记录', 'Followed up', 'Acompanhamento', '跟進記錄'),
      recordText: text('登记跟进', 'Record follow-up', 'Registrar acompanhamento', '登記跟進'),
    },
    visit: {
      ...byStaff,
      address: address('visit'),
      from: ['following'],
      to: 'visiting',
      text: WORD.startVisit,
      happened: text('已转入考察', 'Visit started', 'Visita iniciada', '已轉入考察'),
      recordText: WORD.startVisit,
      consequence: text(
        '提交审批前须有一次带照片的考察跟进。',
        'A follow-up of kind "Visit" with a photo is needed before approval.',
        'Antes da aprovação é preciso um acompanhamento do tipo "Visita" com foto.',
        '提交審批前須有一次帶照片的考察跟進。',
      ),
    },
    backToFollow: {
      ...byStaff,
      address: address('backToFollowing'),
      from: ['visiting'],
      to: 'following',
      text: WORD.backToFollowUp,
      happened: text('已退回跟进', 'Moved back to follow-up', 'Voltou ao contato', '已退回跟進'),
      recordText: WORD.backToFollowUp,
    },
    handIn: {
      ...byStaff,
      address: address('handIn'),
      from: ['following', 'visiting'],
      to: 'reviewing',
      errors: [42226],
      reason: { name: 'reason', ...FRANCHISE.reason },
      text: text('提交审批', 'Submit for approval', 'Enviar para aprovação', '提交審批'),
      happened: text('已提交审批', 'Submitted for approval', 'Enviada para aprovação', '已提交審批'),
      recordText: text('提交加盟审批', 'Submit application', 'Enviar solicitação', '提交加盟審批'),
      consequence: text(
        '由另一人审批。请写明考察结论。',
        'Another person decides. State the conclusion of the visit.',
        'Outra pessoa decide. Informe a conclusão do contato.',
        '由另一人審批。請寫明考察結論。',
      ),
    },
    supply: {
      ...byStaff,
      address: address('supply'),
      from: ['supplement'],
      to: 'reviewing',
      reason: { name: 'reason', ...FRANCHISE.reason },
      text: WORD.materialReceived,
      happened: text('已登记资料补齐', 'Material recorded', 'Recebimento registrado', '已登記資料補齊'),
      recordText: text('补齐加盟资料', 'Receive material', 'Receber documentos', '補齊加盟資料'),
      consequence: text(
        '申请回到待审批。',
        'The application waits for approval again.',
        'A solicitação volta a aguardar aprovação.',
        '申請回到待審批。',
      ),
    },
    approve: {
      ...byManager,
      address: address('approve'),
      from: ['reviewing'],
      to: 'approved',
      risk: 'fourEyes',
      reason,
      text: WORD.approve,
      happened: WORD.approvedFeminine,
      recordText: text('通过加盟申请', 'Approve application', 'Aprovar solicitação', '通過加盟申請'),
      consequence: text(
        '通过后可以签约。',
        'A contract can then be signed.',
        'Depois o contrato pode ser assinado.',
        '通過後可以簽約。',
      ),
    },
    askMaterial: {
      ...byManager,
      address: address('askMaterial'),
      from: ['reviewing'],
      to: 'supplement',
      risk: 'confirm',
      reason,
      errors: [40001],
      text: WORD.askForMaterial,
      happened: WORD.materialAskedFor,
      recordText: text('要求补充加盟资料', 'Ask for material', 'Pedir documentos', '要求補充加盟資料'),
      consequence: text(
        '15 天内未补齐则自动关闭。申请人会收到短信，列出所选字段。',
        'If the material is not handed in within 15 days, the application is closed. The applicant gets a text message that lists the selected fields.',
        'Sem os documentos, a solicitação é encerrada em 15 dias. Um SMS cita os campos escolhidos.',
        '15 天內未補齊則自動關閉。申請人會收到簡訊，列出所選欄位。',
      ),
    },
    decline: {
      ...byManager,
      address: address('decline'),
      from: ['reviewing'],
      to: 'rejected',
      risk: 'confirm',
      reason,
      text: text('审批驳回', 'Decline', 'Negar', '審批駁回'),
      happened: text('审批已驳回', 'Declined', 'Negada', '審批已駁回'),
      recordText: text('审批驳回加盟申请', 'Decline application', 'Negar solicitação', '審批駁回加盟申請'),
      consequence: WORD.applicationEndsWithReason,
    },
    reject: {
      ...byStaff,
      address: address('reject'),
      from: ['submitted', 'following', 'visiting'],
      to: 'rejected',
      reason,
      text: WORD.reject,
      happened: WORD.rejectedFeminine,
      recordText: text('驳回加盟申请', 'Reject application', 'Recusar solicitação', '駁回加盟申請'),
      consequence: WORD.applicationEndsWithReason,
    },
    sign: {
      by: 'staff',
      rule: SIGN,
      risk: 'fourEyes',
      form: true,
      address: address('sign'),
      from: ['approved'],
      to: 'signed',
      errors: [40001, 40008, 40903, 42283],
      text: WORD.signContract,
      happened: WORD.signed,
      recordText: text('签订加盟合同', 'Sign franchise contract', 'Assinar contrato de franquia', '簽訂加盟合約'),
    },
    open: {
      by: 'staff',
      rule: SIGN,
      risk: 'second',
      form: true,
      address: address('open'),
      from: ['signed'],
      to: 'opened',
      errors: [40001, 40903, 42246, 42283],
      text: text('确认到账', 'Confirm payment', 'Confirmar pagamento', '確認到帳'),
      happened: text(
        '费用到账，已建立加盟商',
        'Paid; franchisee created',
        'Pago; franqueado criado',
        '費用到帳，已建立加盟商',
      ),
      recordText: text('确认加盟费到账', 'Confirm franchise fee', 'Confirmar taxa de franquia', '確認加盟費到帳'),
    },
    close: {
      ...byStaff,
      address: address('close'),
      from: ['submitted', 'following', 'supplement', 'approved'],
      to: 'closed',
      reason,
      bulk: { address: address('bulkClose') },
      text: WORD.endCase,
      happened: WORD.closedFeminine,
      recordText: text('关闭加盟申请', 'Close application', 'Encerrar solicitação', '關閉加盟申請'),
      consequence: text(
        '申请随之结束；可以重新打开一次。',
        'The application ends; it can be reopened once.',
        'A solicitação termina; pode ser reaberta uma vez.',
        '申請隨之結束；可以重新打開一次。',
      ),
    },
    reopen: {
      ...byStaff,
      address: address('reopen'),
      from: ['closed'],
      to: 'following',
      text: WORD.reopen,
      happened: text('已重新打开', 'Reopened', 'Reaberta', '已重新開啟'),
      recordText: text('重新打开加盟申请', 'Reopen application', 'Reabrir solicitação', '重新打開加盟申請'),
      consequence: text(
        '由您继续跟进；只能重新打开一次。',
        'You follow it up; it can be reopened once only.',
        'Você continua o contato; só pode ser reaberta uma vez.',
        '由您繼續跟進；只能重新打開一次。',
      ),
    },
    /** The applicant sent the requested material on the public page. */
    supplied: {
      from: ['supplement'],
      to: 'reviewing',
      by: 'system',
      risk: 'none',
      text: text(
        '申请人已补交资料',
        'Applicant handed in material',
        'O solicitante entregou documentos',
        '申請人已補交資料',
      ),
    },
    lapse: {
      from: ['supplement'],
      to: 'closed',
      by: 'system',
      risk: 'none',
      text: text(
        '资料逾期未补，系统关闭',
        'Closed: material overdue',
        'Encerrada: documentos em atraso',
        '資料逾期未補，系統關閉',
      ),
    },
  },
});
export type FranchiseState = keyof typeof franchiseCase.states;

/** Audit data of the step in which the system closes an application because the material did not arrive on time. */
export const LAPSE_AUDIT = {
  module: franchiseCase.module,
  action: 'lapse',
  object: franchiseCase.key,
  text: franchiseCase.steps.lapse.text,
} as const;

/** States in which staff must follow up. Applications without a follow-up become overdue. */
export const FOLLOWED_STATES = ['submitted', 'following', 'visiting', 'supplement', 'approved', 'signed'] as const;
/** Stages of the application funnel. The count of a stage includes all later stages. */
export const FUNNEL = ['submitted', 'following', 'reviewing', 'approved', 'signed'] as const;

/** Sources of applications: the public page (`page`), or a staff member who recorded the application (`staff`). */
export const SOURCES = ['page', 'staff'] as const;
