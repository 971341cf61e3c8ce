import type { Permission } from '@claviger/contract/platform/permissions'
import type { ActivityAction } from '@claviger/contract/oversight/log-actions'
import type { Entrance } from '#platform/entrance/entrance.ts'
import type { Sealer } from '#platform/secrets/seal.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import type { Asker } from '../rank/rank.ts'
import type { WorkRowResult, WorkRow, Work } from './works.store.ts'

export interface Slice<P> {
  work: Work<P>
  by: Asker
  rows: readonly WorkRow[]
  ahead?: readonly WorkRowResult[]
}

export type TransactingContext = AppContext & { transact<T>(work: (ctx: TransactionContext) => Promise<T>): Promise<T> }

interface Line<P> {
  action: ActivityAction
  says(work: Work<P>): Record<string, unknown>
}

export interface WorkKind<P = unknown> {
  readonly name: string
  /** By which it enters a workspace where it does not begin by an administrator's act alone. */
  readonly entrance?: Entrance
  /** Permission to start the job; checked again before each slice. */
  readonly may: Permission
  readonly object: string
  readonly lines: { readonly begun: Line<P>; readonly ended?: Line<P>; readonly undone?: Line<P> }
  readonly did: readonly string[]
  act?(work: Work<P>): string
  /** Rows per slice; a slice should be short. */
  size(work: Work<P>): number
  /**
   * Calls external systems for the next rows without an open transaction; `write` gets the results. It must be
   * idempotent, because the process may die before the results are stored. Undefined if another process has
   * these rows.
   */
  ahead?(world: TransactingContext, slice: Slice<P>): Promise<readonly WorkRowResult[] | undefined>
  /** Processes rows and returns the results; an omitted row keeps its review result. */
  write(ctx: TransactionContext, slice: Slice<P>): Promise<readonly WorkRowResult[]>
  undo?(ctx: TransactionContext, slice: Slice<P>): Promise<readonly WorkRowResult[]>
  canUndo?(work: Work<P>): boolean
  /** Undoing or retrying requires a recent passkey confirmation, like starting it. */
  fresh?(work: Work<P>): boolean
  readonly loggedWithWhatItFollows?: true
  readonly file?: FileKind<P>
}

export interface FileKind<P = unknown> {
  readonly unnamed: string
  sealer?(ctx: TransactionContext): Promise<Sealer>
  propose(ctx: TransactionContext, headers: readonly string[]): Promise<{ mapping: string[]; parameters?: object }>
  remembers(ctx: TransactionContext): Promise<unknown>
  /** Finds what each row would do, or why it can't; writes only the findings. */
  review(ctx: TransactionContext, slice: Slice<P>, remembered: unknown): Promise<readonly WorkRowResult[]>
  /** Passes reviewed rows to other work instead of writing them; returns whether it did. */
  handsOver?(ctx: TransactionContext, work: Work<P>): Promise<boolean>
}

export const longWork = <P>(name: string, is: Omit<WorkKind<P>, 'name'>): WorkKind<P> => ({ name, ...is })

const kinds = new Map<string, WorkKind>()

export function registerKinds(all: readonly WorkKind[]): void {
  for (const kind of all) kinds.set(kind.name, kind)
}

/** A kind by name; undefined if only another version of the program has it. */
export const knownKind = (name: string): WorkKind | undefined => kinds.get(name)

export function kindOfWork(name: string): WorkKind {
  const kind = knownKind(name)
  if (!kind) throw new Error(`no kind of work is called ${name}`)
  return kind
}
