import { decodeNumbers, encodeNumbers, type LineMap } from './line-numbers.ts'

/** A source map without columns and without the text of sources: a twentieth of its size. */
export function linesOnly(map: { readonly mappings: string; readonly sources: readonly string[] }): LineMap {
  let [source, line] = [0, 0]
  let [lastSource, lastLine] = [0, 0]
  const mappings = map.mappings.split(';').map(segments => {
    let first: readonly [number, number] | undefined
    for (const segment of segments.split(',')) {
      const [, ofSource, ofLine] = decodeNumbers(segment)
      if (ofSource === undefined || ofLine === undefined) continue
      source += ofSource
      line += ofLine
      first ??= [source, line]
    }
    if (first === undefined) return ''
    const coded = encodeNumbers([0, first[0] - lastSource, first[1] - lastLine, 0])
    ;[lastSource, lastLine] = first
    return coded
  })
  return { version: 3, sources: map.sources, names: [], mappings: mappings.join(';') }
}
