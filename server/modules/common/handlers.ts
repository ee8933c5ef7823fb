import { commonEndpoints } from '../../../contract/common';
import type { ParsedOf } from '../../../contract/endpoint';
import { REVEAL } from '../../../contract/limits';
import { RULE } from '../../../contract/rule-ids';
import type { Actor } from '../../core/actor';
import { type ActorContext, handlers } from '../../core/http/context';
import { assertBelowLimit } from '../../core/http/rate';
import { invalid, refuse } from '../../core/http/refusal';
import { fieldMessage } from '../../core/http/validation';
import { allIdentityOptions, identityOptions, isColleague, staffOptions } from '../account';
import { revealAccountTel } from '../accountManage';
import { type fileLink, fileUrl, findFile, keepFile, linkSeconds, recognize, samePhoto, sha256Of } from '../file';
import { revealBankAccount } from '../financeInformation';
import { revealLossTel } from '../foodLoss';
import { revealApplicant } from '../franchise';
import { revealFranchisee } from '../franchisee';
import { revealRiderTel } from '../fundAudit';
import { categoryOptions } from '../information';
import { keepPreference, preferencesOf } from '../preference';
import { feePlans, franchisees, merchantNumbers } from '../reference';
import { pcdList } from '../region';
import { revealRider } from '../riderWork';
import { departmentOptions, peopleOptions, revealStaffTel } from '../staff';
import { revealTeamField, teamOptions } from '../team';
import { revealUserTel } from '../user';
import { revealPayeeAccount } from '../withdraw';

const IDENTITY_PAGE = 81;
/** Page permissions. STAFF allows the options `staff` and `departments`; RECORDS allows the options `people` (authors of records). */
const STAFF = 82;
const RECORDS = 83;
/** Permissions that each allow the options of merchant numbers, which are our accounts at payment platforms. */
const MONEY_PAGES = [31, 32, 3306, 3603, 38, 4108, 4202, 4207, 6009];
const HOUR_SECONDS = 3_600;

/** Returns the actor with the data scope of one page. The endpoint for options belongs to no page, so its actor has the widest scope. */
const reading = (actor: Actor, rule: number): Actor => ({ ...actor, scope: actor.scopeOf(rule) });

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
      ...(wanted.has('franchiseeIdentities') && {
        franchiseeIdentities: named(await identityOptions(db, 'franchisee', ctx.locale)),
      }),
      ...(wanted.has('allIdentities') && {
        allIdentities: ctx.can(IDENTITY_PAGE) ? named(await allIdentityOptions(db, ctx.locale)) : [],
      }),
      ...(wanted.has('colleagues') && { colleagues: isColleague(actor) ? named(await staffOptions(db)) : [] }),
      ...(wanted.has('people') &&
        ctx.can(RECORDS) && {
          people: await peopleOptions(db, reading(actor, RECORDS), ['owner', 'staff', 'station', 'franchisee']),
        }),
      ...(wanted.has('staff') &&
        ctx.can(STAFF) && { staff: await peopleOptions(db, reading(actor, STAFF), ['staff'], true) }),
      ...(wanted.has('merchantNumbers') && {
        merchantNumbers: MONEY_PAGES.some((rule) => ctx.can(rule))
          ? (await merchantNumbers(db)).map(({ id, name, mchNo, enabled }) => ({
              value: id,
              label: `${name} · ${mchNo}`,
              ...(!enabled && { disabled: true }),
            }))
          : [],
      }),
      ...(wanted.has('departments') && ctx.can(STAFF) && { departments: await departmentOptions(db) }),
      ...(wanted.has('articleCategories') &&
        ctx.can(RULE.information) && { articleCategories: named(await categoryOptions(db, ctx.locale)) }),
      ...(wanted.has('identities') && {
        identities: isColleague(actor) ? named(await identityOptions(db, 'hq', ctx.locale)) : [],
      }),
    };
  },

  'common.File/upload': async (ctx, { scene }) => {
    if (!ctx.upload) throw refuse(40008);
    const file = await recognize(scene, ctx.upload.bytes);
    if (!file) throw refuse(40008);
    const { bytes, contentType, width, height } = file;
    const createdBy = ctx.actor.accountId;
    const known = scene === 'safetyPhoto' ? await samePhoto(ctx.db, { createdBy, sha256: sha256Of(bytes) }) : null;
    if (known) {
      ctx.audit({ objectId: known.id, after: { scene, name: known.name } });
      const url = fileUrl(ctx.ports.secrets, ctx.clock, known.id);
      return { fileId: known.id, url, width, height, name: known.name, bytes: bytes.length };
    }
    const { id, name } = await keepFile(
      { ...ctx, files: ctx.ports.files },
      { ...file, scene, name: ctx.upload.name, createdBy, at: ctx.clock.now() },
    );
    ctx.audit({ objectId: id, after: { scene, name, bytes: bytes.length, contentType } });
    return {
      fileId: id,
      url: fileUrl(ctx.ports.secrets, ctx.clock, id),
      width,
      height,
      name,
      bytes: bytes.length,
    };
  },

  'common.File/getUrl': async (ctx, { fileId }) => {
    const file = await findFile(ctx.db, fileId);
    // The caller gets links only to their own uploads. Endpoints of records link other files after they have checked the data scope.
    if (!file || file.createdBy !== ctx.actor.accountId) throw refuse(40401);
    return { url: fileUrl(ctx.ports.secrets, ctx.clock, fileId), expireIn: linkSeconds(), name: file.name };
  },

  'common.Sensitive/unmask': async (ctx, input) => {
    const { objectType, id, field, reason } = input;
    const described = {
      objectType,
      objectId: id,
      after: { field, ...(input.answer && { answer: input.answer }) },
      reason,
    };
    ctx.audit(described);
    const { no, ...shown } = await reveal(ctx, input);
    ctx.audit({ ...described, objectNo: no });
    await assertBelowLimit(ctx, `reveal:${ctx.actor.accountId}`, REVEAL.perHour, HOUR_SECONDS);
    return shown;
  },

  'common.Preference/getAll': async (ctx) => ({ values: await preferencesOf(ctx.db, ctx.actor.accountId) }),

  'common.Preference/save': async (ctx, { key, value }) => {
    await keepPreference(ctx, key, value);
    return {};
  },
});

/**
 * Reveals a masked field of a record.
 *
 * @throws Refusal 40001 (this kind of record does not have the field), and the refusals of the field's own function, such as 40301
 */
async function reveal(
  ctx: ActorContext,
  { objectType, id, field, answer }: ParsedOf<(typeof commonEndpoints)['common.Sensitive/unmask']>,
): Promise<{ value: string; no: string; files?: ReturnType<typeof fileLink>[] }> {
  if (objectType === 'staff' && field === 'tel') return revealStaffTel(ctx, id);
  if (objectType === 'account' && field === 'tel') return revealAccountTel(ctx, id);
  if (objectType === 'team' && (field === 'contactTel' || field === 'emergencyTel')) {
    return revealTeamField(ctx, id, field);
  }
  if (objectType === 'fundAudit' && field === 'tel') return revealRiderTel(ctx, id);
  if (objectType === 'foodLoss' && field === 'tel') return revealLossTel(ctx, id);
  if (objectType === 'rider' && (field === 'tel' || field === 'idCard' || field === 'newIdCard')) {
    return revealRider(ctx, id, field);
  }
  if (objectType === 'franchiseApply' && (field === 'tel' || field === 'idCard' || field === 'answer')) {
    return revealApplicant(ctx, id, { field, answer });
  }
  if (objectType === 'franchisee' && (field === 'contactTel' || field === 'idCard' || field === 'payeeAccount')) {
    return revealFranchisee(ctx, id, field);
  }
  if (objectType === 'invoice' && field === 'bankAccount') return revealBankAccount(ctx, id);
  if (objectType === 'user' && field === 'tel') return revealUserTel(ctx, id);
  if (objectType === 'withdraw' && field === 'payeeAccount') return revealPayeeAccount(ctx, id);
  throw invalid([{ field: 'field', rule: 'choice', message: fieldMessage('choice', ctx.locale) }]);
}
