import type { Mapping } from '@claviger/contract/directories/connections/mapping'

/** The mapping to send: without incomplete names and empty rows. */
export const tidy = (mapping: Mapping): Mapping =>
  mapping.flatMap(({ field, from }) => {
    const of = from.of.map(one => one.trim()).filter(one => one !== '')
    return of.length === 0 ? [] : [{ field, from: { ...from, of } }]
  })
