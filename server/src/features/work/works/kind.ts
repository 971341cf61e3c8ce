import type { Permission } from '@claviger/contract/ground/permissions'
import type { ActivityAction } from '@claviger/contract/oversight/log-actions'
import type { Entrance } from '../../../ground/entrance/entrance.ts'
import type { Sealer } from '../../../ground/secrets/seal.ts'
import type { Ctx, World } from '../../../ground/world.ts'
import type { Asker } from '../rank/rank.ts'
import type { Result, Row, Work } from './works.store.ts'

/** The next rows of a work, and whoever asked for it with what they hold now. */
export interface Slice<P> {
  work: Work<P>
  by: Asker
  rows: readonly Row[]
  /** What became of these rows ahead of the slice, for a kind that works ahead. */
  ahead?: readonly Result[]
}

/** The server outside any transaction, with a way to open one briefly where the work is. */
export type Briefly = World & { transact<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> }

/** A line of the activity log about a work, and what it tells. */
interface Line<P> {
  action: ActivityAction
  says(work: Work<P>): Record<string, unknown>
}

/** What a kind of long work consists of; P is what exactly is to be done, as JSON. */
export interface Kind<P = unknown> {
  readonly name: string
  /** By which it enters a workspace where it does not begin by an administrator's act alone. */
  readonly entrance?: Entrance
  /** Needed to begin it, and at each slice anew. */
  readonly may: Permission
  /** What the log calls it; its name there is its own unless `act` names it. */
  readonly object: string
  readonly lines: { readonly begun: Line<P>; readonly ended?: Line<P>; readonly undone?: Line<P> }
  /** Outcomes by which something happened to a row. */
  readonly did: readonly string[]
  /** Its act, as the wire has it. */
  act?(work: Work<P>): string
  /** How many rows are short work. */
  size(work: Work<P>): number
  /**
   * Talks to strangers about the next rows, with no transaction open, and says what became of each, which `write` is told.
   * Whatever it does must be found again where the process dies before. Undefined where somebody else is at these rows.
   */
  ahead?(world: Briefly, slice: Slice<P>): Promise<readonly Result[] | undefined>
  /** Does these rows, and says what became of each; a row that it passes over stays as the review left it. */
  write(ctx: Ctx, slice: Slice<P>): Promise<readonly Result[]>
  /** Takes these rows of an earlier work back. */
  undo?(ctx: Ctx, slice: Slice<P>): Promise<readonly Result[]>
  /** Not every act has a way back. */
  canUndo?(work: Work<P>): boolean
  /** To take it back, or to try it again, asks for a passkey just used: as much as beginning it. */
  fresh?(work: Work<P>): boolean
  /** The log tells of it as of what it follows. */
  readonly loggedWithWhatItFollows?: true
  readonly file?: FileKind<P>
}

/** What a kind has whose rows come in a file. */
export interface FileKind<P = unknown> {
  /** Name of a file that has none. */
  readonly unnamed: string
  /** Cells that are secret are kept by this. */
  sealer?(ctx: Ctx): Promise<Sealer>
  /** What each column probably means, and what else is probably chosen. */
  propose(ctx: Ctx, headers: readonly string[]): Promise<{ mapping: string[]; parameters?: object }>
  /** What the review of one file remembers from row to row. */
  remembers(ctx: Ctx): Promise<unknown>
  /** Says of each row what it will do, or why it cannot; nothing but the findings is written. */
  review(ctx: Ctx, slice: Slice<P>, remembered: unknown): Promise<readonly Result[]>
  /** Hands reviewed rows over to other work instead of writing them; answers whether it did. */
  handsOver?(ctx: Ctx, work: Work<P>): Promise<boolean>
}

/** A kind of long work. */
export const longWork = <P>(name: string, is: Omit<Kind<P>, 'name'>): Kind<P> => ({ name, ...is })

const kinds = new Map<string, Kind>()

/** Makes kinds known to the jobs, which go on with whatever has begun. */
export function registerKinds(all: readonly Kind[]): void {
  for (const kind of all) kinds.set(kind.name, kind)
}

/** A kind by its name; undefined for one of another version of the program. */
export const knownKind = (name: string): Kind | undefined => kinds.get(name)

/** A kind by its name; a fault where nobody registered it. */
export function kindOf(name: string): Kind {
  const kind = knownKind(name)
  if (!kind) throw new Error(`no kind of work is called ${name}`)
  return kind
}
