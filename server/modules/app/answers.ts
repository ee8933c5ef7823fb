import { APP_VERSIONS } from '../../../contract/appVersion.fields';
import { appVersionLifecycle } from '../../../contract/appVersion.states';
import type { ActorContext, CallContext } from '../../core/http/context';
import { answerRow } from '../../core/list/answers';
import { readSetting } from '../site';
import type { VersionRecord } from './store';

/** Builds app versions in the API's format. */

export const formAnswer = ({
  createdAt: _at,
  createdByName: _by,
  state: _state,
  publishedAt: _published,
  downloads: _downloads,
  ...form
}: VersionRecord) => ({ ...form, notes: { ...form.notes } });

/** Builds the URL that downloads a version and counts the download. */
export const downloadUrl = ({ deployment, origin }: Pick<CallContext, 'deployment' | 'origin'>, id: number): string =>
  new URL(`/api/app/download/${id}`, deployment.publicOrigin ?? origin).href;

const EDIT = 10801;

export async function rowAnswers(ctx: ActorContext, records: readonly VersionRecord[]) {
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  const isOwner = ctx.actor.accountType === 'owner';
  return records.map((record) => {
    const { notes, ...plain } = record;
    const edit = record.state === 'draft' && ctx.can(EDIT) ? ['editVersion'] : [];
    return {
      id: record.id,
      version: record.version,
      ...answerRow(ctx, APP_VERSIONS, plain, { notes: notes[ctx.locale] || notes[defaultLocale] }),
      downloadUrl: downloadUrl(ctx, record.id),
      actions: [...edit, ...appVersionLifecycle.actionsFrom(record.state, ctx.actor.rules, isOwner)],
    };
  });
}
