import type { OcrPort } from './ports';

const DATE = /(20\d{2})-?(\d{2})-?(\d{2})/g;
const CERT_NO = /(?:JK|健)[A-Z0-9-]{4,20}/i;
const HOLDER = /[\u4e00-\u9fff·]{2,20}/g;
const NOT_NAMES = /健康证|健康證|照片|正面|反面|示例/;

/**
 * Simulates OCR with the file's name, for example `健康证-张三-JK2026001-20260301-20270228.jpg`. Fields that the name does not contain are
 * empty, as for a blurred picture. The hospital is always empty.
 */
export const ocrSimulator = (): OcrPort => ({
  simulated: true,
  async readHealthCertificate({ name }) {
    const [issuedAt = '', validTo = ''] = [...name.matchAll(DATE)].map(
      ([, year, month, day]) => `${year}-${month}-${day}`,
    );
    const holder = (name.match(HOLDER) ?? []).find((words) => !NOT_NAMES.test(words)) ?? '';
    return { certNo: (name.match(CERT_NO)?.[0] ?? '').toUpperCase(), hospital: '', holder, issuedAt, validTo };
  },
});
