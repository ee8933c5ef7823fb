import { type CaseStep, reasonOf } from '@contract/case';
import type { CaseKind } from '@contract/case-types';
import type { Data, Input, WriteAddress } from '@contract/index';
import { getLocale, type Translate } from '@/app/i18n/i18n';
import { areaOf } from '@/app/request/useData';
import { type Action, type ActionCall, type ActionRow, post } from '@/ui/actions/types';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import { formatMoney } from '@/ui/Money/format';
import { sendEach } from './bulk';

/** Actions on documents that users approve, reject or otherwise decide. The case types (contract/case.ts) define the actions. */

export type CaseRow = Data<'approval.Case/getList'>['list'][number];
/** The facts of a document that the confirmation of a step shows. */
export type CaseSubject = Pick<CaseRow, 'type' | 'no' | 'title' | 'object' | 'amountFen' | 'makerName'>;
/** A list row of a document. A versioned step sends its `version`, so that a changed document is refused. */
export interface DocumentRow extends ActionRow {
  readonly version: number;
}

const HOTKEYS: Readonly<Record<string, string>> = { approve: 'a', reject: 'x', withdraw: 'w' };
/**
 * Endpoint prefix of the inbox and of document details. After a step, the data of these endpoints and the lists of the document's kind load
 * again.
 */
const INBOX = 'approval.';

/** Returns the document's display name: its number or, without one, its title and object. */
export const caseName = ({ no, title, object }: Pick<CaseRow, 'no' | 'title' | 'object'>): string =>
  no || [title, object].filter(Boolean).join(' · ');

/**
 * Finds the step `key` in the declaration of the document kind `type`.
 *
 * @returns `undefined` if the declaration has no such step, or if the step needs its own form
 */
function stepIn(kinds: readonly CaseKind[], type: string, key: string): CaseStep | undefined {
  const step = kinds.find((kind) => kind.key === type)?.steps[key];
  return step?.address === undefined || step.form ? undefined : step;
}

function question(subjects: readonly CaseSubject[], steps: readonly CaseStep[], t: Translate): string {
  const yuan = (fen: number) => formatMoney(fen, getLocale());
  const [only] = subjects;
  const consequence = [...new Set(steps.map((step) => (step.consequence ? t(step.consequence) : '')))].join(' ');
  if (!only) return '';
  if (subjects.length === 1) {
    const amount = only.amountFen === null ? '' : t('cases.yuan', { x: yuan(only.amountFen) });
    const what = [only.title, only.object, amount].filter(Boolean).join(' · ');
    // Some documents are created outside the console and have no maker, for example the applications of riders.
    if (only.makerName === '') return t('cases.askAbout', { what, consequence });
    return t('cases.ask', { maker: only.makerName, what, consequence });
  }
  const sum = subjects.reduce((all, { amountFen }) => all + (amountFen ?? 0), 0);
  const amounts = sum > 0 ? t('cases.askAmount', { x: yuan(sum) }) : '';
  return t('cases.askMany', { n: subjects.length, amounts, consequence });
}

function inputOf(step: CaseStep, { id, version }: DocumentRow, values: FormValues): object {
  const reason = reasonOf(step);
  return {
    id,
    ...(step.versioned !== false && { version }),
    ...(reason && { [reason.name]: trimmed(values, 'reason') }),
  };
}

/**
 * Builds the actions on documents of several kinds: one action for each step key. The kind of each document determines the endpoint, the
 * input and the texts.
 *
 * @param subjectOf returns the facts of a row for the confirmation
 */
export function caseActions<R extends DocumentRow>(
  kinds: readonly CaseKind[],
  subjectOf: (row: R) => CaseSubject,
): readonly Action<R>[] {
  const keys = [...new Set(kinds.flatMap(({ steps }) => Object.keys(steps)))];
  return keys.flatMap((key) => {
    const ways = kinds.flatMap((kind) => {
      const step = stepIn(kinds, kind.key, key);
      return step ? [{ kind, step }] : [];
    });
    const [first] = ways;
    if (!first) return [];
    const nameOf = (row: R) => caseName(subjectOf(row));
    const stepOf = (row: R): CaseStep | undefined => stepIn(kinds, subjectOf(row).type, key);
    const address = first.step.address as WriteAddress;
    const shared = {
      byFilter: false,
      areas: [INBOX, ...ways.map(({ step }) => areaOf(step.address ?? ''))],
      address,
    } as const;
    const stepsOf = (rows: readonly R[]) => rows.flatMap((row) => stepOf(row) ?? []);
    const isGood = ways.some(({ kind, step }) => kind.states[step.to]?.tone === 'good');
    const hotkey = HOTKEYS[key];
    const call: ActionCall<R> = {
      ...shared,
      send: (row, values, sentKey) => {
        const step = stepOf(row) ?? first.step;
        const build = (subject: R) => inputOf(step, subject, values) as Input<WriteAddress>;
        return post<R, WriteAddress>(step.address as WriteAddress, build).send(row, values, sentKey);
      },
    };
    const bulk: ActionCall<readonly R[]> = {
      ...shared,
      send: (rows, values, sentKey) => sendEach(rows, { stepOf, nameOf }, values, sentKey),
    };
    const action: Action<R> = {
      key,
      label: first.step.text,
      danger: !isGood,
      ...(hotkey && { hotkey }),
      confirm: { text: (_names, rows, t) => question(rows.map(subjectOf), stepsOf(rows), t) },
      fields: (rows) => {
        const asked = stepsOf(rows).flatMap((step) => reasonOf(step) ?? []);
        if (asked.length === 0) return [];
        const min = Math.max(...asked.map((reason) => reason.min));
        const max = Math.min(...asked.map((reason) => reason.max));
        return [{ kind: 'textarea', name: 'reason', label: 'cases.reason', required: true, min, max }];
      },
      call,
      ...(ways.some(({ step }) => step.bulk) && { bulk }),
    };
    return [action];
  });
}
