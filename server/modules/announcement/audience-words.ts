import { AUDIENCE_TYPE_TEXT, hasTargetPart, type TargetPart } from '../../../contract/announcement.states';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { messageText } from '../../core/texts';
import { accountNames, allIdentityOptions } from '../account';
import { peopleNames } from '../people';
import { regionName } from '../region';
import { scopedTeamIds, teamNames } from '../team';
import type { AnnouncementRecord } from './store';

/** Describes an audience in words: the type of people, then the conditions and the exceptions. */

const WORDS = {
  with: text('{type}：{parts}', '{type}: {parts}', '{type}: {parts}', '{type}：{parts}'),
  except: text('除 {x}', 'except {x}', 'exceto {x}', '除 {x}'),
  others: WORD.xAndMore,
} as const;
/** Maximum number of names per part of a description. If there are more names, the description adds the total number. */
const NAMED = 2;

type Addressed = Pick<AnnouncementRecord, 'audienceType' | 'target'>;

async function namesFor(ctx: ActorContext, records: readonly Addressed[]) {
  const all = (read: (record: Addressed) => readonly number[] | undefined) => [
    ...new Set(records.flatMap((record) => read(record) ?? [])),
  ];
  const excluded = (...types: readonly Addressed['audienceType'][]) =>
    all(({ audienceType, target }) => (types.includes(audienceType) ? target.excludeIds : []));
  const visible = await scopedTeamIds(ctx, undefined);
  const teamIds = [...all(({ target }) => target.teamIds), ...excluded('stations', 'riders', 'merchants')];
  const seen = visible === null ? teamIds : teamIds.filter((id) => visible.includes(id));
  const franchiseeIds = [...all(({ target }) => target.franchiseeIds), ...excluded('franchisees')];
  const usesIdentities = records.some(({ target }) => (target.identityIds ?? []).length > 0);
  const identities = usesIdentities ? await allIdentityOptions(ctx.db, ctx.locale) : [];
  const franchisees = await peopleNames(ctx.db, { franchisee: franchiseeIds });
  return {
    teams: await teamNames(ctx.db, seen),
    staff: await accountNames(ctx.db, excluded('staff')),
    identities: new Map(identities.map(({ id, name }) => [id, name])),
    franchisees: new Map(franchiseeIds.map((id) => [id, franchisees.get(`franchisee ${id}`) ?? String(id)])),
  };
}

/** Creates a function that describes these audiences, without names of stations outside the caller's scope. */
export async function audienceWords(ctx: ActorContext, records: readonly Addressed[]) {
  const names = await namesFor(ctx, records);
  const listed = <T>(values: readonly T[], name: (value: T) => string | undefined) => {
    const shown = values.slice(0, NAMED).map((value) => name(value) ?? String(value));
    const joined = shown.join(ctx.t(messageText('list.separator')));
    return values.length > NAMED ? ctx.t(WORDS.others, { x: joined, n: values.length }) : joined;
  };
  return ({ audienceType, target }: Addressed): string => {
    const type = ctx.t(AUDIENCE_TYPE_TEXT[audienceType]);
    const part = <T>(key: TargetPart, values: readonly T[] | undefined, name: (value: T) => string | undefined) =>
      hasTargetPart(audienceType, key) && values && values.length > 0 ? [listed(values, name)] : [];
    const excludedName = (id: number) =>
      audienceType === 'staff'
        ? names.staff.get(id)
        : audienceType === 'franchisees'
          ? names.franchisees.get(id)
          : names.teams.get(id);
    const parts = [
      ...part('regions', target.regions, (code) => regionName(code) ?? undefined),
      ...part('teamIds', target.teamIds, (id) => names.teams.get(id)),
      ...part('identityIds', target.identityIds, (id) => names.identities.get(id)),
      ...part('riderTypes', target.riderTypes, (rider) => ctx.t(messageText(`rider.riderType_${rider}`))),
      ...part('franchiseeIds', target.franchiseeIds, (id) => names.franchisees.get(id)),
      ...part('excludeIds', target.excludeIds, excludedName).map((x) => ctx.t(WORDS.except, { x })),
    ];
    return parts.length === 0
      ? type
      : ctx.t(WORDS.with, { type, parts: parts.join(ctx.t(messageText('list.separator'))) });
  };
}
