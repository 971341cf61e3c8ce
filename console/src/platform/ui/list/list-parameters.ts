export type ListParameters = Record<string, string | number | undefined>

type Given = Readonly<Record<string, string | undefined>>

export const pageSizes = ['20', '50', '100']

export const pageOf = (given: Given): number => Math.max(1, Number(given['page'] ?? 1) || 1)
export const sizeOf = (given: Given): number => Number(given['pageSize'] ?? pageSizes[0])

/** Default order of a list: the name of a column; with `-` in front, descending. */
export function orderOf(given: Given, startSort: string | null): { sort: string | null; order: 'asc' | 'desc' } {
  const backwards = startSort?.startsWith('-') === true
  const start = backwards ? startSort.slice(1) : startSort
  const usual = given['sort'] === undefined && backwards ? 'desc' : 'asc'
  return { sort: given['sort'] ?? start, order: (given['order'] ?? usual) === 'desc' ? 'desc' : 'asc' }
}

/** Builds a list's API query from its address, its filter names, and its default order. */
export function listQueryOf(given: Given, filters: readonly string[], startSort: string | null): ListParameters {
  const { sort, order } = orderOf(given, startSort)
  const asked = {
    ...Object.fromEntries(filters.map(name => [name, given[name]])),
    search: given['search'],
    sort: sort ?? undefined,
    order: order === 'desc' ? order : given['order'],
    after: given['after'],
  }
  const said = Object.entries(asked).filter(([, value]) => value !== undefined && value !== '')
  return { ...Object.fromEntries(said), page: pageOf(given), pageSize: sizeOf(given) }
}
