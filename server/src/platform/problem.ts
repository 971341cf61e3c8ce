import { type ProblemCode, problems } from '@claviger/contract/platform/problems'
import type { DeferredText } from '@claviger/contract/platform/wording'
import { deferText, sayIn } from './languages.ts'
import { type ActivityEntry, record } from './record/record.ts'
import type { TransactionContext } from './app-context.ts'

export interface FieldProblem {
  field: string
  message: string | DeferredText
}

export interface ProofOfWork {
  readonly salt: string
  readonly bits: number
}

/** A refusal that the caller sees. Anything else thrown is a fault and answers 500. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly fields: readonly FieldProblem[]
  says: string | DeferredText
  work: ProofOfWork | undefined
  /** Seconds until the caller can retry; with too-many. */
  after: number | undefined
  reference: string | undefined
  /** Requirements that another sign-in can meet; with policy-refused. */
  unmet: readonly string[] | undefined
  /** Runs in its own transaction after this one is rolled back. */
  stays: { workspace: string | undefined; work: (ctx: TransactionContext) => Promise<void> } | undefined

  constructor(code: ProblemCode, message?: string | DeferredText, fields: readonly FieldProblem[] = []) {
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

  recorded(workspace: string, entry: ActivityEntry): this {
    return this.but(workspace, ctx => record(ctx, entry))
  }

  /** Runs `work` after the refusal has rolled everything back. */
  but(workspace: string | undefined, work: (ctx: TransactionContext) => Promise<void>): this {
    this.stays = { workspace, work }
    return this
  }
}

export const problem = (code: ProblemCode, message?: string | DeferredText, fields?: readonly FieldProblem[]) =>
  new Problem(code, message, fields)

const KB = 1024
const MB = 1024 * KB

/** Refuses a body that is larger than so many bytes. */
export const tooLarge = (bytes: number): Problem =>
  new Problem(
    'too-large',
    bytes % MB === 0
      ? deferText('The request is larger than {most} MB', { most: bytes / MB })
      : deferText('The request is larger than {most} KB', { most: Math.floor(bytes / KB) }),
  )

const byConstraint = new Map(
  Object.entries(problems).flatMap(([code, kind]) => (kind.constraint ? [[kind.constraint, code as ProblemCode]] : [])),
)

// Values that no column can hold: a NUL character, a date or number out of range, an invented cursor
const unusableValue = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05'])

export function problemOfDatabase(error: unknown): Problem | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  if (unusableValue.has(String(error.code)))
    return problem('invalid-input', "A value contains characters or numbers that can't be stored")
  if (!('constraint' in error)) return undefined
  const code = byConstraint.get(String(error.constraint))
  return code && problem(code)
}
