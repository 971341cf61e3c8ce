import { type ListEntry, type ListType, listTypes } from '@claviger/contract/decide/policy-content'
import { beginOf, type Network, networkOf } from './evaluator.networks.ts'
import { forEachParentDomain, siteOf } from './evaluator.sites.ts'

export interface Overlap {
  value: string
  within: string
}

export function overlapsAmong(type: ListType, entries: readonly ListEntry[]): Overlap[] {
  const values = entries.map(entry => entry.value)
  if (type === listTypes.ip) return networksWithin(values)
  if (type === listTypes.rp) return sitesBeneath(values)
  return []
}

const orderOf = (one: readonly number[], other: readonly number[]): number => {
  const at = one.findIndex((word, place) => word !== other[place])
  return at === -1 ? 0 : (one[at] as number) - (other[at] ?? 0)
}

const holds = (outer: Network, inner: Network) =>
  outer.words.length === inner.words.length &&
  outer.bits <= inner.bits &&
  orderOf(beginOf({ words: inner.words, bits: outer.bits }).words, outer.words) === 0

function networksWithin(values: readonly string[]): Overlap[] {
  const all = values
    .flatMap(value => {
      const network = networkOf(value)
      return network ? [{ value, network: beginOf(network) }] : []
    })
    .toSorted(
      ({ network: one }, { network: other }) =>
        one.words.length - other.words.length || orderOf(one.words, other.words) || one.bits - other.bits,
    )
  const found: Overlap[] = []
  const around: typeof all = []
  for (const one of all) {
    for (let outer = around.at(-1); outer && !holds(outer.network, one.network); outer = around.at(-1)) around.pop()
    const outer = around.at(-1)
    if (outer) found.push({ value: one.value, within: outer.value })
    around.push(one)
  }
  return found
}

function sitesBeneath(values: readonly string[]): Overlap[] {
  const whole = new Map(values.map(value => [siteOf(value) ?? value, value]))
  return values.flatMap(value => {
    const above: string[] = []
    forEachParentDomain(siteOf(value) ?? value, domain => above.push(domain))
    const outer = above.slice(1).find(domain => whole.has(domain))
    return outer === undefined ? [] : [{ value, within: whole.get(outer) ?? outer }]
  })
}
