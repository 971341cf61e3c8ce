import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'

interface Placed {
  /** Name of the column, and its sort parameter if `sort` is true. */
  name: string
  label: string
  sort?: boolean
  width?: string
  right?: boolean
  /** Can't be hidden because it contains the row's name. */
  fixed?: boolean
  hidden?: boolean
  needs?: string
}

interface Drawn<T> {
  cell: (row: T) => ReactNode
  text?: (row: T) => string
}

interface Written<T> {
  cell?: undefined
  text: (row: T) => string
}

export type Column<T> = Placed & (Drawn<T> | Written<T>)

export interface PhoneRow {
  name: ReactNode
  status?: ReactNode
  second?: ReactNode
  secondRight?: ReactNode
  third?: ReactNode
}

const kept = (list: string): Record<string, boolean> => {
  try {
    return JSON.parse(localStorage.getItem(`columns:${list}`) ?? '{}') as Record<string, boolean>
  } catch {
    return {}
  }
}

const shownBy =
  (choice: Record<string, boolean>) =>
  ({ fixed, name, hidden }: Pick<Column<never>, 'fixed' | 'name' | 'hidden'>) =>
    fixed === true || (choice[name] ?? hidden !== true)

export const neededBy = <T>(list: string, all: readonly Column<T>[]): string => needsOf(all.filter(shownBy(kept(list))))

/** Extra fields that some columns require. */
export const needsOf = <T>(shown: readonly Column<T>[]): string => shown.flatMap(({ needs }) => needs ?? []).join(',')

export function useColumns<T>(list: string, all: readonly Column<T>[]) {
  const [choice, setChoice] = useState(() => kept(list))
  const isShown: (column: Column<T>) => boolean = shownBy(choice)
  return {
    shown: useMemo(() => all.filter(shownBy(choice)), [all, choice]),
    isShown,
    toggle(column: Column<T>) {
      const next = { ...choice, [column.name]: !isShown(column) }
      localStorage.setItem(`columns:${list}`, JSON.stringify(next))
      setChoice(next)
    },
  }
}
