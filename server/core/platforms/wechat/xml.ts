import { SaxesParser } from 'saxes';

/**
 * Reads and writes the XML of pushed messages and replies: `<xml>` with fields, few of them nested. The sender is unknown until the
 * signature is checked. The parser therefore refuses constructs that messages do not need, such as document types and attributes.
 */

/** Error for a text that cannot be read as a message. */
export class UnreadableMessage extends Error {}

/** Fields by name. An element with child elements becomes nested fields. */
export interface MessageFields {
  readonly [name: string]: string | MessageFields;
}

/** Maximum length in characters. The platform's longest push has about 20,000 characters. */
const LONGEST = 200_000;
const DEEPEST = 6;

interface Open {
  readonly name: string;
  readonly fields: Record<string, string | MessageFields>;
  text: string;
}

/**
 * Reads the fields below `<xml>`. When an element contains several elements with the same name, as in lists, it reads only the first. At
 * the top level it refuses repeated names.
 *
 * @throws UnreadableMessage when the text is not a message in XML
 */
export function readMessageXml(text: string): MessageFields {
  if (text.length > LONGEST) throw new UnreadableMessage('too long');
  const parser = new SaxesParser();
  const open: Open[] = [];
  let root: MessageFields | null = null;
  const refuse = (why: string) => () => {
    throw new UnreadableMessage(why);
  };
  parser.on('error', (error) => refuse(error.message)());
  parser.on('doctype', refuse('document type'));
  parser.on('processinginstruction', refuse('processing instruction'));
  parser.on('comment', refuse('comment'));
  parser.on('opentag', ({ name, attributes }) => {
    if (Object.keys(attributes).length > 0 || open.length >= DEEPEST) refuse('shape')();
    if (open.length === 0 && name !== 'xml') refuse('root')();
    open.push({ name, fields: Object.create(null), text: '' });
  });
  const addText = (part: string) => {
    const top = open.at(-1);
    if (top) top.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (!closed) return;
    const hasFields = Object.keys(closed.fields).length > 0;
    if ((hasFields || open.length === 0) && closed.text.trim() !== '') refuse('text beside elements')();
    const parent = open.at(-1);
    if (!parent) root = closed.fields;
    else if (!(closed.name in parent.fields)) parent.fields[closed.name] = hasFields ? closed.fields : closed.text;
    else if (open.length === 1) refuse('field twice')();
  });
  parser.write(text).close();
  return root ?? refuse('empty')();
}

/** Writes texts as CDATA, as the platform does, and numbers as plain text. A text with the end mark of CDATA needs several sections. */
export function writeMessageXml(fields: Readonly<Record<string, string | number>>): string {
  const elements = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === 'number' ? `${value}` : `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
    return `<${name}>${text}</${name}>`;
  });
  return `<xml>${elements.join('')}</xml>`;
}
