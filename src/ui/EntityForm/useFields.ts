import type { FieldError } from '@contract/endpoint';
import { validationText } from '@contract/validation';
import { useEffect, useMemo, useRef } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { watchUnsaved } from '@/app/session/unsaved';
import { fullTime } from '../TimeText/format';
import { faultOf, isShown } from './check';
import { controlId, useFormId } from './Field';
import { createStore, type FormStore, type FormValues } from './store';
import type { Field } from './types';

/** The store and the id of a form, and the functions with which a page controls the form. */
export interface FormHandle<V extends FormValues> {
  readonly store: FormStore<V>;
  readonly formId: string;
  readonly values: () => V;
  readonly set: (patch: Partial<V>) => void;
  readonly reset: (to: V) => void;
  readonly dirty: () => boolean;
  /**
   * Checks these fields (default: all). Marks fields that are invalid or have unfinished work, for example an upload, and focuses the
   * first. @returns `true` when no field is marked
   */
  readonly check: (names?: readonly string[]) => boolean;
  /** Shows the server's errors at their fields, reveals and focuses the first. @returns the errors whose field the form does not show */
  readonly showErrors: (errors: readonly FieldError[]) => readonly FieldError[];
  /** Checks one field when it loses the focus. A field with its initial value is not checked. */
  readonly leave: (field: Field<V>) => void;
  readonly focus: (name: string) => void;
}

/** Joins the messages of errors that have no field in the form, to show them as one text. */
export const messagesOf = (errors: readonly FieldError[]): string => errors.map(({ message }) => message).join(' ');

/** Focuses a field: its control, or the first focusable element inside. */
function focusField(formId: string, name: string): void {
  const control = document.getElementById(controlId(formId, name));
  const inner = control?.matches('input,textarea,button,[tabindex]')
    ? control
    : control?.querySelector<HTMLElement>('input,textarea,button');
  const target =
    inner ??
    [...document.querySelectorAll<HTMLElement>(`[data-field="${name}"]`)]
      .flatMap((field) => [...field.querySelectorAll<HTMLElement>('input,textarea,button,[tabindex]')])
      .at(0);
  target?.focus();
  target?.scrollIntoView?.({ block: 'center' });
}

/** Maps `weekHours.0.ranges` and `values.name` to the fields `weekHours` and `name`, and `values.title.en-US` to the field `title.en-US`. */
function fieldName(path: string, known: ReadonlySet<string>): string | null {
  const parts = path.split(/[.[\]]/);
  const pieces = parts.flatMap((_, from) =>
    parts.slice(from).map((_, at, rest) => parts.slice(from, from + rest.length - at).join('.')),
  );
  return pieces.find((piece) => known.has(piece)) ?? null;
}

/** Manages the state of a form with declared fields. Later values of `initial` are ignored: `reset` replaces the values. */
export function useFields<V extends FormValues>(initial: V, fields: readonly Field<V>[]): FormHandle<V> {
  const formId = useFormId();
  const t = useT();
  const locale = useLocale();
  const { timeZone } = usePlatform();
  const latest = useRef({ t, locale, timeZone, fields });
  latest.current = { t, locale, timeZone, fields };

  const first = useRef(initial);
  const form = useMemo<FormHandle<V>>(() => {
    const store = createStore(first.current);
    const problem = (field: Field<V>): string | null => {
      const fault = faultOf(field, store.values());
      if (!fault) return null;
      const words = latest.current;
      if (fault.text) return words.t(fault.text);
      const params = Object.fromEntries(
        Object.entries(fault.params ?? {}).map(([name, value]) => [
          name,
          field.kind === 'moment' ? fullTime(String(value), words.locale, words.timeZone) : value,
        ]),
      );
      return validationText(fault.rule, words.locale, { ...params, label: words.t(field.label) });
    };
    const focus = (name: string) => focusField(formId, name);
    return {
      store,
      formId,
      values: store.values,
      set: store.set,
      reset: store.reset,
      dirty: store.dirty,
      focus,
      check: (names) => {
        const checked = latest.current.fields.filter((field) => names === undefined || names.includes(field.name));
        const found = checked.flatMap((field) => {
          const isWaiting = store.isBusy(field.name) && isShown(field, store.values());
          const message = isWaiting ? latest.current.t('area.waitForUpload') : problem(field);
          return message === null ? [] : [[field.name, message] as const];
        });
        const others = Object.entries(store.errors()).filter(([name]) => !checked.some((field) => field.name === name));
        store.setErrors(Object.fromEntries([...others, ...found]));
        const worst = found[0];
        if (worst) focus(worst[0]);
        return worst === undefined;
      },
      showErrors: (errors) => {
        const values = store.values();
        const shown = latest.current.fields.filter((field) => isShown(field, values));
        const hidden = latest.current.fields.filter(
          (field) => field.reveal && !shown.includes(field) && isShown(field, { ...values, ...field.reveal }),
        );
        const known = new Set<string>([...shown, ...hidden].map((field) => field.name));
        const placed = errors.map((error) => ({ error, name: fieldName(error.field, known) }));
        const worst = [...shown, ...hidden].find((field) => placed.some(({ name }) => name === field.name));
        const isRevealed = worst !== undefined && hidden.includes(worst);
        if (isRevealed) store.set(worst.reveal ?? {});
        store.setErrors(
          Object.fromEntries(
            placed.flatMap(({ error, name }) => (name === null ? [] : [[name, error.message]])).reverse(),
          ),
        );
        // A field that was hidden must be rendered before it can get the focus.
        if (isRevealed) setTimeout(() => focus(worst.name));
        else if (worst) focus(worst.name);
        return placed.filter(({ name }) => name === null).map(({ error }) => error);
      },
      leave: (field) => {
        const value = store.values()[field.name];
        const untouched = value === store.initial()[field.name];
        if (!untouched) store.setError(field.name, problem(field));
      },
    };
  }, [formId]);
  // Registers the form, because a reload would lose its unsaved values.
  useEffect(() => watchUnsaved(form.store.dirty), [form]);
  return form;
}
