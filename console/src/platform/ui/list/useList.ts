import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { listQueryOf, orderOf, pageOf, sizeOf } from './list-parameters.ts'
import type { ListParameters } from './list-parameters.ts'

export interface ListState {
  ask: ListParameters
  page: number
  pageSize: number
  search: string
  sort: string | null
  order: 'asc' | 'desc'
  filter(name: string): string | undefined
  narrowed: number
  set(change: Record<string, string | undefined>): void
  sortBy(name: string): void
  turnPage(to: number, after: string | null): void
  clear(): void
}

export const isNarrowed = ({ narrowed, search }: ListState): boolean => narrowed > 0 || search !== ''

export function useList(filters: readonly string[], startSort: string | null): ListState {
  const given: Record<string, string | undefined> = useSearch({ strict: false })
  const go = useNavigate()
  const write = (next: Record<string, string | undefined>) =>
    void go({ to: '.', search: next, replace: true, resetScroll: false })
  const set = (change: Record<string, string | undefined>) => {
    const { page: _page, after: _after, ...rest } = given
    write({ ...rest, ...change })
  }
  const { sort, order } = orderOf(given, startSort)
  const page = pageOf(given)
  return {
    ask: listQueryOf(given, filters, startSort),
    page,
    pageSize: sizeOf(given),
    search: given['search'] ?? '',
    sort,
    order,
    filter: name => given[name],
    narrowed: filters.filter(name => given[name] !== undefined).length,
    set,
    sortBy: name => set({ sort: name, order: sort === name && order === 'asc' ? 'desc' : undefined }),
    turnPage: (to, after) => write({ ...given, page: to === 1 ? undefined : String(to), after: after ?? undefined }),
    clear: () => set(Object.fromEntries([...filters, 'search'].map(name => [name, undefined]))),
  }
}

/** Search text, debounced by 500 ms; Enter sends it immediately (R41). */
export function useSearchText(list: Pick<ListState, 'search' | 'set'>) {
  const [text, setText] = useState(list.search)
  const [asked, setAsked] = useState(list.search)
  if (asked !== list.search) {
    setAsked(list.search)
    setText(list.search)
  }
  const send = (value: string) => {
    if (value.trim() !== list.search) list.set({ search: value.trim() === '' ? undefined : value.trim() })
  }
  useEffect(() => {
    const timer = setTimeout(send, 500, text)
    return () => clearTimeout(timer)
  })
  return { text, setText, now: () => send(text) }
}
