/** Round axis marks around `lowest` and `highest`: integers only, about five steps. */
export function ticksBetween(lowest: number, highest: number): number[] {
  const rough = Math.max(highest - lowest, 5) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map(factor => factor * power).find(candidate => candidate >= rough) ?? rough
  const whole = Math.max(1, Math.round(step))
  const first = Math.floor(lowest / whole) * whole
  const steps = Math.ceil((Math.max(highest, lowest + 1) - first) / whole)
  return Array.from({ length: steps + 1 }, (_, index) => first + index * whole)
}

/** Round axis marks from zero to at least `highest`: integers only, at most five steps. */
export const ticks = (highest: number): number[] => ticksBetween(0, highest)
