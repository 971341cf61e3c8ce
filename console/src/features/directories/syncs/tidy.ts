import type { Mapping } from '@claviger/contract/directories/connections/mapping'

/** A mapping as it is sent: without names that were not finished, and without rows that name nothing. */
export const tidy = (mapping: Mapping): Mapping =>
  mapping.flatMap(({ field, from }) => {
    const of = from.of.map(one => one.trim()).filter(one => one !== '')
    return of.length === 0 ? [] : [{ field, from: { ...from, of } }]
  })
