import { useLocation } from '@umijs/max';
import { useEffect, useRef } from 'react';
import { askedIn, forgetAsked } from './asked';
import type { Action, ActionRow } from './types';

/**
 * Starts the action that the URL requests, after its row is loaded and if the row allows it. Instant actions and actions without a call
 * are not started.
 */
export function useAsked<R extends ActionRow>(
  actions: readonly Action<R>[],
  rows: readonly R[] | undefined,
  start: (action: Action<R>, row: R) => void,
): void {
  const { search } = useLocation();
  const latest = useRef({ actions, rows, start });
  latest.current = { actions, rows, start };
  const asked = askedIn(search);
  const row = asked && rows?.find(({ id }) => id === asked.id);
  const wanted = asked && row ? `${asked.action}.${asked.id}` : '';
  useEffect(() => {
    if (wanted === '') return;
    const [key, id] = wanted.split('.');
    const { actions: known, rows: here, start: run } = latest.current;
    const action = known.find((one) => one.key === key && one.call && !one.instant);
    const subject = here?.find((one) => one.id === Number(id));
    forgetAsked();
    if (action && subject && (subject.actions?.includes(action.key) ?? true)) run(action, subject);
  }, [wanted]);
}
