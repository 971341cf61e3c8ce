/** Whether a page has entries. While it has none, its empty state offers to add the first one. */
export type Entries = 'unknown' | 'none' | 'some'

export function entriesOf({
  data,
  isError,
}: {
  data: { items: readonly unknown[] } | undefined
  isError: boolean
}): Entries {
  if (data) return data.items.length === 0 ? 'none' : 'some'
  return isError ? 'some' : 'unknown'
}
