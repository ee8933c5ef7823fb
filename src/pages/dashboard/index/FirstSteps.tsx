import { CheckCircleFilled, RightOutlined } from '@ant-design/icons';
import { Link, useSearchParams } from '@umijs/max';
import { useEffect, useRef, useState } from 'react';
import { askedFirstSteps, useFirstSteps } from '@/app/firstSteps';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { usePreferences } from '@/app/usePreference';
import { Button } from '@/ui/Button';
import { QueryError } from '@/ui/QueryBoundary';
import { Block } from './Block';
import styles from './index.css';

/**
 * Scrolls to the requested list and focuses its title once the list is shown, because it can be below the first screen. If the user has
 * moved the focus since the request, nothing happens. The scroll has no animation.
 *
 * @returns the ref of the title
 */
function useOpening(isAsked: boolean, isShown: boolean) {
  const title = useRef<HTMLHeadingElement>(null);
  const focusedBefore = useRef<Element | null>(null);
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    focusedBefore.current = document.activeElement;
    setPending(true);
  }, [isAsked]);
  useEffect(() => {
    if (!isPending || !isShown || !title.current) return;
    setPending(false);
    const focused = document.activeElement;
    if (focused !== focusedBefore.current && !focused?.contains(title.current)) return;
    title.current.closest('section')?.scrollIntoView?.({ block: 'start' });
    title.current.focus({ preventScroll: true });
  }, [isPending, isShown]);
  return title;
}

/**
 * Shows the first steps of a new installation or a new user. The block disappears when the user hides the block or all steps are done. If
 * the user has opened the block again, it remains after the last step.
 */
export function FirstSteps() {
  const t = useT();
  const [state, preferenceState, keep] = useFirstSteps();
  const isKnown = preferenceState === 'known';
  const preferences = usePreferences();
  const [query, setQuery] = useSearchParams();
  const { isAsked } = askedFirstSteps(query);
  useEffect(() => {
    const { isAsked, rest } = askedFirstSteps(query);
    if (!isAsked || !isKnown) return;
    keep('shown');
    setQuery(rest, { replace: true });
  }, [query, setQuery, isKnown, keep]);
  const isHidden = state === 'away' || state === 'done';
  const steps = useData('dashboard.Index/getFirstSteps', {}, { enabled: isKnown && !isHidden });
  const { data } = steps;
  const left = data?.list.filter(({ done }) => !done).length;
  const isOver = left === 0 && state === null;
  useEffect(() => {
    // Store that all steps are done, so that later visits do not ask the server.
    if (isOver) keep('done');
  }, [isOver, keep]);
  const shown = isAsked || isHidden || isOver || !data?.list.length ? null : data;
  const title = useOpening(isAsked, shown !== null);
  // Only a user who opened the list needs to know that it could not be loaded.
  if (isAsked) return <QueryError query={preferences} />;
  if (state === 'shown' && !data) return <QueryError query={steps} />;
  if (!shown) return null;
  const putAway = () => {
    keep('away');
    toast.success(t('manual.firstStepsBack'));
  };
  return (
    <Block
      title="manual.firstSteps"
      titleRef={title}
      asOf={shown.asOf}
      extra={
        <Button type="link" size="small" onClick={putAway}>
          {t('manual.firstStepsAway')}
        </Button>
      }
    >
      <p className={styles.stepsCount}>
        {t('manual.firstStepsCount', { n: shown.list.length - (left ?? 0), all: shown.list.length })}
      </p>
      <ol className={styles.steps}>
        {shown.list.map(({ code, text, link, done }) => (
          <li key={code} data-done={done}>
            <Link to={link}>
              {done ? <CheckCircleFilled aria-hidden /> : <RightOutlined aria-hidden />}
              <span>{text}</span>
              <span data-visually-hidden="">{t(done ? 'manual.firstStepsDone' : 'manual.firstStepsOpen')}</span>
            </Link>
          </li>
        ))}
      </ol>
    </Block>
  );
}
