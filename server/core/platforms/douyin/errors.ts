import { type Text, text } from '../../../../contract/text';

/**
 * Translated refusals of the platform's API for the mini program's code. Source: third-party documentation of the open platform, error
 * codes of upload, audit, revoke_audit, release and rollback. For other codes, the product shows the platform's own message.
 */
const CODE_ERRORS: Readonly<Record<string, Text>> = {
  '10003': text(
    '没有可回退的版本',
    'There is no version to roll back to',
    'Não há versão para restaurar',
    '沒有可回退的版本',
  ),
  '10104': text(
    '该主体已被封禁，不能提审或发布',
    'The company behind this mini program is banned and cannot submit or release',
    'A empresa deste miniprograma está bloqueada e não pode enviar nem publicar',
    '該主體已被封禁，不能送審或發布',
  ),
  '10107': text(
    '该小程序已被封禁，不能提审或发布',
    'This mini program is banned and cannot submit or release',
    'Este miniprograma está bloqueado e não pode enviar nem publicar',
    '該小程式已被封禁，不能送審或發布',
  ),
  '11301': text(
    '提审太频繁，请 10 秒后重试',
    'Submitted too often; try again in 10 seconds',
    'Envios em excesso, tente de novo em 10 segundos',
    '送審太頻繁，請 10 秒後重試',
  ),
  '11302': text(
    '测试版本未找到',
    'The test version was not found',
    'A versão de teste não foi encontrada',
    '找不到測試版本',
  ),
  '11303': text('已有版本在审核中', 'Another version is in review', 'Outra versão está em revisão', '已有版本在審核中'),
  '11401': text(
    '小程序近期被下架，请重新提审',
    'The mini program was taken down recently; submit the version again',
    'O miniprograma foi retirado do ar há pouco, envie a versão de novo',
    '小程式近期被下架，請重新送審',
  ),
  '11402': text('审核版本未找到', 'There is no reviewed version', 'Não há versão analisada', '找不到審核版本'),
  '11403': text('版本仍在审核中', 'The version is still in review', 'A versão ainda está em revisão', '版本仍在審核中'),
  '11404': text(
    '审核版本没有通过审核',
    'The version did not pass review',
    'A versão não passou na revisão',
    '審核版本沒有通過審核',
  ),
  '11500': text(
    '不能回退：首个线上版本、已下架的版本，或本次发布后已经回退过',
    'Cannot roll back: first online version, taken-down version, or already rolled back after this release',
    'Não é possível restaurar: primeira versão no ar, versão retirada ou já restaurada após esta publicação',
    '不能回退：首個線上版本、已下架的版本，或本次發布後已經回退過',
  ),
  '11501': text(
    '回退太频繁，请 10 分钟后重试',
    'Rolled back too often; try again in 10 minutes',
    'Restaurações em excesso, tente de novo em 10 minutos',
    '回退太頻繁，請 10 分鐘後重試',
  ),
  '11600': text(
    '撤回失败，请稍后再试',
    'Withdrawing failed; try again later',
    'A retirada falhou, tente mais tarde',
    '撤回失敗，請稍後再試',
  ),
  '11601': text(
    '审核版本已经撤回',
    'The version was already withdrawn from review',
    'A versão já foi retirada da revisão',
    '審核版本已經撤回',
  ),
  '11602': text(
    '审核正在处理中，不能撤回',
    'The review is being decided; it cannot be withdrawn now',
    'A revisão está sendo decidida e não pode ser retirada agora',
    '審核正在處理中，不能撤回',
  ),
  '11603': text(
    '审核已经完成，不能撤回',
    'The review is finished; it cannot be withdrawn',
    'A revisão terminou e não pode ser retirada',
    '審核已經完成，不能撤回',
  ),
  '28001003': text(
    '接口调用凭据无效',
    'The access token is not valid',
    'O token de acesso não é válido',
    '介面呼叫憑證無效',
  ),
  '28001008': text(
    '接口调用凭据已过期，请刷新或重新授权',
    'The access token has expired; refresh it or authorise again',
    'O token de acesso expirou, renove-o ou autorize de novo',
    '介面呼叫憑證已過期，請重新整理或重新授權',
  ),
  '28001018': text(
    '小程序没有授予开发管理权限',
    'The mini program did not grant the development permission',
    'O miniprograma não concedeu a permissão de desenvolvimento',
    '小程式沒有授予開發管理權限',
  ),
};

/** Translates a platform's code. @returns `null` for unlisted codes: the caller then shows the platform's own message */
export const douyinErrorText = (code: string | null): Text | null =>
  code === null ? null : (CODE_ERRORS[code] ?? null);

/** Checks whether the platform refused the access token, so that a new token may help. */
export const isDouyinTokenStale = (code: string | null): boolean => code === '28001003' || code === '28001008';
