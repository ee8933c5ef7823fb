/** Copies a text to the clipboard. @returns whether it worked; the browser may refuse, and outside HTTPS there is no clipboard */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return false;
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
