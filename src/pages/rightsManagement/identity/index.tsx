import { RULE } from '@contract/rule-ids';
import { history, useSearchParams } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { usePlatform } from '@/app/platform';
import { PageAction } from '@/ui/actions/PageAction';
import { ListPage } from '@/ui/ListPage';
import { ACTIONS } from './actions';
import { COLUMNS, type IdentityRow } from './columns';
import { FILTERS } from './filters';
import type { Subject } from './Xray';

const IdentityDrawer = lazy(() => import('./IdentityDrawer').then((module) => ({ default: module.IdentityDrawer })));
const Editor = lazy(() => import('./Editor').then((module) => ({ default: module.Editor })));
const Compare = lazy(() => import('./Compare').then((module) => ({ default: module.Compare })));
const Xray = lazy(() => import('./Xray').then((module) => ({ default: module.Xray })));

const PAGE = '/rightsManagement/identity';

/** Parses a positive integer from the query string. @returns `null` for any other text */
function readId(text: string | undefined | null): number | null {
  const id = Number(text);
  return text && Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Parses the subject: `identity:12`, `person:34`, or only `identity` or `person` without an id. */
function readSubject(text: string): Subject {
  const [kind, id] = text.split(':');
  return { kind: kind === 'person' ? 'person' : 'identity', id: readId(id) };
}

/** Shows the identities page (身份管理, DOMAIN §3.11). The URL selects the list, the form, the comparison or the X-ray. */
export default function IdentityPage() {
  const { can } = usePlatform();
  const [query] = useSearchParams();
  const edit = readId(query.get('edit'));
  const compare = query.get('compare');
  const subject = query.get('explain');
  const special = () => {
    if (edit !== null && can(RULE['rights.identity.edit'])) return <Editor key={edit} id={edit} />;
    if (query.has('new') && can(RULE['rights.identity.create'])) return <Editor key="new" id={null} />;
    if (compare !== null) {
      const [a, b] = compare.split(',');
      return <Compare a={readId(a)} b={readId(b)} />;
    }
    return subject === null ? null : <Xray subject={readSubject(subject)} />;
  };
  const other = special();
  return other ? <Suspense fallback={null}>{other}</Suspense> : <List />;
}

const nameOf = (row: IdentityRow) => row.name;

function List() {
  const { can } = usePlatform();
  const create = can(RULE['rights.identity.create']) ? (
    <PageAction primary hotkey="n" label="identity.create" run={() => history.push(`${PAGE}?new=1`)} />
  ) : null;
  return (
    <ListPage<'rights.Identity/getList'>
      address="rights.Identity/getList"
      name="identity"
      title="identity.title"
      filters={FILTERS}
      columns={COLUMNS}
      actions={ACTIONS}
      rowName={nameOf}
      primary={
        <>
          <PageAction label="identity.xray" run={() => history.push(`${PAGE}?explain=person:`)} />
          {create}
        </>
      }
      empty={{ text: 'identity.empty', action: create }}
      detail={(context) => (
        <Suspense fallback={null}>
          <IdentityDrawer {...context} />
        </Suspense>
      )}
    />
  );
}
