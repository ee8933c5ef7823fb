import { franchisePageEndpoints } from '../../../contract/franchisePage';
import { handlers } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { usableFiles } from '../file';
import { makeQr, qrOf, setChannel, stats } from './channels';
import { archive, discardDraft, draft, publish, saveDraft, versions } from './drafts';
import { imageSrc } from './pages';
import { form, regions, send, submit } from './public';
import { closeStatus, getStatus, openStatus, sendStatusCode, supply } from './status';
import { removeUpload, upload } from './uploads';

/** Endpoints of the page builder and of the public application page. */
export const franchisePageHandlers = handlers(franchisePageEndpoints, {
  'franchise.Page/getVersions': versions,
  'franchise.Page/getDraft': draft,
  'franchise.Page/getStats': stats,
  'franchise.Page/getQr': qrOf,
  'franchise.Page/getPicture': async (ctx, { fileId }) => {
    const usable = await usableFiles(ctx, { scene: 'franchisePage', ids: [fileId] });
    if (!usable.has(fileId)) throw refuse(40401);
    return { src: imageSrc(ctx.ports.secrets)(fileId) };
  },
  'franchise.Page/saveDraft': saveDraft,
  'franchise.Page/discardDraft': discardDraft,
  'franchise.Page/publish': publish,
  'franchise.Page/archive': archive,
  'franchise.Page/makeQr': makeQr,
  'franchise.Page/setChannel': setChannel,
  'franchise.Public/getForm': form,
  'franchise.Public/getRegions': regions,
  'franchise.Public/upload': upload,
  'franchise.Public/removeUpload': removeUpload,
  'franchise.Public/sendCode': send,
  'franchise.Public/submit': submit,
  'franchise.Public/sendStatusCode': sendStatusCode,
  'franchise.Public/openStatus': openStatus,
  'franchise.Public/getStatus': getStatus,
  'franchise.Public/supply': supply,
  'franchise.Public/closeStatus': closeStatus,
});

/** Endpoints without an outer transaction. They count attempts, and a refusal must not roll back these counts. */
export const franchisePageOwnTransactions = [
  'franchise.Public/sendCode',
  'franchise.Public/submit',
  'franchise.Public/sendStatusCode',
  'franchise.Public/openStatus',
] as const;
