import type { ReactNode } from 'react'
import { useState } from 'react'

interface Placed {
  /** Name of the column, and its sort for the server when `sort` is true. */
  name: string
  label: string
  sort?: boolean
  /** Width in CSS; without it the column takes what it needs. */
  width?: string
  /** Numbers stand at the right. */
  right?: boolean
  /** Cannot be hidden; the name of the row. */
  fixed?: boolean
  /** Hidden until somebody asks for it. */
  hidden?: boolean
  /** What of a row it shows that the list tells only where it is asked for. */
  needs?: string
}

interface Drawn<T> {
  cell: (row: T) => ReactNode
  /** Plain text for the export; without it the column is not exported. */
  text?: (row: T) => string
}

interface Written<T> {
  cell?: undefined
  /** What stands in the cell and in the export; a dash is drawn where it is empty. */
  text: (row: T) => string
}

export type Column<T> = Placed & (Drawn<T> | Written<T>)

/** What stands in the lines of a row on a phone. */
export interface PhoneRow {
  name: ReactNode
  status?: ReactNode
  second?: ReactNode
  secondRight?: ReactNode
  /** A line of its own that is not cut, where there is more to say. */
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

/** What the columns that are shown in this browser need besides what the list tells by itself. */
export const neededBy = <T>(list: string, all: readonly Column<T>[]): string => needsOf(all.filter(shownBy(kept(list))))

/** What some columns need besides what the list tells by itself. */
export const needsOf = <T>(shown: readonly Column<T>[]): string => shown.flatMap(({ needs }) => needs ?? []).join(',')

/** Which columns are shown; the choice is remembered in this browser for each list. */
export function useColumns<T>(list: string, all: readonly Column<T>[]) {
  const [choice, setChoice] = useState(() => kept(list))
  const isShown: (column: Column<T>) => boolean = shownBy(choice)
  return {
    shown: all.filter(isShown),
    isShown,
    toggle(column: Column<T>) {
      const next = { ...choice, [column.name]: !isShown(column) }
      localStorage.setItem(`columns:${list}`, JSON.stringify(next))
      setChoice(next)
    },
  }
}
