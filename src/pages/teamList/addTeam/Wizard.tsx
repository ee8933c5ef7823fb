import type { FieldError } from '@contract/endpoint';
import type { Data, Input } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { DAY_MS } from '@contract/units';
import { Link } from '@umijs/max';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type MutationResult, mutate } from '@/app/calls/mutate';
import { serverMessage } from '@/app/calls/serverMessage';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useRefresh } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { termsLink } from '@/features/terms/links';
import { Button } from '@/ui/Button';
import { PromptHost } from '@/ui/calls/PromptHost';
import { MomentInput } from '@/ui/DayInput';
import { Fields } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { SubmissionNotices, useEntitySubmission } from '@/ui/EntityForm/useEntitySubmission';
import { useFields } from '@/ui/EntityForm/useFields';
import { useLeaveGuard } from '@/ui/EntityForm/useLeaveGuard';
import { Library } from '@/ui/library/Library';
import { RequestId } from '@/ui/ProblemReport/RequestId';
import { TimeText } from '@/ui/TimeText';
import { dayIn, fromWall } from '@/ui/TimeText/format';
import { Calculator } from './Calculator';
import { useValues, type WizardForm } from './controls';
import { wizardFields } from './fields';
import styles from './index.css';
import { mistakesOf } from './mistakes';
import { STEP_TITLES, Steps } from './Steps';
import {
  atControl,
  changedForEdit,
  errorsOf,
  isMasked,
  STEP_FIELDS,
  STEPS,
  type Step,
  stepOf,
  type TeamDetail,
  toSent,
  valuesOfDefaults,
  valuesOfDetail,
  type WizardValues,
  waitsForMoment,
} from './values';

type Defaults = Data<'team.Team/getDefaults'>;
type Answer = Data<'team.Team/update'>;

/** What the wizard did, for the page that shows it. */
export interface Finished {
  readonly kind: 'submitted' | 'edited';
  readonly id: number;
  readonly name: string;
  readonly answer: Answer;
}

export interface WizardProps {
  readonly defaults: Defaults;
  /** What a new station begins with: the franchisee and region that the link names. */
  readonly given?: Partial<WizardValues>;
  /** The station that is edited or the continued draft; null begins a new one. */
  readonly detail: TeamDetail | null;
  readonly step: Step;
  readonly onStep: (step: Step) => void;
  /** A new draft got its id. */
  readonly onSaved: (id: number, step: Step) => void;
  readonly onFinished: (finished: Finished) => void;
}

/** When changes of areas take effect by default (DOMAIN §3.3). */
const CHANGE_HOUR = 'T04:00';

/** The next 04:00 on the platform's clock. */
function nextChange(now: number, timeZone: string): string | null {
  const today = fromWall(`${dayIn(now, timeZone)}${CHANGE_HOUR}`, timeZone);
  if (today !== null && Date.parse(today) > now) return today;
  return fromWall(`${dayIn(now + DAY_MS, timeZone)}${CHANGE_HOUR}`, timeZone);
}

/**
 * Six steps of one station (DOMAIN §3.3). A draft is saved with each step and submitted at the end; a station that exists is
 * saved as a whole. What was typed and not saved is kept in the browser, for this person only.
 */
export function Wizard({ defaults, given, detail, step, onStep, onSaved, onFinished }: WizardProps) {
  const t = useT();
  const locale = useLocale();
  const refresh = useRefresh();
  const { timeZone, now, can } = usePlatform();
  const maySetCredit = can(RULE['financial.teamFunding.credit']);
  const isDraft = detail === null || detail.status === 'draft';
  const isLate = detail !== null && ['operating', 'paused', 'frozen'].includes(detail.status);
  const today = dayIn(now(), timeZone);

  const initial = useRef<WizardValues | null>(null);
  initial.current ??= detail ? valuesOfDetail(detail, defaults) : { ...valuesOfDefaults(defaults), ...given };
  const formRef = useRef<WizardForm | null>(null);
  const [object, setObject] = useState<Target>({ id: detail?.id ?? null, version: detail?.version ?? 0 });
  /** What the next call is about; a merge changes it and sends at once. */
  const target = useRef(object);
  const aim = (next: Target) => {
    target.current = next;
    setObject(next);
  };
  const steps = useMemo(
    () =>
      wizardFields({
        form: () => {
          if (!formRef.current) throw new Error('fields are drawn after their form was made');
          return formRef.current;
        },
        t,
        teamId: object.id,
        detail,
        policy: defaults.overlapPolicy,
        today,
        maySetCredit,
      }),
    [t, object.id, detail, defaults.overlapPolicy, today, maySetCredit],
  );
  const fields = useMemo<readonly Field<WizardValues>[]>(() => STEPS.flatMap((each) => steps[each]), [steps]);
  const form = useFields(initial.current, fields);
  formRef.current = form;
  const { store } = form;
  // All steps are one form; another station, or a new one, is another form.
  useLeaveGuard(store, true, (next) => (Number(next.get('id')) || null) === target.current.id);

  const [saved, setSaved] = useState(detail?.draftStep ?? 0);
  const [problem, setProblem] = useState<{ text: string; requestId: string } | null>(null);
  const [effectiveAt, setEffectiveAt] = useState<string | null>(null);
  const [focus, setFocus] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  /* ---- what is kept in the browser ---- */

  const submission = useEntitySubmission<WizardValues, Target>({
    form,
    fields,
    formKey: `team.wizard.${object.id ?? 'new'}`,
    address: 'team.Team/update',
    title: detail === null ? t('wizard.titleNew') : `${t('wizard.titleEdit')} ${detail.name ?? ''}`,
    keepsDraft: true,
    target: object,
    calls: ['finish', 'save'],
    onTarget: aim,
  });
  const { drafts, pending, setConflict } = submission;

  /* ---- going through the steps ---- */

  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    if (focus === null) heading.current?.focus();
  }, [step, focus]);
  useEffect(() => {
    if (focus === null || stepOf(focus) !== step) return;
    form.focus(focus);
    setFocus(null);
  }, [focus, step, form]);
  // The administrator is the contact by default (DOMAIN §3.3 step 6).
  useEffect(() => {
    const { adminName, adminTel, contactName, contactTel } = store.values();
    if (step !== 6 || !isDraft || adminName !== '' || adminTel !== '') return;
    store.set({ adminName: contactName, ...(isMasked(contactTel) ? {} : { adminTel: contactTel }) });
  }, [step, isDraft, store]);

  const showAt = (name: string) => {
    const owner = stepOf(name);
    if (owner !== null && owner !== step) onStep(owner);
    setFocus(name);
  };
  /** Checks the fields of some steps; goes to the first mistake. */
  const check = (wanted: readonly Step[]): boolean => {
    const names = wanted.flatMap((each) => steps[each].map((field) => field.name));
    form.check(names);
    const found = mistakesOf(store.values(), { t, locale, today, detail });
    for (const name of names) {
      const message = found[name];
      if (message !== undefined) store.setError(name, message);
    }
    const worst = names.find((name) => name in store.errors());
    if (worst !== undefined) showAt(worst);
    return worst === undefined;
  };
  /** Puts refusals at their fields, in whatever step, and shows the first; the others stand above the form. */
  const showErrors = (errors: readonly FieldError[], msg: string, requestId: string) => {
    const placed = errors.map(atControl);
    const homeless = form.showErrors(placed);
    const first = placed.find((error) => !homeless.includes(error));
    const others = homeless.map((error) => error.message).join(' ');
    if (first) showAt(first.field);
    if (others !== '' || !first) setProblem({ text: others || msg, requestId });
  };

  /* ---- sending ---- */

  const ended = (
    end:
      | MutationResult<'team.Team/saveDraft'>
      | MutationResult<'team.Team/submit'>
      | MutationResult<'team.Team/update'>,
  ) => {
    switch (end.kind) {
      case 'fields':
        showErrors(end.errors, end.msg, '');
        return;
      case 'conflict': {
        const { current, changedBy, changedAt } = end.conflict;
        if (!isDetail(current)) {
          setProblem({ text: end.msg, requestId: '' });
          return;
        }
        const { id, version } = current;
        const theirs = valuesOfDetail(current, defaults);
        setConflict({ changedBy, changedAt, theirs, target: { id, version } });
        return;
      }
      case 'refused': {
        const errors = errorsOf(end);
        if (errors.length > 0) showErrors(errors, end.msg, end.requestId);
        else setProblem({ text: end.msg || t('common.networkError'), requestId: end.requestId });
        return;
      }
      default:
    }
  };

  /** Stores the draft; answers its id and version, or null when it was not stored. */
  const saveDraft = async (reached: Step): Promise<{ id: number; version: number } | null> => {
    setProblem(null);
    const values = store.values();
    const end = await submission.send('save', 'team.Team/saveDraft', () => ({
      ...(target.current.id === null ? {} : { id: target.current.id, version: target.current.version }),
      step: reached,
      values: toSent(values),
    }));
    if (end.kind !== 'done') {
      ended(end);
      return null;
    }
    drafts.end();
    // What was typed while the answer was on its way stays unsaved.
    const typed = store.values();
    store.reset(values);
    if (typed !== values) store.set(typed);
    const next = { id: end.data.id, version: end.data.version };
    aim(next);
    setSaved((before) => Math.max(before, reached));
    setConflict(null);
    refresh('team.');
    return next;
  };

  const next = async () => {
    if (pending || !check([step])) return;
    const stored = await saveDraft(step);
    const following = STEPS.find((each) => each === step + 1) ?? step;
    if (stored) onSaved(stored.id, following);
  };
  const keep = async () => {
    if (pending) return;
    const stored = await saveDraft(step);
    if (!stored) return;
    toast.success(t('wizard.draftSaved'));
    onSaved(stored.id, step);
  };

  const submit = async () => {
    if (pending || !check(STEPS)) return;
    setProblem(null);
    const aimed = target.current.id === null ? await saveDraft(step) : target.current;
    if (aimed === null || aimed.id === null) return;
    const { id, version } = { id: aimed.id, version: aimed.version };
    const values = store.values();
    const end = await submission.send('finish', 'team.Team/submit', ({ confirmed }) => ({
      id,
      version,
      values: toSent(values),
      confirmOverlap: confirmed,
    }));
    if (end.kind !== 'done') {
      ended(end);
      return;
    }
    finish('submitted', id, values, end.data);
  };

  const saveEdit = async () => {
    if (pending) return;
    setProblem(null);
    const values = store.values();
    const changed = changedForEdit(values, store.changed());
    const touched = STEPS.filter((each) => STEP_FIELDS[each].some((name) => name in changed));
    if (touched.length === 0) {
      toast.warning(t('wizard.nothingChanged'));
      return;
    }
    const { id, version } = target.current;
    if (!check(touched) || id === null) return;
    const moment = isLate && waitsForMoment(changed) ? effectiveAt : null;
    if (moment !== null && Date.parse(moment) <= now()) {
      setProblem({ text: t('wizard.effectivePast'), requestId: '' });
      return;
    }
    const end = await submission.whilePending(
      mutate('team.Team/update', ({ confirmed }) => ({
        id,
        version,
        // An edit's fields are checked above: none is null that must not be.
        values: toSent(changed) as Input<'team.Team/update'>['values'],
        ...(moment === null ? {} : { effectiveAt: moment }),
        confirmOverlap: confirmed,
      })),
    );
    if (end.kind !== 'done') {
      ended(end);
      return;
    }
    finish('edited', id, values, end.data);
  };

  const finish = (kind: Finished['kind'], id: number, values: WizardValues, answer: Answer) => {
    store.reset(values);
    drafts.end();
    setConflict(null);
    refresh('team.');
    toast.success(
      serverMessage(answer) ??
        t(kind === 'edited' ? 'wizard.doneEdit' : 'wizard.doneNew', { name: values.name, state: answer.stateText }),
    );
    onFinished({ kind, id, name: values.name, answer });
  };

  /* ---- conflicts with another person's change ---- */

  const merge = (mine: FormValues, then: 'save' | 'edit') => {
    if (submission.merge(mine) && then === 'save') void (isDraft ? keep() : saveEdit());
  };

  const isLast = step === STEPS.length;
  return (
    <Library>
      <div className={styles.page}>
        <Steps form={form} current={step} saved={saved} onStep={onStep} />
        <form
          className={styles.column}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void (isDraft ? (isLast ? submit() : next()) : saveEdit());
          }}
        >
          <h2 ref={heading} tabIndex={-1}>
            {t('wizard.stepOf', { n: step, total: STEPS.length, title: t(STEP_TITLES[step]) })}
          </h2>
          <SubmissionNotices submission={submission} form={form} fields={fields} onMerge={merge} />
          {problem ? (
            <div className={styles.problem} role="alert">
              <p>{problem.text}</p>
              <p>
                {t('wizard.failed')} {problem.requestId ? <RequestId id={problem.requestId} /> : null}
              </p>
            </div>
          ) : null}
          {step === 4 && detail?.nextFee ? (
            <p className={styles.notice}>
              {t('wizard.nextFee')} <TimeText at={detail.nextFee.effectiveFrom} mode="full" />
            </p>
          ) : null}
          {step === 4 && detail && !isDraft ? (
            <p className={styles.notice}>
              {t('wizard.termsFixed')} <Link to={termsLink(detail.id)}>{t('terms.propose')}</Link>
            </p>
          ) : null}
          <Fields key={step} form={form} fields={steps[step]} />
          {step === 4 ? <Calculator form={form} /> : null}
          {isLate ? (
            <EffectiveAt form={form} value={effectiveAt ?? nextChange(now(), timeZone)} onChange={setEffectiveAt} />
          ) : null}
          <div className={styles.footer}>
            {isDraft ? (
              <>
                <Button type="primary" htmlType="submit" loading={pending} disabled={pending}>
                  {isLast ? <SubmitText form={form} /> : t('wizard.next')}
                </Button>
                <Button disabled={pending} onClick={() => void keep()}>
                  {t('wizard.saveDraft')}
                </Button>
              </>
            ) : (
              <Button type="primary" htmlType="submit" loading={pending} disabled={pending}>
                {t('wizard.saveEdit', { name: detail?.name ?? '' })}
              </Button>
            )}
            {isDraft && step > 1 ? (
              <Button disabled={pending} onClick={() => onStep(STEPS.find((each) => each === step - 1) ?? 1)}>
                {t('wizard.back')}
              </Button>
            ) : null}
          </div>
        </form>
        <PromptHost />
      </div>
    </Library>
  );
}

/** Which station a call is about, and the version that it knows; null before a new draft has its id. */
interface Target {
  readonly id: number | null;
  readonly version: number;
}

function isDetail(value: unknown): value is TeamDetail {
  return typeof value === 'object' && value !== null && 'version' in value && 'weekHours' in value;
}

function SubmitText({ form }: { readonly form: WizardForm }) {
  const t = useT();
  const { name } = useValues(form);
  return <>{name.trim() === '' ? t('wizard.submitUnnamed') : t('wizard.submit', { name: name.trim() })}</>;
}

interface EffectiveAtProps {
  readonly form: WizardForm;
  readonly value: string | null;
  readonly onChange: (at: string | null) => void;
}

/** When a change of the area takes effect; shown once something changed that waits for it. */
function EffectiveAt({ form, value, onChange }: EffectiveAtProps) {
  const t = useT();
  const waits = useSyncExternalStore(form.store.subscribe, () => waitsForMoment(form.store.changed()));
  if (!waits) return null;
  return (
    <div className={styles.effective}>
      <label htmlFor="effective-at">{t('wizard.effectiveAt')}</label>
      <MomentInput id="effective-at" value={value} onChange={onChange} describedBy="effective-at-help" />
      <p id="effective-at-help" className={styles.note}>
        {t('wizard.effectiveHelp')}
      </p>
    </div>
  );
}
