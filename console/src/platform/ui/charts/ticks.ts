/** Round axis marks from zero to at least `highest`: integers only, at most five steps. */
export function ticks(highest: number): number[] {
  const rough = Math.max(highest, 5) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map(factor => factor * power).find(candidate => candidate >= rough) ?? rough
  const whole = Math.max(1, Math.round(step))
  return Array.from({ length: Math.ceil(Math.max(highest, 1) / whole) + 1 }, (_, index) => index * whole)
}
