/** This module shows the map point of an address field. */

/** Sets the map point of an address field and shows it. @param point `lng,lat`; an empty text removes the point */
export function setPoint(shell: ParentNode, point: string): void {
  const input = shell.querySelector<HTMLInputElement>('[data-point]');
  if (input) input.value = point;
  const remove = shell.querySelector<HTMLButtonElement>('[data-no-position]');
  if (remove) remove.hidden = point === '';
  const status = shell.querySelector<HTMLElement>('[data-position-status]');
  // The sentence is stored in an attribute, so that this function needs no translations.
  if (status) status.textContent = point && (status.dataset.positionStatus ?? '').replace('{point}', point);
}
