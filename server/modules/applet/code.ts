import { text } from '../../../contract/text';
import type { CodeFile, CodeInput, CodePlatform } from '../../core/platforms/code';
import type { AdapterTools, StoredSettings } from '../../core/platforms/opened';
import { createWechatCode } from '../../core/platforms/wechat/code';
import { type AppletValues, openApplet } from './access';

const LIMITS = text(
  '密钥直连时，平台不开放上传、审核、发布和回滚接口。请用 miniprogram-ci 或开发者工具上传，在小程序后台提审和发布；或改为第三方平台授权。',
  'With your own secret the platform offers no interfaces for upload, review, release and rollback. Upload with miniprogram-ci and release in the mini-program console, or authorise a third-party platform.',
  'Com o segredo próprio, a plataforma não abre interfaces de envio, revisão, publicação e reversão. Envie pelo miniprogram-ci e publique no console do miniprograma, ou autorize uma plataforma de terceiros.',
  '密鑰直連時，平台不開放上傳、審核、發布和回復介面。請用 miniprogram-ci 或開發者工具上傳，在小程式後台送審和發布；或改為第三方平台授權。',
);

const filesIn = (value: unknown): readonly CodeFile[] => (Array.isArray(value) ? (value as readonly CodeFile[]) : []);
const isAddress = (value: string): boolean => value.startsWith('https://');

/**
 * Opens the platform's API for the mini program's code. The API adds the stored template to uploads. It uploads the screenshots before it
 * submits a version for review.
 */
export async function appletCode(tools: AdapterTools, settings: StoredSettings<AppletValues>): Promise<CodePlatform> {
  const { config, parts } = await openApplet(tools, settings);
  const code = createWechatCode(config, parts);
  const { templateId } = settings.values;
  return {
    ...code,
    limits: config.accessMode === 'own' ? LIMITS : null,
    upload: (appVersion, input) => code.upload(appVersion, { ...input, templateId }),
    async submitAudit(appVersion: string, input: CodeInput) {
      const screenshots: string[] = [];
      for (const { name, contentType, bytes } of filesIn(input.screenshots)) {
        screenshots.push(await code.uploadMedia({ name, type: contentType, bytes }));
      }
      await code.submitAudit(appVersion, { versionDesc: input.versionDesc, screenshots });
    },
    async versions() {
      // Screenshots of a rejection may be media ids of the platform. A browser cannot show them, so we return only URLs.
      return (await code.versions()).map((version) => ({
        ...version,
        opinion: version.opinion && {
          ...version.opinion,
          screenshots: version.opinion.screenshots.filter(isAddress),
        },
      }));
    },
  };
}
