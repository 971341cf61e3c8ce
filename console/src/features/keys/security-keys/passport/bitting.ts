const teeth = 8
/** Pixels that a tooth reaches below the edge; the last is as deep as the edge is high. */
const depths = [3, 6, 9, 12] as const
const edge = Math.max(...depths)

/** FNV-1a, so that similar IDs get different teeth. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5
  for (const letter of id) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** Clip path with a lower edge that is cut like a key. The teeth come from the key's ID: equal for one key, always. */
export function bittingOf(id: string): string {
  const hash = hashOf(id)
  const at = (x: number, below: number) => `${x}% calc(100% - ${edge - below}px)`
  const points = Array.from({ length: teeth }, (_, tooth) => {
    const bits = hash >>> (tooth * 4)
    const depth = depths[bits % depths.length] ?? edge
    const start = (tooth * 100) / teeth + 1 + ((bits >>> 2) % 2) * 2
    const end = start + 5 + ((bits >>> 3) % 2) * 3
    return [at(start, 0), at(start + 2, depth), at(end - 2, depth), at(end, 0)]
  })
  return `polygon(0 0, 100% 0, ${[at(100, 0), ...points.flat().toReversed(), at(0, 0)].join(', ')})`
}
