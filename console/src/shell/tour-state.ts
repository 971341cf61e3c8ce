// The guided tour of the demo: the visitor's current step, or `off` after closing. It starts with the sign-in to the
// demo, so that sessions opened by scripts and tests don't have it.
const key = 'demo-tour'
const closed = 'off'

export function beginTour(): void {
  if (localStorage.getItem(key) === null) localStorage.setItem(key, '0')
}

/** The current step, counted from 0; null without a tour. */
export function tourStep(): number | null {
  const kept = localStorage.getItem(key)
  return kept === null || kept === closed ? null : Number(kept)
}

export const keepTourStep = (step: number | null): void => localStorage.setItem(key, step === null ? closed : `${step}`)
