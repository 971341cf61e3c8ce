import type { PriorityClass } from '#platform/db/pool/admission-gate.ts'
import type { BoundEndpoint } from '../bind.ts'
import { priorityOf } from '../calls/priority-class.ts'

/** Classifies a call by method and address only, before the request is read further. */
export function kindsOf(bounds: readonly BoundEndpoint[]): (method: string, url: string) => PriorityClass {
  const fixed = new Map<string, PriorityClass>()
  const patterns: { method: string; pattern: RegExp; haste: PriorityClass }[] = []
  for (const { endpoint } of bounds) {
    const haste = priorityOf(endpoint)
    for (const path of [endpoint.path, ...endpoint.aliases]) {
      if (!path.includes('{')) fixed.set(`${endpoint.method} ${path.toLowerCase()}`, haste)
      else if (haste !== 'single') patterns.push({ method: endpoint.method, pattern: patternOf(path), haste })
    }
  }
  return (method, url) => {
    const path = requestPathOf(url)
    return (
      fixed.get(`${method} ${path}`) ??
      patterns.find(one => one.method === method && one.pattern.test(path))?.haste ??
      'single'
    )
  }
}

export function requestPathOf(url: string): string {
  const end = url.indexOf('?')
  const path = (end < 0 ? url : url.slice(0, end)).toLowerCase()
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .toLowerCase()
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  )
