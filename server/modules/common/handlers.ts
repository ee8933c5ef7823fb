import { createHash } from 'node:crypto';
import { commonEndpoints } from '../../../contract/common';
import { type ActorContext, handlers } from '../../core/context';
import { sniff, stripMetadata } from '../../core/images';
import { invalid, refuse } from '../../core/refusal';
import { fieldMessage } from '../../core/validation';
import { allIdentityOptions, identityOptions, staffOptions } from '../account';
import { cleanName, fileKey, fileUrl, findFile, insertFile, isAcceptable, linkSeconds } from '../file';
import { feePlans, franchisees } from '../reference';
import { pcdList } from '../region';
import { departmentOptions, peopleOptions, revealStaffTel } from '../staff';
import { revealTeamField, teamOptions } from '../team';
import { preferencesOf, writePreference } from './store';

const IDENTITY_PAGE = 81;

export const commonHandlers = handlers(commonEndpoints, {
  'common.Region/getPcdList': async () => pcdList(),

  'common.Option/getOptions': async (ctx, input) => {
    const wanted = new Set(input.types ?? []);
    const { actor, db } = ctx;
    const named = (rows: readonly { id: number; name: string }[]) =>
      rows.map((row) => ({ value: row.id, label: row.name }));
    return {
      ...(wanted.has('teams') && { teams: await teamOptions(db, actor.scope, input.keyword) }),
      ...(wanted.has('feePlans') && { feePlans: named(await feePlans(db)) }),
      ...(wanted.has('franchisees') && { franchisees: named(await franchisees(db, actor.scope)) }),
      ...(wanted.has('stationIdentities') && {
        stationIdentities: named(await identityOptions(db, 'station', ctx.locale)),
      }),
      ...(wanted.has('allIdentities') && {
        allIdentities: ctx.can(IDENTITY_PAGE) ? named(await allIdentityOptions(db, ctx.locale)) : [],
      }),
      // Names of colleagues are for colleagues.
      ...(wanted.has('colleagues') && {
        colleagues: actor.accountType === 'owner' || actor.accountType === 'staff' ? named(await staffOptions(db)) : [],
      }),
      ...(wanted.has('people') &&
        actor.rules.has(83) && {
          people: await peopleOptions(db, actor, ['owner', 'staff', 'station', 'franchisee']),
        }),
      ...(wanted.has('staff') && actor.rules.has(82) && { staff: await peopleOptions(db, actor, ['staff'], true) }),
      ...(wanted.has('departments') && actor.rules.has(82) && { departments: await departmentOptions(db) }),
      ...(wanted.has('identities') && { identities: named(await identityOptions(db, 'hq', ctx.locale)) }),
    };
  },

  'common.File/upload': async (ctx, { scene }) => {
    if (!ctx.upload) throw refuse(40008);
    const kind = sniff(ctx.upload.bytes);
    if (!kind) throw refuse(40008);
    const bytes = stripMetadata(ctx.upload.bytes, kind.contentType);
    if (!isAcceptable(scene, { ...kind, bytes: bytes.length })) throw refuse(40008);
    const id = ctx.ids.next();
    const name = cleanName(ctx.upload.name);
    await ctx.ports.files.put(fileKey(scene, id, kind.contentType), bytes, kind.contentType);
    await insertFile(ctx.db, {
      id,
      scene,
      name,
      contentType: kind.contentType,
      bytes: bytes.length,
      width: kind.width,
      height: kind.height,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      at: ctx.clock.now(),
      createdBy: ctx.actor.accountId,
    });
    ctx.audit({ objectId: id, after: { scene, name, bytes: bytes.length, contentType: kind.contentType } });
    return {
      fileId: id,
      url: fileUrl(ctx.ports.secrets, ctx.clock, id),
      width: kind.width,
      height: kind.height,
      name,
      bytes: bytes.length,
    };
  },

  'common.File/getUrl': async (ctx, { fileId }) => {
    const file = await findFile(ctx.db, fileId);
    // Everything else that carries a file answers its link itself, inside its own data scope.
    if (!file || file.createdBy !== ctx.actor.accountId) throw refuse(40401);
    return { url: fileUrl(ctx.ports.secrets, ctx.clock, fileId), expireIn: linkSeconds(), name: file.name };
  },

  'common.Sensitive/unmask': async (ctx, input) => {
    const value = await reveal(ctx, input);
    ctx.audit({
      objectType: input.objectType,
      objectId: input.id,
      after: { field: input.field },
      ...(input.reason && { reason: input.reason }),
    });
    return { value };
  },

  'common.Preference/getAll': async (ctx) => ({ values: await preferencesOf(ctx.db, ctx.actor.accountId) }),

  'common.Preference/save': async (ctx, { key, value }) => {
    await writePreference(ctx.db, ctx.actor.accountId, key, value, ctx.clock.now());
    return {};
  },
});

/** One masked field of one record. @throws Refusal 40001 for a field that this kind of record does not have, and 40301 */
async function reveal(
  ctx: ActorContext,
  { objectType, id, field }: { objectType: 'team' | 'staff'; id: number; field: 'contactTel' | 'emergencyTel' | 'tel' },
): Promise<string> {
  if (objectType === 'staff' && field === 'tel') return revealStaffTel(ctx, id);
  if (objectType === 'team' && field !== 'tel') return revealTeamField(ctx, id, field);
  throw invalid([{ field: 'field', rule: 'choice', message: fieldMessage('choice', ctx.locale) }]);
}
