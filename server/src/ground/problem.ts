import { type ProblemCode, problems } from '@claviger/contract/ground/problems'
import type { Unsaid } from '@claviger/contract/ground/wording'
import { sayIn } from './languages.ts'
import { type Entry, record } from './record/record.ts'
import type { Ctx } from './world.ts'

export interface FieldProblem {
  field: string
  message: string | Unsaid
}

/** A number whose SHA-256 behind the salt begins with so many zero bits, to be found before the call is answered. */
export interface Work {
  readonly salt: string
  readonly bits: number
}

/** A refusal that the caller is told of; anything else thrown is a fault and answers 500. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly fields: readonly FieldProblem[]
  /** What the caller is told, in the language of the caller. */
  says: string | Unsaid
  /** What the caller must work out first. */
  work: Work | undefined
  /** Seconds after which the same may be asked again; with too-many. */
  after: number | undefined
  /** By which administrators find the use that access policies refused. */
  reference: string | undefined
  /** Work that is done although the transaction is rolled back, in one of its own. */
  stays: { workspace: string | undefined; work: (ctx: Ctx) => Promise<void> } | undefined

  constructor(code: ProblemCode, message?: string | Unsaid, fields: readonly FieldProblem[] = []) {
    const says = message ?? problems[code].says
    super(sayIn('en')(says))
    this.name = 'Problem'
    this.says = says
    this.code = code
    this.fields = fields
  }

  get status(): number {
    return problems[this.code].status
  }

  /** The refusal leaves this entry in the workspace's activity log. */
  recorded(workspace: string, entry: Entry): this {
    return this.but(workspace, ctx => record(ctx, entry))
  }

  /** The refusal undoes everything but this, which runs after the rollback. */
  but(workspace: string | undefined, work: (ctx: Ctx) => Promise<void>): this {
    this.stays = { workspace, work }
    return this
  }
}

/** A problem of the catalogue, with words of its own where the catalogue's are too general. */
export const problem = (code: ProblemCode, message?: string | Unsaid, fields?: readonly FieldProblem[]) =>
  new Problem(code, message, fields)

const byConstraint = new Map(
  Object.entries(problems).flatMap(([code, kind]) => (kind.constraint ? [[kind.constraint, code as ProblemCode]] : [])),
)

// Values that no column can hold: a NUL character, a date or number out of range, a made-up cursor
const unusableValue = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05'])

/** The problem that a violated constraint or an unusable value stands for, if the catalogue names one. */
export function problemOfDatabase(error: unknown): Problem | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  if (unusableValue.has(String(error.code)))
    return problem('invalid-input', "A value contains characters or numbers that can't be stored")
  if (!('constraint' in error)) return undefined
  const code = byConstraint.get(String(error.constraint))
  return code && problem(code)
}
