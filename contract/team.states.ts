import { lifecycle } from './lifecycle';
import { text } from './text';
import { WORD } from './words';

/** Lifecycle of a station (站点, DOMAIN §3.3). The server can also refuse a step for other reasons, such as `start` with 42226. */
export const teamLifecycle = lifecycle({
  entity: 'team',
  states: {
    draft: { text: WORD.draft, tone: 'neutral' },
    preparing: { text: text('筹备中', 'Preparing', 'Em preparação', '籌備中'), tone: 'working' },
    operating: { text: text('营业中', 'Operating', 'Em operação', '營業中'), tone: 'good' },
    paused: { text: text('暂停', 'Paused', 'Pausada', '暫停'), tone: 'info' },
    frozen: { text: text('冻结', 'Frozen', 'Congelada', '凍結'), tone: 'bad' },
    closed: { text: text('已关停', 'Closed', 'Encerrada', '已關停'), tone: 'neutral' },
    deleted: { text: WORD.deletedFeminine, tone: 'neutral' },
  },
  transitions: [
    {
      action: 'submit',
      from: ['draft'],
      to: 'preparing',
      by: 'staff',
      rule: 1101,
      risk: 'none',
      text: WORD.submitStation,
    },
    {
      action: 'start',
      from: ['preparing'],
      to: 'operating',
      by: 'staff',
      rule: 1106,
      risk: 'confirm',
      text: WORD.startBusiness,
    },
    {
      action: 'pause',
      from: ['operating'],
      to: 'paused',
      by: 'staff',
      rule: 1107,
      risk: 'confirm',
      text: text('暂停营业', 'Pause station', 'Pausar estação', '暫停營業'),
    },
    {
      action: 'resume',
      from: ['paused'],
      to: 'operating',
      by: 'staff',
      rule: 1107,
      risk: 'confirm',
      text: text('恢复营业', 'Resume business', 'Retomar operação', '恢復營業'),
    },
    {
      action: 'freeze',
      from: ['operating', 'paused'],
      to: 'frozen',
      by: 'staff',
      rule: 1108,
      risk: 'second',
      text: WORD.freezeStation,
    },
    {
      action: 'unfreeze',
      from: ['frozen'],
      to: 'paused',
      by: 'staff',
      rule: 1108,
      risk: 'second',
      text: text('解冻站点', 'Unfreeze station', 'Descongelar estação', '解凍站點'),
    },
    {
      action: 'close',
      from: ['preparing', 'operating', 'paused'],
      to: 'closed',
      by: 'owner',
      rule: 1109,
      risk: 'second',
      text: WORD.closeStation,
    },
    {
      action: 'removeDraft',
      from: ['draft'],
      to: 'deleted',
      by: 'staff',
      rule: 1103,
      risk: 'confirm',
      text: WORD.deleteDraft,
    },
    {
      action: 'pauseAt',
      from: ['operating'],
      to: 'paused',
      by: 'system',
      risk: 'none',
      text: text('按计划暂停', 'Paused as scheduled', 'Pausada conforme programado', '按排程暫停'),
    },
    {
      action: 'resumeAt',
      from: ['paused'],
      to: 'operating',
      by: 'system',
      risk: 'none',
      text: text('按计划恢复营业', 'Resumed as scheduled', 'Retomada conforme programado', '按排程恢復營業'),
    },
    {
      action: 'depositOverdue',
      from: ['operating', 'paused'],
      to: 'frozen',
      by: 'system',
      risk: 'none',
      text: text(
        '储备金欠费逾期，自动冻结',
        'Frozen: reserve overdue',
        'Congelada: reserva em atraso',
        '儲備金逾期未補，自動凍結',
      ),
    },
    {
      action: 'severeIncident',
      from: ['operating', 'paused'],
      to: 'frozen',
      by: 'system',
      risk: 'none',
      text: text(
        '发生严重安全事故，自动冻结',
        'Frozen: severe safety incident',
        'Congelada: incidente grave de segurança',
        '發生嚴重安全事故，自動凍結',
      ),
    },
  ],
});

export type TeamState = keyof typeof teamLifecycle.states;

/** Default order of station lists by state: operating stations first; drafts, closed and deleted stations last. */
export const TEAM_ORDER = [
  'operating',
  'paused',
  'preparing',
  'frozen',
  'draft',
  'closed',
  'deleted',
] as const satisfies readonly TeamState[];
export type TeamAction = (typeof teamLifecycle.transitions)[number]['action'];

/** Kinds of to-dos that a station can have (DOMAIN §3.2 "To-do"). */
export const TEAM_WAIT_TEXT = {
  start: text('可开始营业', 'Ready to start business', 'Pronta para iniciar', '可開始營業'),
  admin: text('待管理员登录', 'Administrator has not signed in', 'Acesso do administrador', '待管理員登入'),
  resume: text('已过恢复时间', 'Past its resume time', 'Passou da hora de retomar', '已過恢復時間'),
} as const;
export type TeamWait = keyof typeof TEAM_WAIT_TEXT;
export const TEAM_WAITS = Object.keys(TEAM_WAIT_TEXT) as [TeamWait, ...TeamWait[]];
