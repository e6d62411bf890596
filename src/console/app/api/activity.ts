// Whether the person uses the page. What the page asks for by itself must not keep the session of an absent person alive.

/** Milliseconds after an act of the person in which requests count as its consequence. */
const consequenceMs = 10_000

let lastActAt = Date.now() // opening the page is an act

const note = (event: Event): void => {
  // Browsers also report a pointer that rests while the page moves below it.
  const isResting = event instanceof PointerEvent && event.type === 'pointermove' && !isMoved(event)
  if (event.isTrusted && !isResting) lastActAt = Date.now()
}

const isMoved = ({ movementX, movementY }: PointerEvent): boolean => movementX !== 0 || movementY !== 0

for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'input'])
  addEventListener(type, note, { capture: true, passive: true })

/** Whether the page sends its requests by itself now. */
export const isUnattended = (): boolean => Date.now() - lastActAt > consequenceMs
