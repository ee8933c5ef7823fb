import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import { riderCertificateEndpoints } from '../../../contract/riderCertificate';
import { RIDER } from '../../../contract/riderWork.states';
import { type Text, text } from '../../../contract/text';
import { type ActorContext, handlers } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { addDays } from '../../core/money/days';
import { businessNo } from '../../core/money/numbers';
import { messageText } from '../../core/texts';
import { fileKey, filesOf, usableFiles } from '../file';
import { presentOf } from '../site';
import { assertTeamInScope } from '../team';
import { certificateDetail } from './answers';
import { certificates } from './kind';
import { copyToRider, hasOpenCertificate, insertCertificate, isNumberTaken, lockHolder, markHealth } from './store';

/** Endpoints of certificates: details, submission and review. */

type In<A extends keyof typeof riderCertificateEndpoints> = ParsedOf<(typeof riderCertificateEndpoints)[A]>;

const WORDS = {
  submitted: text(
    '健康证 {no} 已提交，等待另一人审核',
    'Certificate {no} submitted; another person has to review it',
    'Atestado {no} enviado; outra pessoa precisa revisar',
    '健康證 {no} 已提交，等待另一人審核',
  ),
  tooLong: text(
    '有效期不能超过发证日期后一年',
    'At most one year after the day of issue',
    'No máximo um ano após a emissão',
    '有效期不能超過發證日期後一年',
  ),
  issuedLater: text(
    '发证日期晚于今天',
    'The date of issue must not be after today',
    'Depois de hoje',
    '發證日期晚於今天',
  ),
} as const;

export const riderCertificateHandlers = handlers(riderCertificateEndpoints, {
  'safety.Rider/getCertificate': (ctx, { id }) => certificateDetail(ctx, id),
  'safety.Rider/submitCertificate': submit,
  'safety.Rider/approveCertificate': approve,
  'safety.Rider/rejectCertificate': (ctx, input) => certificates.run(ctx, 'reject', input),
});

/**
 * Submits a certificate.
 *
 * @throws Refusal 40008 (not the caller's files), 40302 (station out of scope), 40401 (unknown rider), 40904 (a certificate is pending),
 *   42201 (the rider left or was refused)
 */
async function submit(ctx: ActorContext, { riderId, files }: In<'safety.Rider/submitCertificate'>) {
  const holder = await lockHolder(ctx.db, riderId);
  if (!holder) throw refuse(40401);
  await assertTeamInScope(ctx, holder.teamId);
  if (holder.status === 'offboarded' || holder.status === 'refused') throw refuse(42201);
  const usable = await usableFiles(ctx, { scene: 'certificate', ids: files });
  if (!files.every((id) => usable.has(id))) throw refuse(40008);
  if (await hasOpenCertificate(ctx.db, riderId)) throw refuse(40904);
  const { at, day } = await presentOf(ctx);
  const id = ctx.ids.next();
  const no = businessNo('HC', day, id);
  await insertCertificate(ctx.db, {
    id,
    created_at: at,
    no,
    rider_id: riderId,
    team_id: holder.teamId,
    state: 'reviewing',
    files: JSON.stringify(files),
    read: JSON.stringify(await readPicture(ctx, files[0] ?? 0)),
    maker_id: ctx.actor.accountId,
    maker_name: ctx.actor.name,
  });
  await markHealth(ctx.db, riderId, 'reviewing', at);
  await certificates.addStep(ctx, id, 'submit');
  ctx.audit({
    objectId: id,
    objectNo: no,
    after: { rider: `${holder.name} ${holder.riderNo}`, teamId: holder.teamId },
  });
  return certificates.answer(ctx, { id, no }, 'reviewing', 1, WORDS.submitted);
}

async function readPicture({ db, ports }: ActorContext, fileId: number) {
  const file = (await filesOf(db, [fileId])).get(fileId);
  if (!file) throw refuse(40008);
  const { contentType, name, scene } = file;
  const bytes = await ports.files.get(fileKey(scene, fileId, contentType));
  return ports.ocr.readHealthCertificate({ bytes, contentType, name });
}

/**
 * Approves a certificate.
 *
 * @throws Refusal 40001 (invalid dates or holder), 40302 (out of scope), 40305 (own submission), 40401 (unknown id),
 *   40901 (changed meanwhile), 40903 (number taken), 42201 (wrong state), 42291 (too few days left)
 */
async function approve(ctx: ActorContext, input: In<'safety.Rider/approveCertificate'>) {
  const { certNo, hospital, holder, issuedAt, validTo } = input;
  return certificates.run(ctx, 'approve', input, async (_ctx, { row, object }) => {
    const { at, day } = await presentOf(ctx);
    assertDates(ctx, { issuedAt, validTo, today: day });
    if (holder !== object.name) {
      throw invalid([problem(ctx, 'holder', messageText('rider.holderDiffers'))]);
    }
    if (await isNumberTaken(ctx.db, certNo, row.id)) throw refuse(40903, { field: messageText('rider.certNo') });
    await copyToRider(ctx.db, row.rider_id, { id: row.id, validTo }, at);
    return {
      set: { cert_no: certNo, hospital: hospital || null, holder, issued_at: issuedAt, valid_to: validTo },
      after: { certNo, issuedAt, validTo },
    };
  });
}

const problem = (ctx: ActorContext, field: string, message: Text): FieldError => ({
  field,
  rule: 'range',
  message: ctx.t(message),
});

/**
 * Checks the dates: the certificate is issued today or earlier and valid for at most a year. It ends more than seven days from today.
 *
 * @throws Refusal 40001 (issued later, or valid too long), 42291 (too few days left)
 */
function assertDates(
  ctx: ActorContext,
  { issuedAt, validTo, today }: { readonly issuedAt: string; readonly validTo: string; readonly today: string },
): void {
  if (issuedAt > today) throw invalid([problem(ctx, 'issuedAt', WORDS.issuedLater)]);
  if (validTo > yearsLater(issuedAt, RIDER.longestYears)) throw invalid([problem(ctx, 'validTo', WORDS.tooLong)]);
  if (validTo <= addDays(today, RIDER.leastDaysLeft)) throw refuse(42291);
}

/** Returns the same date in a later year. */
const yearsLater = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
