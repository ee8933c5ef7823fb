import { caseType } from './case';
import { text } from './text';
import { WORD } from './words';

/** This file declares states and steps of inspections of stations (安全检查, DOMAIN §3.8). It imports no library: the browser loads it. */

const EDIT = 5202;
const INSPECT = 5206;
const address = (action: string): string => `safety.Site/${action}`;
const bySystem = { by: 'system', risk: 'none' } as const;

/** An inspection of a station. The inspector answers the items of a checklist. */
export const inspectionCase = caseType({
  key: 'siteInspection',
  module: 'safety.site',
  number: 'SI',
  title: WORD.safetyInspection,
  waiting: ['rechecking'],
  states: {
    planned: { text: text('待检查', 'Planned', 'Planejada', '待檢查'), tone: 'info' },
    overdue: { text: WORD.inspectionOverdue, tone: 'bad' },
    inspecting: { text: text('检查中', 'Inspecting', 'Em inspeção', '檢查中'), tone: 'working' },
    rectifying: { text: text('整改中', 'Rectifying', 'Em correção', '整改中'), tone: 'attention' },
    overdueRectify: {
      text: WORD.rectificationOverdue,
      tone: 'bad',
    },
    rechecking: { text: WORD.toRecheck, tone: 'attention' },
    passed: { text: text('合格', 'Passed', 'Aprovada', '合格'), tone: 'good' },
    cancelled: { text: WORD.cancelledFeminine, tone: 'neutral' },
  },
  steps: {
    start: {
      address: address('start'),
      from: ['planned', 'overdue'],
      to: 'inspecting',
      by: 'staff',
      rule: INSPECT,
      risk: 'confirm',
      form: true,
      text: text('开始检查', 'Start inspection', 'Iniciar inspeção', '開始檢查'),
      happened: text('检查已开始', 'Inspection started', 'Inspeção iniciada', '檢查已開始'),
    },
    complete: {
      address: address('submit'),
      from: ['inspecting'],
      // If no item is unqualified, the server sets the state `passed` instead.
      to: 'rectifying',
      by: 'staff',
      rule: INSPECT,
      risk: 'confirm',
      form: true,
      errors: [40006, 40008, 40301],
      text: WORD.submitInspection,
      happened: text('检查已提交', 'Inspection submitted', 'Inspeção enviada', '檢查已提交'),
    },
    fix: {
      address: address('fix'),
      from: ['rectifying', 'overdueRectify'],
      to: 'rechecking',
      by: 'staff',
      rule: EDIT,
      risk: 'none',
      form: true,
      errors: [40008],
      text: WORD.recordRectification,
      happened: text('已登记整改', 'Rectification recorded', 'Correção registrada', '已登記整改'),
    },
    recheck: {
      address: address('recheck'),
      from: ['rechecking'],
      to: 'passed',
      by: 'staff',
      rule: INSPECT,
      risk: 'confirm',
      form: true,
      errors: [40006, 40305, 42296],
      text: text('复查', 'Recheck', 'Reverificar', '複查'),
      happened: text('已复查', 'Rechecked', 'Reverificada', '已複查'),
    },
    assign: {
      address: address('assign'),
      from: ['planned', 'overdue'],
      to: 'planned',
      by: 'staff',
      rule: EDIT,
      risk: 'confirm',
      form: true,
      text: text('指派检查人', 'Assign inspector', 'Atribuir inspetor', '指派檢查人'),
      happened: text('已指派检查人', 'Inspector assigned', 'Inspetor atribuído', '已指派檢查人'),
    },
    extend: {
      address: address('extend'),
      from: ['planned', 'overdue', 'rectifying', 'overdueRectify'],
      to: 'planned',
      by: 'staff',
      rule: EDIT,
      risk: 'confirm',
      form: true,
      errors: [40006],
      text: text('延期', 'Extend', 'Prorrogar', '延期'),
      happened: text('已延期', 'Extended', 'Prorrogada', '已延期'),
    },
    cancel: {
      address: address('cancel'),
      from: ['planned', 'overdue'],
      to: 'cancelled',
      by: 'staff',
      rule: EDIT,
      risk: 'confirm',
      reason: true,
      text: text('取消检查', 'Cancel inspection', 'Cancelar inspeção', '取消檢查'),
      happened: text('检查已取消', 'Inspection cancelled', 'Inspeção cancelada', '檢查已取消'),
      consequence: text(
        '检查随之结束，不计分。',
        'The inspection is closed without a score.',
        'A inspeção é encerrada sem nota.',
        '檢查隨之結束，不計分。',
      ),
    },
    lapse: {
      ...bySystem,
      from: ['planned'],
      to: 'overdue',
      text: WORD.inspectionOverdue,
    },
    lapseRectify: {
      ...bySystem,
      from: ['rectifying'],
      to: 'overdueRectify',
      text: text(
        '整改逾期，扣 10 分',
        'Not rectified in time: −10',
        'Não corrigida a tempo: −10',
        '整改逾期，扣 10 分',
      ),
    },
  },
});
export type InspectionState = keyof typeof inspectionCase.states;
