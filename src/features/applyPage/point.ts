/** Shows the point of an address field. */

/** @param point `lng,lat`; empty removes the point */
export function setPoint(shell: ParentNode, point: string): void {
  const input = shell.querySelector<HTMLInputElement>('[data-point]');
  if (input) input.value = point;
  const remove = shell.querySelector<HTMLButtonElement>('[data-no-position]');
  if (remove) remove.hidden = point === '';
  const status = shell.querySelector<HTMLElement>('[data-position-status]');
  // The attribute holds the sentence, so that restored answers need no other texts.
  if (status) status.textContent = point && (status.dataset.positionStatus ?? '').replace('{point}', point);
}
