import type { Endpoint } from '@claviger/contract/platform/endpoint'
import type { PageOf } from '@claviger/contract/platform/page'
import type { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { fieldsOfColumn, type importStates } from '@claviger/contract/work/imports'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import type { StatusLook } from '#platform/ui/bits/Status.tsx'

export interface FileImport {
  id: string
  fileName: string
  state: (typeof importStates)[number]
  encoding: string
  headers: readonly string[]
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

/** What an undo would not change, by reason. */
interface Stays {
  stay: readonly { reason: string; count: number }[]
}

export interface MappingOptions {
  id: string
  rows: readonly FileRow[]
  mapping: readonly string[]
  value: Record<string, unknown>
  choose: (value: Record<string, unknown>) => void
  /** Changes the fields of the columns. */
  setMapping: (mapping: readonly string[]) => void
  headers: readonly string[]
}

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

export interface ImportKind<
  Of extends FileImport = FileImport,
  Row extends FileRow = FileRow,
  Preview extends Stays = Stays,
> {
  calls: Pick<typeof bulkRuns, 'result'> & {
    get: OfOne<Of>
    upload: Call<
      {
        fileName?: string | undefined
        csv?: string | undefined
        headerRow?: number | string | undefined
        encoding?: 'windows-1252' | undefined
      },
      Of
    >
    map: Call<{ id: string; mapping: string[] }, Of>
    rows: Call<{ id: string; pageSize?: number | string | undefined }, PageOf<Row>>
    start: OfOne<Of>
    stop: OfOne<Of>
    undoPreview: OfOne<Preview>
    undo: OfOne<Of>
    discard: OfOne<unknown>
  }
  title: string
  home: string
  runs: string
  last: string
  file: {
    title: string
    about(): string
    note: string
    sample(): { name: string; rows: readonly (readonly string[])[] }
    /** Files as other products export them. */
    templates?: readonly { product: string; file: string; rows: readonly (readonly string[])[] }[]
    list?: string
  }
  columns: {
    fields: readonly string[]
    named(draw: (nameOf: NameOf) => ReactNode): ReactNode
    lacks(chosen: readonly string[], nameOf: NameOf): readonly string[]
    note?(chosen: readonly string[]): string | false
    kept: string
    beside?: {
      first(of: Of): Record<string, unknown>
      draw(given: MappingOptions): ReactNode
      lacks?(value: Record<string, unknown>): readonly string[]
    }
  }
  rows: {
    by: 'outcome' | 'result'
    boxes(of: Of): readonly { outcome: string | undefined; number: number; note?: string }[]
    look(of: Of, outcome: string | null): StatusLook
    isRefused(row: Row): boolean
    search: string
    about(of: Of): readonly RowText<Row>[]
    name(of: Of, row: Row): string
    more?(of: Of): readonly RowText<Row>[]
  }
  review(of: Of): {
    writes: number
    says: readonly string[]
    act: string
    /** What else the import creates. */
    draw?: ReactNode
    asks?: { title: string; keep: string; says: string }
  }
  outcome: {
    /** "Importing row {seen} of {total}". */
    running: string
    ended(of: Of): string
    failed(of: Of): number
    to: string
    back: string
    /** A follow-up operation that shows its own progress, if any. */
    handsOver?(of: Of): { title: string; says: string; act: string; to: string } | false
    draw?(of: Of): ReactNode
    /** Whether the follow-up still runs, so that polling must continue. */
    goesOn?(of: Of): boolean
  }
  undo: {
    can(of: Of): boolean
    all(of: Of): number
    able(preview: Preview): number
    says(preview: Preview): readonly string[]
    /** "Undo for {count} users", "{count} users stay: {reason}". */
    act: string
    stays: string
    reasonOf(reason: string, count?: number): string
    became(undo: NonNullable<Of['undo']>): string
    words: Record<string, string>
  }
}

export interface Imports<Of extends FileImport = FileImport> {
  list: Call<{ page?: number | string | undefined }, PageOf<Of>>
  kindOf(of: Of): ImportKind
  /** Where a new import starts. */
  home: string
}

export interface ImportStepProps {
  kind: ImportKind
  of: FileImport
}

/** Whether rows have final results instead of planned ones. */
export const isOver = (state: FileImport['state']): boolean => state === 'done' || state === 'stopped'

export const waitingLook = (state: FileImport['state']): StatusLook => ({
  word: state === 'stopped' ? t('Not checked') : t('Waiting'),
  shape: 'quarter',
  tone: 'mute',
})

/** The cell of the column mapped to a field; empty if there is none. */
export const cellOf = (of: FileImport, row: FileRow, field: string): string =>
  row.cells[of.mapping.findIndex(column => fieldsOfColumn(column).includes(field))] ?? ''
