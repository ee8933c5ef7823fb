import type { Kysely } from 'kysely';
import { FRANCHISE } from '../../../contract/franchiseApply.states';
import type { Answers, FormField } from '../../../contract/franchiseForm';
import type { PageSettings } from '../../../contract/franchisePage.content';
import { RULE } from '../../../contract/rule-ids';
import { type Locale, text } from '../../../contract/text';
import { isInScope } from '../../core/access/scope';
import type { DataScope } from '../../core/actor';
import type { Clock } from '../../core/clock';
import { holdKeyedLock, keyOfName } from '../../core/database/locks';
import type { Database } from '../../core/database/schema';
import { refuse } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { businessNo } from '../../core/money/numbers';
import type { SecretBox } from '../../core/platforms/ports';
import { peopleOf } from '../account';
import { notify } from '../notice';
import { presentOf } from '../site';
import { tellApplicant } from './applicant';
import { franchiseApplications, linkTo, sealedPlace } from './kind';
import { type Place, partsOf, placeColumns } from './parts';
import { insertApply, insertSecret, lastAssigned, repeatedWithin } from './store';
import { claimUploads } from './uploads';

/**
 * Receives an application from the public page. One transaction stores and assigns the application, and notifies the applicant, the
 * follower, the staff whom the page's settings name, and the receivers of the rule `applicationNew`. Each person gets one notice.
 */

export interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secrets: Pick<SecretBox, 'seal' | 'digest'>;
}
export interface Submission {
  readonly key: string;
  readonly version: number;
  readonly fields: readonly FormField[];
  readonly settings: PageSettings;
  /** Answers that have passed all checks. */
  readonly answers: Answers;
  readonly channel: string | null;
  /** Language in which the applicant read the page. */
  readonly locale: Locale;
  /** URL of the page that shows the application's state ({@link statusLink}). `null` if the console's URL is unknown. */
  readonly link: string | null;
  /** Files that the applicant uploaded during the visit to the page that ended with this application. */
  readonly files: { readonly visit: string; readonly ids: readonly number[] };
}

const FOLLOW = FRANCHISE.followRule;
const PAGE = RULE['franchise.apply'];
const WORDS = {
  title: text('新的加盟申请：{name}', 'New application: {name}', 'Nova solicitação: {name}', '新的加盟申請：{name}'),
  text: text(
    '{no} 来自申请页，意向区域：{region}。',
    '{no} came from the application page. Preferred region: {region}.',
    '{no} veio da página de solicitação. Região pretendida: {region}.',
    '{no} 來自申請頁，意向區域：{region}。',
  ),
} as const;

/** Checks whether a data scope contains an application by its wanted region, as `applyScope` does in a query. */
const contains = (scope: DataScope, place: Place | null): boolean => {
  const columns = placeColumns(place);
  return isInScope(scope, {
    ...{ id: null, franchiseeId: null, provinceCode: columns.province_code },
    ...{ cityCode: columns.city_code, districtCode: columns.district_code },
  });
};

/**
 * Chooses the follower of an application from the public page. The follower is the configured person who has received no application for
 * the longest time. People whose account is locked get none. With `byRegion`, the data scope of the person must contain the wanted region,
 * except for the owner. `null` means that staff must claim the application.
 */
async function assignee({ db }: Tools, { settings }: Submission, place: Place | null): Promise<number | null> {
  if (settings.autoAssign === 'none') return null;
  const configured = await peopleOf(db, { accountIds: settings.assignStaffIds });
  const people = configured.filter(({ accountType, access, isLocked }) => {
    if (isLocked) return false;
    if (accountType === 'owner') return true;
    if (!access.rules.has(FOLLOW)) return false;
    return settings.autoAssign !== 'byRegion' || contains(access.scopeOf(FOLLOW), place);
  });
  const last = await lastAssigned(
    db,
    people.map(({ id }) => id),
  );
  const waited = (id: number) => last.get(id)?.getTime() ?? 0;
  const [first] = people.sort((one, other) => waited(one.id) - waited(other.id) || one.id - other.id);
  return first?.id ?? null;
}

/** Finds the people whom the page's settings name for new applications and who may see this one. The follower is not checked here. */
async function chosenStaff({ db }: Tools, { settings }: Submission, place: Place | null): Promise<number[]> {
  const people = await peopleOf(db, { accountIds: settings.notifyStaffIds });
  return people
    .filter(({ access }) => access.rules.has(PAGE) && contains(access.scopeOf(PAGE), place))
    .map(({ id }) => id);
}

/** Stores an application. @throws Refusal 42281 this phone has already applied · 42282 a file belongs to another application */
export async function submitApplication(tools: Tools, submission: Submission): Promise<{ id: number; no: string }> {
  const { db, clock, ids, secrets } = tools;
  const { key, version, fields, settings, answers, channel, files, locale, link } = submission;
  const { name = '', tel = '' } = answers;
  const { at, day } = await presentOf({ db, clock });
  // Take a lock, because two concurrent calls with the same phone would otherwise not see each other's application.
  await holdKeyedLock(db, 'franchisePhone', keyOfName(tel));
  const within = await repeatedWithin(db, tel, at, settings);
  if (within !== null) throw refuse(42281, { n: within });
  const { hidden, open, place, budget, idMark, score } = partsOf({ fields, answers }, secrets);
  const followerId = await assignee(tools, submission, place);
  const id = ids.next();
  const no = businessNo('FR', day, id);
  await insertApply(db, {
    ...{ id, no, created_at: at, form_version: version, answers: JSON.stringify(open), submit_key: key },
    ...{ name, tel, locale, source: 'page', channel, ...placeColumns(place), budget, id_mark: idMark },
    ...{ score, follower_id: followerId },
    ...(followerId === null ? { state: 'submitted' as const } : { state: 'following' as const, reached: 1 }),
  });
  // A concurrent application from the same visit to the page may already use one of the files.
  const claimed = files.ids.length === 0 ? 0 : await claimUploads(db, { ...files, applyId: id });
  if (claimed < files.ids.length) throw refuse(42282);
  for (const field of hidden) {
    const sealed = secrets.seal(answers[field.key] ?? '', sealedPlace(id, field.key));
    await insertSecret(db, { apply_id: id, key: field.key, sealed });
  }
  await franchiseApplications.addStep(tools, id, 'submit');
  await tellApplicant(tools, { no, tel, locale }, 'submitted', link);
  const accountIds = [...(await chosenStaff(tools, submission, place)), ...(followerId === null ? [] : [followerId])];
  await notify(tools, {
    ...{ event: 'applicationNew', objectId: id, accountIds, link: linkTo(id) },
    ...{ title: WORDS.title, content: WORDS.text },
    params: { name, no, region: place?.text || '—' },
  });
  return { id, no };
}
