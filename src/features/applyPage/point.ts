/** The point of an address field, as it is drawn. */

/** @param point `lng,lat`; empty takes it away */
export function setPoint(shell: ParentNode, point: string): void {
  const input = shell.querySelector<HTMLInputElement>('[data-point]');
  if (input) input.value = point;
  const remove = shell.querySelector<HTMLButtonElement>('[data-no-position]');
  if (remove) remove.hidden = point === '';
  const status = shell.querySelector<HTMLElement>('[data-position-status]');
  // The attribute holds the sentence, so that answers of before a reload need no other words.
  if (status) status.textContent = point && (status.dataset.positionStatus ?? '').replace('{point}', point);
}
