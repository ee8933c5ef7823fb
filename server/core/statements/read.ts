import { alipayReader } from './alipay';
import { type Bytes, LINES_AT_ONCE, StatementFault, type StatementLine, type StatementPlace } from './statement';
import { linesOf } from './unpack';
import { wechatReader } from './wechat';

/**
 * Reads the entries of a statement in batches while the file is still being read. The caller must be able to discard the entries: a
 * fault in the last line is found only after all other entries were returned.
 *
 * @param parts chunks of the unpacked file
 * @throws StatementFault at the first fault, with the line number if the fault concerns a line
 */
export async function* readStatement(parts: Bytes, place: StatementPlace): AsyncGenerator<readonly StatementLine[]> {
  const isWechat = place.channel === 'wechat';
  const reader = isWechat ? wechatReader(place) : alipayReader(place);
  let line = 0;
  let entries: StatementLine[] = [];
  try {
    for await (const lines of linesOf(parts, isWechat ? 'utf-8' : 'gbk')) {
      for (const text of lines) {
        line += 1;
        const entry = reader.read(text, line);
        if (!entry) continue;
        entries.push(entry);
        if (entries.length < LINES_AT_ONCE) continue;
        yield entries;
        entries = [];
      }
    }
  } catch (error) {
    throw error instanceof StatementFault && error.key === 'otherFile' ? named(error, place) : error;
  }
  reader.end(line);
  if (entries.length > 0) yield entries;
}

/** Completes a fault about another file: the expected merchant number or day replaces a value that the fault does not contain. */
function named({ line, params }: StatementFault, { mchNo, day }: StatementPlace): StatementFault {
  return new StatementFault('otherFile', line, { no: params.no || mchNo, date: params.date || day });
}
