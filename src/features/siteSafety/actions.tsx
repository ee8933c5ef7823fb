import { reasonOf } from '@contract/case';
import type { Data } from '@contract/index';
import { incidentCase } from '@contract/siteIncident.states';
import { inspectionCase } from '@contract/siteInspection.states';
import { history } from '@umijs/max';
import { caseActions } from '@/features/cases/actions';
import { type Action, post } from '@/ui/actions/types';
import { trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { PRINT, recordAddress } from './links';

/** This module contains the actions on inspections and incidents, for lists and for record pages. */

export type InspectionRow = Data<'safety.Site/getInspections'>['list'][number];
export type IncidentRow = Data<'safety.Site/getIncidents'>['list'][number];

const REASON = reasonOf(inspectionCase.steps.cancel);
const reason: Field = {
  kind: 'textarea',
  name: 'reason',
  label: 'siteInspection.reason',
  rows: 2,
  required: true,
  min: REASON?.min ?? 0,
  max: REASON?.max ?? 0,
};
const until: Field = { kind: 'day', name: 'until', label: 'siteInspection.until', required: true };
const inspector: Field = {
  kind: 'options',
  name: 'inspectorId',
  label: 'siteInspection.inspectorName',
  source: 'colleagues',
  required: true,
};

/** Builds the action that opens a record's page and prints it. Only lists need this action, because the page has a print button. */
export const reportAction = <R extends InspectionRow | IncidentRow>(kind: 'inspection' | 'incident'): Action<R> => ({
  key: 'exportReport',
  label: 'siteInspection.exportReport',
  to: ({ id }) => `${recordAddress(kind, id)}&${PRINT}=1`,
});

export const INSPECTION_ACTIONS: readonly Action<InspectionRow>[] = [
  {
    key: 'start',
    label: inspectionCase.transition('start').text,
    hotkey: 's',
    confirm: { text: (names, _rows, t) => t('siteInspection.startText', { names }) },
    call: post('safety.Site/start', ({ id, version }: InspectionRow) => ({ id, version })),
    after: (_data, { id }) => history.push(recordAddress('inspection', id)),
  },
  {
    key: 'assign',
    label: inspectionCase.transition('assign').text,
    confirm: { text: (names, _rows, t) => t('siteInspection.assignText', { names }) },
    fields: () => [inspector],
    call: post('safety.Site/assign', ({ id, version }: InspectionRow, values) => ({
      id,
      version,
      inspectorId: Number(values.inspectorId),
    })),
  },
  {
    key: 'extend',
    label: inspectionCase.transition('extend').text,
    confirm: { text: (names, _rows, t) => t('siteInspection.extendText', { names }) },
    fields: () => [until, reason],
    call: post('safety.Site/extend', ({ id, version }: InspectionRow, values) => ({
      id,
      version,
      until: String(values.until),
      reason: trimmed(values, 'reason'),
    })),
  },
  {
    key: 'remind',
    label: 'siteInspection.remind',
    confirm: { text: (names, _rows, t) => t('siteInspection.remindText', { names }) },
    call: post('safety.Site/remind', ({ id }: InspectionRow) => ({ ids: [id] })),
    bulk: post('safety.Site/remind', (rows: readonly InspectionRow[]) => ({ ids: rows.map(({ id }) => id) })),
  },
  ...caseActions<InspectionRow>([inspectionCase], (row) => ({
    type: inspectionCase.key,
    no: row.no,
    title: row.kindText,
    object: row.teamName,
    amountFen: null,
    makerName: row.makerName,
  })),
];

export const INCIDENT_ACTIONS: readonly Action<IncidentRow>[] = caseActions<IncidentRow>([incidentCase], (row) => ({
  type: incidentCase.key,
  no: row.no,
  title: `${row.kindText} · ${row.severityText}`,
  object: row.teamName,
  amountFen: null,
  makerName: row.makerName,
})).map((action) => (action.key === 'void' ? action : { ...action, danger: false }));
