import type { Endpoint } from '@claviger/contract/ground/endpoint'
import type { PageOf } from '@claviger/contract/ground/page'
import type { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { fieldsOfColumn, type importStates } from '@claviger/contract/work/imports'
import type { ReactNode } from 'react'
import { t } from '../../../ground/text/text.ts'
import type { Look } from '../../../ground/ui/bits/Status.tsx'

/** An import, whatever its rows are about. */
export interface FileImport {
  id: string
  fileName: string
  state: (typeof importStates)[number]
  encoding: string
  headers: readonly string[]
  /** The field of each column, empty for none; several are joined by a plus. */
  mapping: readonly string[]
  total: number
  processed: number
  actorName: string
  createdAt: string
  undo: { processed: number; actorName: string; finishedAt: string | null } | null
}

/** A row of a file; its result is called `outcome` or `result`. */
export interface FileRow {
  id: string
  row: number
  cells: readonly string[]
  outcome?: string | null
  result: string | null
  told: string | null
  undone: string | null
  stayedFor: string | null
}

/** What an undo would leave as it is, by reason. */
interface Stays {
  stay: readonly { reason: string; count: number }[]
}

/** What else is chosen beside the columns, as the call that maps them takes it. */
export interface Beside {
  rows: readonly FileRow[]
  mapping: readonly string[]
  value: Record<string, string>
  choose: (value: Record<string, string>) => void
}

/** A column that shows a text of a row. */
export interface RowText<Row> {
  name: string
  label: string
  of(row: Row): string
}

type NameOf = (field: string) => string

type Call<Input, Reply> = Endpoint<
  { readonly _zod: { input: Input; output: unknown } },
  { readonly _zod: { input: unknown; output: Reply } }
>
type OfOne<Reply> = Call<{ id: string }, Reply>

/** What imports of a kind bring to the page that all of them share: their calls, columns and words. */
export interface ImportKind<
  Of extends FileImport = FileImport,
  Row extends FileRow = FileRow,
  Preview extends Stays = Stays,
> {
  calls: Pick<typeof bulkRuns, 'result'> & {
    get: OfOne<Of>
    upload: Call<{ fileName?: string | undefined; csv?: string | undefined }, Of>
    map: Call<{ id: string; mapping: string[] }, Of>
    rows: Call<{ id: string; pageSize?: number | string | undefined }, PageOf<Row>>
    start: OfOne<Of>
    stop: OfOne<Of>
    undoPreview: OfOne<Preview>
    undo: OfOne<Of>
    discard: OfOne<unknown>
  }
  title: string
  /** Where its page is, and where those that were begun are listed. */
  home: string
  runs: string
  /** Name of the last step. */
  last: string
  file: {
    title: string
    /** What may stand in it. */
    about(): string
    note: string
    /** A file as it should be, its first row the names of the columns. */
    sample(): { name: string; rows: readonly (readonly string[])[] }
    /** A list may be typed or pasted in its place: how one begins. */
    list?: string
  }
  columns: {
    fields: readonly string[]
    /** Draws with the names of the fields, which may have to be asked for. */
    named(draw: (nameOf: NameOf) => ReactNode): ReactNode
    /** What must be chosen yet, in words. */
    lacks(chosen: readonly string[], nameOf: NameOf): readonly string[]
    /** What follows from what is chosen. */
    note?(chosen: readonly string[]): string | false
    kept: string
    beside?: { first(of: Of): Record<string, string>; draw(given: Beside): ReactNode }
  }
  rows: {
    /** What a row and the address call the result. */
    by: 'outcome' | 'result'
    /** How many became what; undefined for all. */
    boxes(of: Of): readonly { outcome: string | undefined; number: number; note?: string }[]
    look(of: Of, outcome: string | null): Look
    isRefused(row: Row): boolean
    search: string
    /** Who or what a row is about. */
    about(of: Of): readonly RowText<Row>[]
    name(of: Of, row: Row): string
    /** What else became of it. */
    more?(of: Of): readonly RowText<Row>[]
  }
  /** What writing would do: for how many, the main thing first, the button, and what is asked before. */
  review(of: Of): {
    writes: number
    says: readonly string[]
    act: string
    asks?: { title: string; keep: string; says: string }
  }
  outcome: {
    /** "Importing row {seen} of {total}". */
    running: string
    ended(of: Of): string
    failed(of: Of): number
    to: string
    back: string
    /** Something else goes on with it, and shows how far it is. */
    handsOver?(of: Of): { title: string; says: string; act: string; to: string } | false
    /** What can be done then. */
    draw?(of: Of): ReactNode
    /** Whether that goes on. */
    goesOn?(of: Of): boolean
  }
  undo: {
    can(of: Of): boolean
    /** How many rows wrote something. */
    all(of: Of): number
    able(preview: Preview): number
    says(preview: Preview): readonly string[]
    /** "Undo for {count} users", "{count} users stay: {reason}". */
    act: string
    stays: string
    reasonOf(reason: string, count?: number): string
    became(undo: NonNullable<Of['undo']>): string
    /** What may become of a row. */
    words: Record<string, string>
  }
}

/** The imports of a noun, of whichever kind. */
export interface Imports<Of extends FileImport = FileImport> {
  list: Call<{ page?: number | string | undefined }, PageOf<Of>>
  kindOf(of: Of): ImportKind
}

/** What each step gets. */
export interface Step {
  kind: ImportKind
  of: FileImport
}

/** Whether it is told what became of the rows, and no longer what will. */
export const isOver = (state: FileImport['state']): boolean => state === 'done' || state === 'stopped'

/** How a row looks that had no turn yet. */
export const waits = (state: FileImport['state']): Look => ({
  word: state === 'stopped' ? t('Not checked') : t('Waiting'),
  shape: 'quarter',
  tone: 'mute',
})

/** What stands in the column that has a field; empty where none has it. */
export const cellOf = (of: FileImport, row: FileRow, field: string): string =>
  row.cells[of.mapping.findIndex(column => fieldsOfColumn(column).includes(field))] ?? ''
