/** Puts a text on the clipboard. @returns whether the browser let it: it may refuse, and has no clipboard outside https. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return false;
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
