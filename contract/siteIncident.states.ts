import { caseType } from './case';
import { text } from './text';
import { WORD } from './words';

/** This file declares states and steps of incidents at stations (安全事故, DOMAIN §3.8). It imports no library: the browser loads it. */

const INCIDENT = 5207;
const address = (action: string): string => `safety.Site/${action}`;

/** An incident at a station, from the report until it is closed or voided. */
export const incidentCase = caseType({
  key: 'siteIncident',
  module: 'safety.site',
  number: 'SE',
  title: WORD.safetyIncident,
  waiting: ['reported'],
  states: {
    reported: { text: WORD.reported, tone: 'attention' },
    investigating: { text: text('调查中', 'Investigating', 'Em investigação', '調查中'), tone: 'working' },
    handling: { text: WORD.inProgress, tone: 'working' },
    closed: { text: WORD.caseClosed, tone: 'good' },
    voided: { text: text('已作废', 'Voided', 'Anulado', '已作廢'), tone: 'neutral' },
  },
  steps: {
    investigate: {
      address: address('investigate'),
      from: ['reported'],
      to: 'investigating',
      by: 'staff',
      rule: INCIDENT,
      risk: 'confirm',
      text: text('开始调查', 'Investigate', 'Investigar', '開始調查'),
      happened: text('调查已开始', 'Investigation started', 'Investigação iniciada', '調查已開始'),
      consequence: text(
        '事故进入调查。',
        'The incident is under investigation.',
        'O incidente passa a ser investigado.',
        '事故進入調查。',
      ),
    },
    analyse: {
      address: address('analyse'),
      from: ['investigating'],
      to: 'handling',
      by: 'staff',
      rule: INCIDENT,
      risk: 'confirm',
      form: true,
      text: text(
        '登记原因与责任',
        'Record cause and liability',
        'Registrar causa e responsabilidade',
        '登記原因與責任',
      ),
      happened: text(
        '已登记原因与责任',
        'Cause and liability recorded',
        'Causa e responsabilidade registradas',
        '已登記原因與責任',
      ),
    },
    close: {
      address: address('closeIncident'),
      from: ['handling'],
      to: 'closed',
      by: 'staff',
      rule: INCIDENT,
      risk: 'confirm',
      errors: [40305, 42296],
      text: text('结案', 'Close incident', 'Encerrar incidente', '結案'),
      happened: text('事故已结案', 'Incident closed', 'Incidente encerrado', '事故已結案'),
      consequence: text(
        '须所有措施已完成；严重和重大事故由上报人以外的人结案。',
        'All measures must be done. A person other than the reporter closes serious and major incidents.',
        'Todas as medidas devem estar concluídas. Outra pessoa encerra incidentes graves e muito graves.',
        '須所有措施已完成；嚴重和重大事故由上報人以外的人結案。',
      ),
    },
    void: {
      address: address('voidIncident'),
      from: ['reported', 'investigating', 'handling', 'closed'],
      to: 'voided',
      by: 'staff',
      rule: INCIDENT,
      risk: 'confirm',
      reason: true,
      text: text('作废', 'Void incident', 'Anular incidente', '作廢'),
      happened: text('事故已作废', 'Incident voided', 'Incidente anulado', '事故已作廢'),
      consequence: text(
        '事故不再计入站点得分；已停用的骑手和已冻结的站点须另行恢复。',
        'The incident no longer counts towards the score. Resume a suspended rider or a frozen station separately.',
        'Deixa de contar para a nota. Entregador suspenso ou estação congelada são retomados à parte.',
        '事故不再計入站點得分；已停用的騎手和已凍結的站點須另行恢復。',
      ),
    },
  },
});
export type IncidentState = keyof typeof incidentCase.states;
