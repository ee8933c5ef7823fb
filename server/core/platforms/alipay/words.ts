import { type Text, text } from '../../../../contract/text';

/** Translated refusals of the platform's API for the mini program's code. For other codes, the product shows the platform's own message. */
const WORDS: Readonly<Record<string, Text>> = {
  BUILD_FAILED: text(
    '平台构建失败，请检查模板与扩展配置',
    'The platform could not build the version; check the template and the extension',
    'A plataforma não compilou a versão; confira o modelo e a extensão',
    '平台建置失敗，請檢查範本與擴充設定',
  ),
  VERSION_HAS_EXISTED: text(
    '平台上已有该版本号',
    'The platform already has this version',
    'A plataforma já tem esta versão',
    '平台上已有該版本號',
  ),
  APP_VERSION_TOO_LOW: text(
    '版本号须高于平台上的最新版本，请先同步状态',
    'The version must exceed the newest one at the platform; sync the states first',
    'A versão deve ser maior que a mais recente da plataforma; sincronize os estados',
    '版本號須高於平台上的最新版本，請先同步狀態',
  ),
  INVALID_EXT_JSON: text(
    '扩展配置不是有效的 JSON',
    'The extension is not valid JSON',
    'A extensão não é um JSON válido',
    '擴充設定不是有效的 JSON',
  ),
  APP_INFO_NOT_EXIST: text(
    '平台上没有该模板小程序',
    'The platform has no such template mini program',
    'A plataforma não conhece este miniprograma modelo',
    '平台上沒有該範本小程式',
  ),
  MINI_APP_PACKAGE_INFO_NOT_EXIST: text(
    '平台上没有该版本',
    'The platform has no such version',
    'A plataforma não tem esta versão',
    '平台上沒有該版本',
  ),
  INVALID_VERSION_STATUS: text(
    '版本在平台上的状态不允许该操作，请先同步状态',
    'The state of the version at the platform does not allow this; sync the states first',
    'O estado da versão na plataforma não permite isso; sincronize os estados',
    '版本在平台上的狀態不允許該操作，請先同步狀態',
  ),
  GRAY_STRATEGY_NOT_ALLOW_REDUCE: text(
    '灰度比例不能缩小',
    'The share of users cannot shrink',
    'A parcela dos usuários não pode diminuir',
    '灰度比例不能縮小',
  ),
  INVALID_MINI_APP_SERVICE_TEL: text(
    '客服电话包含平台不接受的字符',
    'The service phone has characters that the platform refuses',
    'O telefone tem caracteres que a plataforma recusa',
    '客服電話包含平台不接受的字元',
  ),
  CATEGORY_NUM_IS_INVALID: text(
    '类目须为 1 至 4 个',
    'Give one to four categories',
    'Informe de uma a quatro categorias',
    '類目須為 1 至 4 個',
  ),
};

/** Translates a platform's code. @returns `null` for unlisted codes: the caller then shows the platform's own message */
export const alipayWords = (code: string): Text | null => WORDS[code] ?? null;
