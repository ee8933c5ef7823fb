import { FILES } from '@contract/limits';

/** The files that one kind of upload accepts (DOMAIN §0.1 "Files", §3.3). The server repeats the checks. */
export interface FileRule {
  /** Common name of each accepted MIME type. */
  readonly types: Readonly<Record<string, string>>;
  /** Limit in bytes. For a picture, the general limit for pictures also applies. */
  readonly maxBytes: number;
  /** If `true`, width and height must be equal, within one pixel. */
  readonly square: boolean;
  /** Required size in pixels. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Maximum width in pixels. A wider picture is scaled down before the upload. */
  readonly maxWidth?: number;
}

const PHOTO = {
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
} as const;

const VIDEO = { 'video/mp4': 'MP4', 'video/quicktime': 'MOV', 'video/webm': 'WebM' } as const;

const CONTENT = { types: PHOTO, maxBytes: FILES.contentBytes, square: false, maxWidth: FILES.contentWidth };

export const FILE_RULES = {
  teamLogo: { types: PHOTO, maxBytes: FILES.logoBytes, square: true },
  teamImage: { types: PHOTO, maxBytes: FILES.imageBytes, square: false },
  licence: {
    types: { ...PHOTO, 'application/pdf': 'PDF' },
    maxBytes: FILES.pdfBytes,
    square: false,
  },
  siteLogo: { types: PHOTO, maxBytes: 500 * 1024, square: false },
  favicon: {
    types: { 'image/x-icon': 'ICO', 'image/png': 'PNG' },
    maxBytes: 100 * 1024,
    square: false,
  },
  oemLogo: { types: { 'image/png': 'PNG', 'image/webp': 'WebP' }, maxBytes: 500 * 1024, square: false },
  oemIcon: { types: { 'image/x-icon': 'ICO', 'image/png': 'PNG' }, maxBytes: 500 * 1024, square: true },
  oemBackground: { types: { 'image/jpeg': 'JPG' }, maxBytes: 1024 * 1024, square: false, size: FILES.background },
  statement: {
    types: {
      'text/csv': 'CSV',
      'application/vnd.ms-excel': 'CSV',
      'application/zip': 'ZIP',
      'application/x-zip-compressed': 'ZIP',
      'application/gzip': 'GZ',
      'application/x-gzip': 'GZ',
    },
    maxBytes: FILES.statementBytes,
    square: false,
  },
  fundEvidence: {
    types: { ...PHOTO, 'application/pdf': 'PDF' },
    maxBytes: FILES.pdfBytes,
    square: false,
  },
  violation: { types: { ...PHOTO, 'application/pdf': 'PDF' }, maxBytes: FILES.pdfBytes, square: false },
  foodLoss: { types: { ...PHOTO, 'application/pdf': 'PDF' }, maxBytes: FILES.pdfBytes, square: false },
  foodLossVideo: { types: VIDEO, maxBytes: FILES.videoBytes, square: false },
  foodLossVoice: {
    // Browsers use different MIME types for the same format.
    types: {
      ...{ 'audio/mp4': 'M4A', 'audio/x-m4a': 'M4A', 'audio/m4a': 'M4A', 'audio/mpeg': 'MP3', 'audio/mp3': 'MP3' },
      ...{ 'audio/ogg': 'OGG', 'audio/wav': 'WAV', 'audio/x-wav': 'WAV' },
    },
    maxBytes: FILES.voiceBytes,
    square: false,
  },
  franchise: {
    types: { ...PHOTO, 'application/pdf': 'PDF' },
    maxBytes: FILES.pdfBytes,
    square: false,
  },
  certificate: { types: PHOTO, maxBytes: FILES.imageBytes, square: false },
  riderPhoto: { types: PHOTO, maxBytes: FILES.logoBytes, square: false, maxWidth: FILES.contentWidth },
  claim: {
    types: { ...PHOTO, 'application/pdf': 'PDF' },
    maxBytes: FILES.pdfBytes,
    square: false,
  },
  insurerFile: {
    types: {
      'text/csv': 'CSV',
      'application/vnd.ms-excel': 'CSV',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
      'application/zip': 'ZIP',
      'application/x-zip-compressed': 'ZIP',
    },
    maxBytes: FILES.statementBytes,
    square: false,
  },
  safetyPhoto: { types: PHOTO, maxBytes: FILES.imageBytes, square: false },
  safetyVideo: {
    types: VIDEO,
    maxBytes: FILES.videoBytes,
    square: false,
  },
  avatar: { types: PHOTO, maxBytes: FILES.logoBytes, square: true },
  problemReport: { types: PHOTO, maxBytes: FILES.imageBytes, square: false },
  miniCodeLogo: { types: { 'image/jpeg': 'JPG', 'image/png': 'PNG' }, maxBytes: FILES.logoBytes, square: true },
  miniCodePhoto: { types: { 'image/jpeg': 'JPG', 'image/png': 'PNG' }, maxBytes: FILES.auditPhotoBytes, square: false },
  miniCodeTest: {
    types: { 'application/zip': 'ZIP', 'application/x-zip-compressed': 'ZIP' },
    maxBytes: FILES.zipBytes,
    square: false,
  },
  articleCover: CONTENT,
  articlePicture: CONTENT,
  announcementPicture: CONTENT,
  announcementFile: { types: { ...PHOTO, 'application/pdf': 'PDF' }, maxBytes: FILES.pdfBytes, square: false },
  bannerImage: CONTENT,
  franchisePage: CONTENT,
  categoryIcon: { types: PHOTO, maxBytes: FILES.iconBytes, square: true },
} as const satisfies Record<string, FileRule>;
export type UploadScene = keyof typeof FILE_RULES;

export type FileProblem =
  | { readonly kind: 'type' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'size'; readonly maxBytes: number }
  | { readonly kind: 'shape'; readonly width: number; readonly height: number }
  | { readonly kind: 'measure'; readonly width: number; readonly height: number };

/** Returns the limit in bytes for files of one MIME type. */
const maxBytesOf = (rule: FileRule, type: string): number =>
  type.startsWith('image/') ? Math.min(rule.maxBytes, FILES.imageBytes) : rule.maxBytes;

/** Lists the accepted file types by their limit, smallest limit first. Several content types may have the same name. */
export function limitsOf(rule: FileRule): readonly { readonly types: string; readonly maxBytes: number }[] {
  const names = new Map<number, Set<string>>();
  for (const [type, name] of Object.entries(rule.types)) {
    const maxBytes = maxBytesOf(rule, type);
    names.set(maxBytes, (names.get(maxBytes) ?? new Set<string>()).add(name));
  }
  return [...names]
    .sort(([one], [other]) => one - other)
    .map(([maxBytes, types]) => ({ types: [...types].join(' / '), maxBytes }));
}

/**
 * Checks a file before the upload.
 *
 * @param size width and height of the picture in pixels, or `null` if the file is not a picture or cannot be read
 * @returns the problem, or `null`
 */
export function fileProblem(
  rule: FileRule,
  file: { readonly type: string; readonly size: number },
  size: { readonly width: number; readonly height: number } | null,
): FileProblem | null {
  if (!(file.type in rule.types)) return { kind: 'type' };
  if (file.size === 0) return { kind: 'empty' };
  const maxBytes = maxBytesOf(rule, file.type);
  if (file.size > maxBytes) return { kind: 'size', maxBytes };
  if (rule.size && size && (size.width !== rule.size.width || size.height !== rule.size.height))
    return { kind: 'measure', ...size };
  return rule.square && size && Math.abs(size.width - size.height) > 1 ? { kind: 'shape', ...size } : null;
}

/** Formats a size as `2 MB` or `500 KB`. */
export function bytesText(bytes: number): string {
  const [value, unit] = bytes >= 1024 * 1024 ? [bytes / (1024 * 1024), 'MB'] : [bytes / 1024, 'KB'];
  return `${Math.round(value * 10) / 10} ${unit}`;
}
