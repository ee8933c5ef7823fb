import { FILES } from '../../../contract/limits';

export type UploadScene =
  | 'teamLogo'
  | 'teamImage'
  | 'licence'
  | 'siteLogo'
  | 'favicon'
  | 'oemLogo'
  | 'oemIcon'
  | 'oemBackground'
  | 'avatar'
  | 'problemReport'
  | 'fundEvidence'
  | 'statement'
  | 'certificate'
  | 'riderPhoto'
  | 'violation'
  | 'foodLoss'
  | 'foodLossVideo'
  | 'foodLossVoice'
  | 'claim'
  | 'insurerFile'
  | 'safetyPhoto'
  | 'safetyVideo'
  | 'franchise'
  | 'franchisePage'
  | 'franchiseAnswer'
  | 'miniCodeLogo'
  | 'miniCodePhoto'
  | 'miniCodeTest'
  | 'articleCover'
  | 'articlePicture'
  | 'categoryIcon'
  | 'bannerImage'
  | 'announcementPicture'
  | 'announcementFile';

const PHOTO = ['image/jpeg', 'image/png', 'image/webp'];
const VIDEO = ['video/mp4', 'video/quicktime', 'video/webm'];

/** The files that an upload scene accepts (DOMAIN §0.1 "Files", §3.3, §3.7, §3.10). */
interface UploadRule {
  readonly types: readonly string[];
  readonly maxBytes: number;
  readonly square: boolean;
  /** Required size in pixels. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Maximum width in pixels. The browser scales larger pictures down before it sends them. */
  readonly maxWidth?: number;
  /** Whether time and place of the capture are stored with the file, because the file is evidence. */
  readonly keepsCapture?: boolean;
}
const CONTENT: UploadRule = {
  types: PHOTO,
  maxBytes: FILES.contentBytes,
  square: false,
  maxWidth: FILES.contentWidth,
};
const UPLOADS: Readonly<Record<UploadScene, UploadRule>> = {
  teamLogo: { types: PHOTO, maxBytes: FILES.logoBytes, square: true },
  teamImage: { types: PHOTO, maxBytes: FILES.imageBytes, square: false },
  licence: { types: [...PHOTO, 'application/pdf'], maxBytes: FILES.pdfBytes, square: false },
  siteLogo: { types: PHOTO, maxBytes: 500 * 1024, square: false },
  favicon: { types: ['image/x-icon', 'image/png'], maxBytes: 100 * 1024, square: false },
  // No scene accepts SVG, because SVG files can contain scripts and links.
  oemLogo: { types: ['image/png', 'image/webp'], maxBytes: 500 * 1024, square: false },
  oemIcon: { types: ['image/x-icon', 'image/png'], maxBytes: 500 * 1024, square: true },
  oemBackground: { types: ['image/jpeg'], maxBytes: 1024 * 1024, square: false, size: FILES.background },
  statement: {
    types: ['text/csv', 'application/gzip', 'application/zip'],
    maxBytes: FILES.statementBytes,
    square: false,
  },
  fundEvidence: { types: [...PHOTO, 'application/pdf'], maxBytes: FILES.pdfBytes, square: false },
  certificate: { types: PHOTO, maxBytes: FILES.imageBytes, square: false },
  riderPhoto: { types: PHOTO, maxBytes: FILES.logoBytes, square: false, maxWidth: FILES.contentWidth },
  violation: { types: [...PHOTO, 'application/pdf'], maxBytes: FILES.pdfBytes, square: false },
  foodLoss: {
    types: [...PHOTO, 'application/pdf'],
    maxBytes: FILES.pdfBytes,
    square: false,
    keepsCapture: true,
  },
  foodLossVideo: { types: VIDEO, maxBytes: FILES.videoBytes, square: false, keepsCapture: true },
  foodLossVoice: {
    types: ['audio/mp4', 'audio/mpeg', 'audio/ogg', 'audio/wav'],
    maxBytes: FILES.voiceBytes,
    square: false,
    keepsCapture: true,
  },
  claim: { types: [...PHOTO, 'application/pdf'], maxBytes: FILES.pdfBytes, square: false },
  // XLSX workbooks are zip files.
  insurerFile: { types: ['text/csv', 'application/zip'], maxBytes: FILES.statementBytes, square: false },
  safetyPhoto: { types: PHOTO, maxBytes: FILES.imageBytes, square: false },
  safetyVideo: {
    types: VIDEO,
    maxBytes: FILES.videoBytes,
    square: false,
  },
  franchise: { types: [...PHOTO, 'application/pdf'], maxBytes: FILES.pdfBytes, square: false },
  avatar: { types: PHOTO, maxBytes: FILES.logoBytes, square: true },
  problemReport: { types: PHOTO, maxBytes: FILES.imageBytes, square: false },
  miniCodeLogo: { types: ['image/jpeg', 'image/png'], maxBytes: FILES.logoBytes, square: true },
  miniCodePhoto: { types: ['image/jpeg', 'image/png'], maxBytes: FILES.auditPhotoBytes, square: false },
  miniCodeTest: { types: ['application/zip'], maxBytes: FILES.zipBytes, square: false },
  articleCover: CONTENT,
  articlePicture: CONTENT,
  announcementPicture: CONTENT,
  announcementFile: { types: [...PHOTO, 'application/pdf'], maxBytes: FILES.pdfBytes, square: false },
  bannerImage: CONTENT,
  franchisePage: CONTENT,
  franchiseAnswer: { types: [...PHOTO, 'application/pdf'], maxBytes: FILES.pdfBytes, square: false },
  categoryIcon: { types: PHOTO, maxBytes: FILES.iconBytes, square: true },
};

/**
 * Checks whether the user may attach the file to a record in this scene. Only the user's own uploads are allowed. The record contains links
 * to its files, so users could otherwise read other files by trying ids.
 */
export function isOwnUpload(
  file: { readonly scene: string; readonly createdBy: number } | undefined,
  scene: UploadScene,
  accountId: number,
): boolean {
  return file?.scene === scene && file.createdBy === accountId;
}

const MAX_PIXELS = 50_000_000;

/** Checks whether a file may be stored in this scene. Width and height of a square picture may differ by one pixel. */
export function isAcceptable(
  scene: UploadScene,
  file: { contentType: string; bytes: number; width: number | null; height: number | null },
): boolean {
  const wanted = UPLOADS[scene];
  // If the scene accepts pictures and PDF, a picture still has the lower size limit of pictures.
  const maxBytes = file.contentType.startsWith('image/')
    ? Math.min(wanted.maxBytes, FILES.imageBytes)
    : wanted.maxBytes;
  if (!wanted.types.includes(file.contentType) || file.bytes > maxBytes || file.bytes === 0) return false;
  if (file.width === null || file.height === null) return !wanted.square && !wanted.size;
  if (wanted.size && (file.width !== wanted.size.width || file.height !== wanted.size.height)) return false;
  if (wanted.maxWidth && file.width > wanted.maxWidth) return false;
  if (file.width * file.height > MAX_PIXELS) return false;
  return !wanted.square || Math.abs(file.width - file.height) <= 1;
}

export const keepsCapture = (scene: UploadScene): boolean => UPLOADS[scene].keepsCapture === true;

/**
 * Cleans a file name for display: it removes folders and control characters, and keeps the last 120 characters. An empty name becomes
 * `file`.
 */
export function cleanName(name: string): string {
  const last = name.split(/[\\/]/).pop() ?? '';
  const characters = Array.from(last).filter((char) => char >= ' ' && char !== '\u007f');
  return characters.slice(-120).join('') || 'file';
}
