import type { Locale } from '../../../contract/text';

/**
 * Writes short documents as PDF 1.4: a title, and facts below headings. No fonts are embedded. Latin letters use Helvetica, which every
 * PDF reader has. Chinese characters use the reader's font for the document's character collection, with its predefined mapping from
 * Unicode (PDF 32000-1, 9.7.5.2). Embedding a Chinese font would add megabytes to each document (decision 53).
 */

interface PdfFact {
  readonly label: string;
  readonly value: string;
}
export interface PdfDocument {
  readonly locale: Locale;
  readonly title: string;
  readonly subtitle: string;
  readonly sections: readonly { readonly heading: string; readonly facts: readonly PdfFact[] }[];
  /** Text at the bottom of each page. */
  readonly footer: string;
  readonly at: Date;
}

/** A4 page in points: size, margin, and distance of the footer from the lower edge. The origin is the lower left corner. */
const PAGE = { width: 595, height: 842, margin: 56, foot: 40 } as const;
const VALUE_X = 220;
const SIZES = { title: 18, subtitle: 10, heading: 12, text: 10, foot: 8 } as const;
const LINE = 1.5;

const COLLECTIONS = {
  traditional: { font: 'MSung-Light', ordering: 'CNS1', map: 'UniCNS-UCS2-H' },
  simplified: { font: 'STSong-Light', ordering: 'GB1', map: 'UniGB-UCS2-H' },
} as const;

/** Widths of the Helvetica characters from space to tilde, in thousandths of the font size (Adobe Core 14 metrics). */
const WIDTHS = [
  ...[
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556,
  ],
  ...[
    556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722,
  ],
  ...[
    778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556,
  ],
  ...[
    278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260,
  ],
  ...[334, 584],
];
const ACCENTED = 556;
const FULL = 1_000;
/** WinAnsi codes of characters outside Latin-1 that the texts contain. */
const MORE: Readonly<Record<string, number>> = {
  '€': 0x80,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
};

/** Returns the code of a character in Helvetica's encoding. `null` means that the character needs the Chinese font. */
function latinCode(char: string): number | null {
  const code = char.codePointAt(0) ?? 0;
  if ((code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff)) return code;
  return MORE[char] ?? null;
}

function widthOf(char: string): number {
  const code = latinCode(char);
  if (code === null) return FULL;
  return WIDTHS[code - 0x20] ?? ACCENTED;
}
const textWidth = (text: string, size: number): number =>
  ([...text].reduce((sum, char) => sum + widthOf(char), 0) * size) / 1_000;

/** Breaks a text into lines, preferably at spaces. */
function wrapText(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  // A Latin word is broken only when it is longer than a line. Each Chinese character is a separate word.
  for (const word of text.replace(/\s+/g, ' ').match(/[\u0021-\u02ff\u2010-\u206f]+ ?|./gu) ?? []) {
    if (line !== '' && textWidth(line + word.trimEnd(), size) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    for (const char of word) {
      if (line !== '' && textWidth(line + char, size) > width && char !== ' ') {
        lines.push(line);
        line = '';
      }
      line += char;
    }
  }
  return [...lines, line.trimEnd()];
}

const hex = (codes: readonly number[], digits: number): string =>
  codes.map((code) => code.toString(16).padStart(digits, '0')).join('');
const utf16 = (text: string): string =>
  hex(
    [...text].flatMap((char) => [...char].map(unitOf)),
    4,
  );
/** Returns the UTF-16 code of a character. A square replaces characters beyond the basic multilingual plane, which the fonts lack. */
const unitOf = (char: string): number => (char.length === 1 ? char.charCodeAt(0) : 0x25a1);

/** Builds the PDF operators that draw a line of text. Latin characters use the font F1, all other characters use F2. */
function showText(text: string, x: number, y: number, size: number): string {
  const runs = text.replace(/\p{Cc}/gu, '').match(/[\u0020-\u00ff‘’“”–—…•€]+|[^\u0020-\u00ff‘’“”–—…•€]+/gu) ?? [];
  const shown = runs.map((run) => {
    const codes = [...run].map(latinCode);
    const isLatin = codes.every((code) => code !== null);
    return isLatin ? `/F1 ${size} Tf <${hex(codes, 2)}> Tj` : `/F2 ${size} Tf <${utf16(run)}> Tj`;
  });
  return `BT 1 0 0 1 ${x} ${y.toFixed(1)} Tm ${shown.join(' ')} ET`;
}

/** Lays out the document page by page. @returns the content of each page without its footer */
function layOut({ title, subtitle, sections }: PdfDocument): string[][] {
  const pages: string[][] = [[]];
  let y = PAGE.height - PAGE.margin;
  const room = (height: number) => {
    if (y - height >= PAGE.margin + PAGE.foot) return;
    pages.push([]);
    y = PAGE.height - PAGE.margin;
  };
  const write = (text: string, x: number, at: number, size: number) => pages.at(-1)?.push(showText(text, x, at, size));
  const lines = (text: string, size: number) => {
    for (const line of wrapText(text, size, PAGE.width - 2 * PAGE.margin)) {
      room(size * LINE);
      y -= size * LINE;
      write(line, PAGE.margin, y, size);
    }
  };
  lines(title, SIZES.title);
  lines(subtitle, SIZES.subtitle);
  for (const { heading, facts } of sections) {
    room(SIZES.heading * 4);
    y -= SIZES.heading;
    lines(heading, SIZES.heading);
    y -= 4;
    for (const { label, value } of facts) {
      const left = wrapText(label, SIZES.text, VALUE_X - PAGE.margin - 12);
      const right = wrapText(value, SIZES.text, PAGE.width - PAGE.margin - VALUE_X);
      const rows = Math.max(left.length, right.length);
      room(rows * SIZES.text * LINE + 6);
      pages
        .at(-1)
        ?.push(
          `0.85 G 0.5 w ${PAGE.margin} ${(y - 2).toFixed(1)} m ${PAGE.width - PAGE.margin} ${(y - 2).toFixed(1)} l S`,
        );
      for (let row = 0; row < rows; row += 1) {
        y -= SIZES.text * LINE;
        write(left[row] ?? '', PAGE.margin, y, SIZES.text);
        write(right[row] ?? '', VALUE_X, y, SIZES.text);
      }
      y -= 6;
    }
  }
  return pages;
}

/** Formats a PDF date: `D:20260301120000Z`. */
const pdfDate = (at: Date): string => `D:${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;

/** Joins numbered objects into a file and writes their cross-reference table. */
function assemble(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n';
  const places: number[] = [];
  for (const [at, object] of objects.entries()) {
    places.push(file.length);
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
  }
  const start = file.length;
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Writes a document as a PDF file. */
export function writePdf(document: PdfDocument): Buffer {
  const { locale, title, footer, at } = document;
  const { font, ordering, map } = COLLECTIONS[locale === 'zh-TW' ? 'traditional' : 'simplified'];
  const pages = layOut(document);
  const first = 8;
  const pageIds = pages.map((_page, index) => first + index * 2);
  const fixed = [
    `<< /Type /Catalog /Pages 2 0 R /Lang (${locale}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`,
    `<< /Title <feff${utf16(title)}> /CreationDate (${pdfDate(at)}) >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /Font /Subtype /Type0 /BaseFont /${font} /Encoding /${map} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${font} /DW ${FULL} /FontDescriptor 7 0 R /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 4 >> >>`,
    `<< /Type /FontDescriptor /FontName /${font} /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 752 /Descent -271 /CapHeight 737 /StemV 58 >>`,
  ];
  const bodies = pages.flatMap((content, index) => {
    const number = `${index + 1} / ${pages.length}`;
    const foot = [
      showText(footer, PAGE.margin, PAGE.foot, SIZES.foot),
      showText(number, PAGE.width - PAGE.margin - textWidth(number, SIZES.foot), PAGE.foot, SIZES.foot),
    ];
    const stream = [...content, ...foot].join('\n');
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> /Contents ${first + index * 2 + 1} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ];
  });
  return assemble([...fixed, ...bodies]);
}
