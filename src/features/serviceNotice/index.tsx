import type { Data } from '@contract/index';
import { withVariables } from '@contract/serviceNotice.limits';
import { isFor, type NoticePerson, reaches, SERVICE_NOTICE } from '@contract/serviceNotice.states';
import { useT } from '@/app/i18n/i18n';
import { queryClient } from '@/app/request/queryClient';
import { choiceState, useData } from '@/app/request/useData';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Control, Field } from '@/ui/EntityForm/types';
import { Input } from '@/ui/library/Input';
import { QueryError } from '@/ui/QueryBoundary';
import { Select } from '@/ui/Select';
import styles from './index.css';

/** This module contains the fields that forms for service notices share: a template, and its variables. */

type Choice = Data<'user.Notice/getTemplateChoices'>['list'][number];
/** Key under which `useData` caches the templates. */
const TEMPLATE_CHOICES = ['user.Notice/getTemplateChoices', {}];
export type Variables = Readonly<Record<string, string>>;

/**
 * Returns the chosen template, and the query that loads the templates. `template` is `undefined` if no template is chosen, and until the
 * templates are loaded.
 */
export function useTemplate(templateId: unknown) {
  const query = useData('user.Notice/getTemplateChoices', {});
  return { query, template: query.data?.list.find(({ id }) => id === templateId) };
}

/** Returns why a template cannot be sent to this kind of person, or `null` if it can. */
function problemOf(
  { channel, personType, isReady }: Pick<Choice, 'channel' | 'personType' | 'isReady'>,
  to: NoticePerson,
) {
  if (!isReady) return 'serviceNotice.notReady';
  if (!reaches(channel, to)) return 'serviceNotice.notReached';
  return isFor(personType, to) ? null : 'serviceNotice.notFor';
}

/** Selects a template. A template is disabled if it is not configured, or if it cannot be sent to this kind of person. */
function TemplateSelect({ control, person }: { readonly control: Control; readonly person: NoticePerson }) {
  const t = useT();
  const templates = useData('user.Notice/getTemplateChoices', {});
  const { data } = templates;
  const options = (data?.list ?? []).map(({ id, text, channel, personType, isReady }) => {
    const problem = problemOf({ channel, personType, isReady }, person);
    return { value: id, label: problem ? t(problem, { name: text }) : text, disabled: problem !== null };
  });
  return (
    <Select
      id={control.id}
      label={control.label}
      value={typeof control.value === 'number' ? control.value : null}
      options={options}
      disabled={control.disabled}
      invalid={control.invalid}
      {...choiceState(templates)}
      {...(data && options.length === 0 && { placeholder: t('serviceNotice.noTemplates') })}
      {...(control.describedBy ? { describedBy: control.describedBy } : {})}
      onChange={control.onChange}
    />
  );
}

/** Returns the typed values of the named variables, trimmed. Empty values and variables with other names are dropped. */
function variablesOf(values: FormValues, names: readonly string[]): Record<string, string> {
  const typed = (values.variables ?? {}) as Variables;
  return Object.fromEntries(names.flatMap((name) => (typed[name]?.trim() ? [[name, typed[name].trim()]] : [])));
}

/** Shows a text field for each variable of the chosen template, and a preview of the message. */
function VariableInputs({ control, values }: { readonly control: Control; readonly values: FormValues }) {
  const t = useT();
  const { query, template } = useTemplate(values.templateId);
  const typed = (control.value ?? {}) as Variables;
  if (!query.data && typeof values.templateId === 'number') {
    return <QueryError query={query} />;
  }
  if (!template) return <span className={styles.hint}>{t('serviceNotice.chooseTemplate')}</span>;
  return (
    <>
      {template.variableNames.length === 0 ? (
        <span className={styles.hint}>{t('serviceNotice.noVariables')}</span>
      ) : null}
      {template.variableNames.map((name, at) => (
        <div key={name} className={styles.variable}>
          <code aria-hidden>{name}</code>
          <Input
            aria-label={name}
            {...(at === 0 && { id: control.id })}
            value={typed[name] ?? ''}
            maxLength={SERVICE_NOTICE.variable.max}
            disabled={control.disabled}
            autoComplete="off"
            onChange={(event) => control.onChange({ ...typed, [name]: event.target.value })}
          />
        </div>
      ))}
      <p className={styles.preview}>
        <span className={styles.hint}>{t('serviceNotice.preview')}</span>
        {withVariables(template.preview, variablesOf({ variables: typed }, template.variableNames))}
      </p>
    </>
  );
}

/** Fields of a form that sends a template. The server reports variables that are missing or too long. */
export const TEMPLATE_FIELDS: readonly Field[] = [
  {
    kind: 'custom',
    name: 'templateId',
    label: 'serviceNotice.template',
    required: true,
    select: true,
    follows: ['personType'],
    render: (control, values) => (
      <TemplateSelect control={control} person={(values.personType as NoticePerson | undefined) ?? 'user'} />
    ),
  },
  {
    kind: 'custom',
    name: 'variables',
    label: 'serviceNotice.variables',
    help: 'serviceNotice.variablesHelp',
    follows: ['templateId'],
    render: (control, values) => <VariableInputs control={control} values={values} />,
  },
];

/**
 * Returns the typed variables of the chosen template that are not empty. The form also keeps the variables of templates that were chosen
 * before; they are included until the templates are loaded. The server refuses a template with missing variables.
 */
export function typedVariables(values: FormValues): Record<string, string> {
  const choices = queryClient.getQueryData<Data<'user.Notice/getTemplateChoices'>>(TEMPLATE_CHOICES);
  const template = choices?.list.find(({ id }) => id === values.templateId);
  return variablesOf(values, template?.variableNames ?? Object.keys((values.variables ?? {}) as Variables));
}
