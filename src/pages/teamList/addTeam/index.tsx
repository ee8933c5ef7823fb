import { teamLifecycle } from '@contract/team.states';
import { useQuery } from '@tanstack/react-query';
import { history, Link, useSearchParams } from '@umijs/max';
import { useEffect, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { readData } from '@/app/request/useData';
import { Button, PrimaryLink } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Forbidden } from '@/ui/Exception';
import { PageHeader } from '@/ui/PageHeader';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { StatusTag } from '@/ui/StatusTag';
import { WhoCan } from '@/ui/WhoCan';
import styles from './index.css';
import { franchiseeIn, givenOf, readStep, type Step, type TeamDetail } from './values';
import { Wizard } from './Wizard';
import type { Finished } from './wizardProps';

const PATH = '/teamList/addTeam';
const FORM_HEIGHT = 480;
const RULES = { list: 11, create: 1101, edit: 1102 } as const;

const addressOf = (id: number | null, step: Step) => `${PATH}?${id === null ? '' : `id=${id}&`}step=${step}`;

/** Adds a station in six steps, continues a draft, or edits a station (`?id=`, DOMAIN §3.3). */
export default function AddTeamPage() {
  const [query] = useSearchParams();
  const { can } = usePlatform();
  const wanted = Number(query.get('id')) || null;
  const isOpen = can(RULES.create) || (wanted !== null && can(RULES.edit));
  if (isOpen) return <AddTeam wanted={wanted} />;
  // The permission for the page does not suffice: the form also requires the permission to create or edit stations.
  return (
    <Forbidden>
      <WhoCan rule={wanted === null ? RULES.create : RULES.edit} />
    </Forbidden>
  );
}

/**
 * Loads the defaults and the station whenever the form opens, because the server refuses to save an outdated version.
 *
 * @param wanted id of the station in the URL
 * @param franchiseeId franchisee of a new station, if the URL names one
 * @returns `ownId` is the id of the open station, even before the URL contains it; `again(id)` opens the form again (`null`: new station)
 */
function useOpening(wanted: number | null, franchiseeId: number | null) {
  // The first save of a new draft puts its id into the URL. The form must stay open, so this change does not update `opening`.
  const [opening, setOpening] = useState({ id: wanted, n: 0 });
  const [finished, setFinished] = useState<Finished | null>(null);
  const ownId = useRef(wanted);
  const isOther = wanted !== ownId.current;
  useEffect(() => {
    if (!isOther) return;
    ownId.current = wanted;
    setFinished(null);
    setOpening(({ n }) => ({ id: wanted, n: n + 1 }));
  }, [isOther, wanted]);

  const source = useQuery({
    queryKey: [PATH, opening],
    queryFn: async () => {
      const [defaults, detail] = await Promise.all([
        readData('team.Team/getDefaults', opening.id === null && franchiseeId !== null ? { franchiseeId } : {}),
        opening.id === null ? null : readData('team.Team/getDetail', { id: opening.id }),
      ]);
      return { defaults, detail };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const again = (id: number | null) => {
    ownId.current = id;
    setFinished(null);
    setOpening(({ n }) => ({ id, n: n + 1 }));
    history.push(addressOf(id, 1));
  };
  return { opening, source, ownId, isOther, finished, setFinished, again };
}

function AddTeam({ wanted }: { readonly wanted: number | null }) {
  const t = useT();
  const [query] = useSearchParams();
  const step = readStep(query.get('step'));
  // Read these values only once: after the first save, the URL contains only the draft's id and the step.
  const [{ given, franchiseeId }] = useState(() => ({ given: givenOf(query), franchiseeId: franchiseeIn(query) }));
  const { opening, source, ownId, isOther, finished, setFinished, again } = useOpening(wanted, franchiseeId);
  const detail = source.data?.detail ?? null;
  return (
    <>
      <PageHeader
        title={titleOf(detail, finished)}
        beside={
          detail === null || finished ? null : (
            <StatusTag tone={teamLifecycle.states[detail.status].tone} text={detail.statusText} />
          )
        }
      />
      {finished ? (
        <Done finished={finished} onAgain={again} />
      ) : (
        <QueryBoundary query={source} minHeight={FORM_HEIGHT}>
          {(data) =>
            isOther ? null : refusalOf(data.detail) ? (
              <EmptyState
                text={t(refusalOf(data.detail) ?? 'wizard.notAllowed')}
                action={<Link to="/teamList/index">{t('wizard.toList')}</Link>}
              />
            ) : (
              <Wizard
                key={opening.n}
                defaults={data.defaults}
                given={given}
                detail={data.detail}
                step={step}
                onStep={(next) => history.push(addressOf(ownId.current, next))}
                onSaved={(id, next) => {
                  ownId.current = id;
                  if (wanted === null) history.replace(addressOf(id, next));
                  else history.push(addressOf(id, next));
                }}
                onFinished={setFinished}
              />
            )
          }
        </QueryBoundary>
      )}
    </>
  );
}

function titleOf(detail: TeamDetail | null, finished: Finished | null) {
  if (detail === null || finished?.kind === 'submitted') return 'wizard.titleNew' as const;
  return detail.status === 'draft' ? ('wizard.titleDraft' as const) : ('wizard.titleEdit' as const);
}

/** Returns why the user cannot edit this station, or `null` if they can. */
function refusalOf(detail: TeamDetail | null): 'wizard.closedStation' | 'wizard.notAllowed' | null {
  if (detail === null || detail.actions.includes('edit')) return null;
  return detail.status === 'closed' ? 'wizard.closedStation' : 'wizard.notAllowed';
}

/**
 * Shows the result, with links to the station and the list if the user may open the list. A button adds a further station or opens the same
 * station again.
 */
function Done({ finished, onAgain }: { readonly finished: Finished; readonly onAgain: (id: number | null) => void }) {
  const t = useT();
  const { can } = usePlatform();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { id, kind, name, answer } = finished;
  return (
    <section className={styles.done}>
      <h2 ref={heading} tabIndex={-1}>
        {kind === 'submitted' ? t('wizard.doneNew', { name, state: answer.stateText }) : t('wizard.doneEdit', { name })}
      </h2>
      {kind === 'edited' && answer.message ? <p>{answer.message}</p> : null}
      <div className={styles.row}>
        {can(RULES.list) ? (
          <>
            <PrimaryLink to={`/teamList/index?open=${id}`}>{t('wizard.openStation')}</PrimaryLink>
            <Link to={`/teamList/index?created=${id}`}>{t('wizard.toList')}</Link>
          </>
        ) : null}
        <Button type="link" onClick={() => onAgain(kind === 'submitted' ? null : id)}>
          {t(kind === 'submitted' ? 'wizard.addAnother' : 'wizard.keepEditing')}
        </Button>
      </div>
    </section>
  );
}
