import type { FieldError } from '@contract/endpoint';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { messagesOf } from '@/ui/EntityForm/useFields';
import { mistakesOf } from './mistakes';
import type { WizardState } from './useWizardForm';
import { atControl, isDraft, isMasked, type Step, stepOf } from './values';
import type { WizardProps } from './wizardProps';

/** A problem that belongs to no field, for example a refusal. */
export interface Problem {
  readonly text: string;
  readonly requestId: string;
}

export interface WizardSteps {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly problem: Problem | null;
  readonly setProblem: (problem: Problem | null) => void;
  /** Checks the fields of the given steps and opens the first error. @returns whether there is no error */
  readonly check: (wanted: readonly Step[]) => boolean;
  /** Shows errors at their fields in any step and opens the first. Errors without a field are shown above the form. */
  readonly showErrors: (errors: readonly FieldError[], msg: string, requestId: string) => void;
}

/** Manages the steps: it moves the focus and shows errors in the step that they belong to. */
export function useWizardSteps(
  { step, onStep, detail }: WizardProps,
  { form, steps, today }: WizardState,
): WizardSteps {
  const t = useT();
  const locale = useLocale();
  const { store } = form;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [focus, setFocus] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
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
  const fillsAdmin = step === 6 && isDraft(detail);
  // By default, the contact is the administrator (DOMAIN §3.3 step 6). A masked phone number is not copied.
  useEffect(() => {
    const { adminName, adminTel, contactName, contactTel } = store.values();
    if (!fillsAdmin || adminName !== '' || adminTel !== '') return;
    store.set({ adminName: contactName, ...(isMasked(contactTel) ? {} : { adminTel: contactTel }) });
  }, [fillsAdmin, store]);

  const showAt = (name: string) => {
    const owner = stepOf(name);
    if (owner !== null && owner !== step) onStep(owner);
    setFocus(name);
  };
  return {
    heading,
    problem,
    setProblem,
    check(wanted) {
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
    },
    showErrors(errors, msg, requestId) {
      const placed = errors.map(atControl);
      const homeless = form.showErrors(placed);
      const first = placed.find((error) => !homeless.includes(error));
      const others = messagesOf(homeless);
      if (first) showAt(first.field);
      if (others !== '' || !first) setProblem({ text: others || msg, requestId });
    },
  };
}
