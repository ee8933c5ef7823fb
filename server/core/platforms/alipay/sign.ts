import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  type KeyObject,
} from 'node:crypto';

/** Signatures and content encryption of Alipay's open platform (支付宝开放平台). RSA2 is RSASSA-PKCS1-v1_5 with SHA-256. */

const DIGEST = 'RSA-SHA256';

const isPem = (text: string): boolean => text.includes('-----BEGIN');
const der = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'base64');

/**
 * Reads an application's private key (PKCS#8 or PKCS#1) as PEM or as the plain base64 of the platform's key tool.
 *
 * @throws Error when the text is not a private key
 */
export function readPrivateKey(text: string): KeyObject {
  if (isPem(text)) return createPrivateKey(text);
  const key = der(text);
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } catch {
    return createPrivateKey({ key, format: 'der', type: 'pkcs1' });
  }
}

/**
 * Reads a public key as PEM or as base64 of its DER form (SPKI).
 *
 * @throws Error when the text is not a public key
 */
export function readPublicKey(text: string): KeyObject {
  if (isPem(text)) return createPublicKey(text);
  return createPublicKey({ key: der(text), format: 'der', type: 'spki' });
}

const joined = (names: readonly string[], params: Readonly<Record<string, string>>): string =>
  [...names]
    .sort()
    .map((name) => `${name}=${params[name]}`)
    .join('&');

/** Builds the text that is signed: all non-empty parameters except `sign`, sorted by name and not URL-encoded. */
export function requestText(params: Readonly<Record<string, string>>): string {
  return joined(
    Object.keys(params).filter((name) => name !== 'sign' && params[name] !== ''),
    params,
  );
}

/** Signs a text with RSA2. @returns the signature in base64 */
export function signText(text: string, key: KeyObject): string {
  return createSign(DIGEST).update(text, 'utf8').sign(key, 'base64');
}

/** Checks an RSA2 signature. It must be canonical base64, because the platform never writes another encoding of the same bytes. */
export function verifyText(text: string, signature: string, key: KeyObject): boolean {
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.length === 0 || bytes.toString('base64') !== signature) return false;
  return createVerify(DIGEST).update(text, 'utf8').verify(key, bytes);
}

/**
 * Reads a callback and checks its signature. The signature covers all parameters, including empty ones, except `sign`. Some types of
 * callback also exclude `sign_type`.
 *
 * @param body the unchanged body: a form in UTF-8
 * @returns the parameters, or `null` when the signature is missing, wrong or not RSA2, or when a name is repeated
 */
export function readNotification(body: string, key: KeyObject): Readonly<Record<string, string>> | null {
  const pairs = [...new URLSearchParams(body)];
  const params = Object.fromEntries(pairs);
  const names = Object.keys(params).filter((name) => name !== 'sign');
  if (names.length + 1 !== pairs.length || params.sign_type !== 'RSA2') return null;
  const texts = [names.filter((name) => name !== 'sign_type'), names].map((covered) => joined(covered, params));
  return texts.some((text) => verifyText(text, params.sign ?? '', key)) ? params : null;
}

const STRING = /"(?:[^"\\]|\\.)*"/y;

/** Finds the end of the JSON value that begins at `start`: the index of the comma or closing brace after it. */
function endOfValue(json: string, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; at += 1) {
    const char = json[at];
    if (char === '"') {
      STRING.lastIndex = at;
      STRING.exec(json);
      at = STRING.lastIndex - 1;
    } else if (char === '{' || char === '[') depth += 1;
    else if (depth === 0 && (char === ',' || char === '}')) return at;
    else if (char === '}' || char === ']') depth -= 1;
  }
  throw new SyntaxError('the value has no end');
}

/**
 * Splits a JSON object into its members and returns each value as its exact substring. Signatures cover these characters, and
 * serializing a parsed value may change them.
 *
 * @throws SyntaxError when the text is not a JSON object, or when a name is repeated
 */
export function membersOf(json: string): ReadonlyMap<string, string> {
  const whole: unknown = JSON.parse(json);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) throw new SyntaxError('no object');
  const members = new Map<string, string>();
  let at = Object.keys(whole).length === 0 ? json.lastIndexOf('}') : json.indexOf('{');
  while (json[at] !== '}') {
    STRING.lastIndex = json.indexOf('"', at);
    const name: string = JSON.parse(STRING.exec(json)?.[0] ?? '');
    const start = json.indexOf(':', STRING.lastIndex) + 1;
    at = endOfValue(json, start);
    if (members.has(name)) throw new SyntaxError(`${name} comes twice`);
    members.set(name, json.slice(start, at).trim());
  }
  return members;
}

/** The platform's documentation specifies an initialization vector of 16 zero bytes. */
const IV = Buffer.alloc(16);
const AES = 'aes-128-cbc';

/**
 * Reads the key for content encryption: base64 of 16 bytes.
 *
 * @throws Error when the text has another form
 */
export function readAesKey(text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 16 || key.toString('base64') !== text) throw new Error('the AES key must be base64 of 16 bytes');
  return key;
}

/** Encrypts a text. @returns AES-128-CBC with PKCS#5 padding, in base64 */
export function encryptContent(plain: string, key: Buffer): string {
  const cipher = createCipheriv(AES, key, IV);
  return cipher.update(plain, 'utf8', 'base64') + cipher.final('base64');
}

/** Decrypts a text. @throws Error when the padding is wrong, usually because of a wrong key or changed content */
export function decryptContent(encrypted: string, key: Buffer): string {
  const decipher = createDecipheriv(AES, key, IV);
  return decipher.update(encrypted, 'base64', 'utf8') + decipher.final('utf8');
}
