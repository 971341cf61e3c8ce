export type ListParameters = Record<string, string | number | undefined>

type Given = Readonly<Record<string, string | undefined>>

export const pageSizes = ['20', '50', '100']

export const pageOf = (given: Given): number => Math.max(1, Number(given['page'] ?? 1) || 1)
export const sizeOf = (given: Given): number => Number(given['pageSize'] ?? pageSizes[0])

/** Builds a list's API query from its address, its filter names, and its default order. */
export function askOf(given: Given, filters: readonly string[], startSort: string | null): ListParameters {
  const asked = {
    ...Object.fromEntries(filters.map(name => [name, given[name]])),
    search: given['search'],
    sort: given['sort'] ?? startSort ?? undefined,
    order: given['order'],
    after: given['after'],
  }
  const said = Object.entries(asked).filter(([, value]) => value !== undefined && value !== '')
  return { ...Object.fromEntries(said), page: pageOf(given), pageSize: sizeOf(given) }
}
