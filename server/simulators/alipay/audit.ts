import { imageSize } from 'image-size';
import { type Answer, type Asked, failed, textIn } from './world';

/** This module checks a version that is submitted for audit. It uses Alipay's documented codes and messages. */

/** Computes the length of a text. A character outside Latin-1, such as a Chinese character, counts as two. */
const lengthOf = (text: string): number =>
  [...text].reduce((sum, char) => sum + (char.charCodeAt(0) > 0xff ? 2 : 1), 0);

const MEGABYTE = 1024 * 1024;

interface Check {
  readonly name: string;
  readonly isGood: (value: string) => boolean;
  readonly code: string;
  readonly message: string;
}

const within = (min: number, max: number) => (value: string) => value.length >= min && value.length <= max;

/** Checks of optional fields. A missing field is not checked, because the platform uses the earlier value. */
const CHECKS: readonly Check[] = [
  {
    name: 'app_name',
    isGood: within(3, 40),
    code: 'INVALID_MINI_APP_NAME_LENGTH',
    message: '小程序中文名称长度超出范围',
  },
  {
    name: 'app_slogan',
    isGood: within(10, 32),
    code: 'INVALID_MINI_APP_SLOGAN_LENGTH',
    message: '小程序应用简介长度超出范围',
  },
  {
    name: 'app_desc',
    isGood: within(20, 400),
    code: 'INVALID_MINI_APP_DESC_LENGTH',
    message: '小程序应用描述长度超出范围',
  },
  {
    name: 'service_phone',
    isGood: (value) => /^[\d-]{5,30}$/.test(value),
    code: 'INVALID_MINI_APP_SERVICE_TEL',
    message: '小程序客服电话包含非法字符',
  },
  {
    name: 'mini_category_ids',
    isGood: (value) => value.split(';').length <= 4,
    code: 'CATEGORY_NUM_IS_INVALID',
    message: '类目数量需要是1-4个',
  },
  {
    name: 'region_type',
    isGood: (value) => ['GLOBAL', 'CHINA', 'LOCATION'].includes(value),
    code: 'REGION_TYPE_IS_INVALID',
    message: '小程序服务区域类型非法',
  },
];

/** Tests whether a JPEG is in CMYK. Such a picture has four colour components in its frame header. */
function isCmyk(bytes: Buffer): boolean {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2) return bytes[at + 9] === 4;
  }
  return false;
}

const FILE = { code: '40002', msg: 'Invalid Arguments' };

function refusalOfFiles({ files }: Asked): Answer | null {
  for (const [name, { bytes }] of files) {
    const isPicture = name !== 'test_file_name';
    const most = (name === 'app_logo' ? 2 : isPicture ? 4 : 10) * MEGABYTE;
    if (bytes.length > most) return { ...FILE, sub_code: 'isv.invalid-file-size', sub_msg: `文件大小超限：${name}` };
    if (!isPicture) continue;
    try {
      const { width, height, type } = imageSize(bytes);
      const isKnown = type === 'jpg' || type === 'png';
      if (!isKnown || (name === 'app_logo' && width !== height) || isCmyk(bytes)) throw new Error(name);
    } catch {
      return { ...FILE, sub_code: 'isv.invalid-file-extension', sub_msg: `图片格式不正确：${name}` };
    }
  }
  return null;
}

/** Checks a submission for audit. @returns the refusal, or `null` if the submission is valid */
export function refusalOfAudit(asked: Asked): Answer | null {
  const { content } = asked;
  const description = textIn(content, 'version_desc');
  if (!description) return failed('VERSION_DESC_IS_BLANK', '小程序版本描述为空');
  const length = lengthOf(description);
  if (length < 30 || length > 500) return failed('INVALID_VERSION_DESC_LENGTH', '小程序版本描述长度超出范围');
  if (!textIn(content, 'region_type')) return failed('REGION_TYPE_IS_BLANK', '小程序服务区域类型为空');
  if (!textIn(content, 'service_phone') && !textIn(content, 'service_email'))
    return failed('SERVICE_TEL_AND_MAIL_BOTH_BLANK', '小程序客服电话和邮箱同时为空');
  for (const { name, isGood, code, message } of CHECKS) {
    const value = textIn(content, name);
    if (value && !isGood(value)) return failed(code, message);
  }
  return refusalOfFiles(asked);
}
