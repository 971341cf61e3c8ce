import { type Db, run } from './db.ts'

/**
 * A module's part of a statement shared by several modules: SQL from its own repository, with its own $1, $2, …. It
 * writes rows selected from `agreed`, which has one row, or none if the statement must change nothing.
 */
export interface StatementPart {
  readonly text: string
  readonly values: readonly unknown[]
}

export type StatementParts = Readonly<Record<string, StatementPart>>

// The texts of parts are constants, so there are only as many combinations as kinds of statements
const texts = new Map<string, string>()
const mostTexts = 500

const alwaysAgreed: StatementPart = { text: 'select', values: [] }

/**
 * Combines parts into one statement; they depend on the part `agreed`, if it exists. Returns the result of `answer`,
 * otherwise nothing.
 */
export function statementOf(parts: StatementParts, answer?: string): StatementPart {
  const all = Object.entries('agreed' in parts ? parts : { agreed: alwaysAgreed, ...parts })
  const key = all.map(([name, { text }]) => `${name} ${text}`).join('\n') + (answer ?? '')
  let text = texts.get(key)
  if (text === undefined) {
    let before = 0
    const moved = all.map(([, part]) => {
      const own = part.text.replace(/\$(\d+)/g, (_mark, number: string) => `$${Number(number) + before}`)
      before += part.values.length
      return own
    })
    // Without a requested result, the last part becomes the main statement, which is cheaper than another CTE
    const last = answer ?? moved.pop() ?? 'select'
    text = `with ${moved.map((own, place) => `${all[place]?.[0]} as (${own})`).join(', ')} ${last}`
    if (texts.size < mostTexts) texts.set(key, text)
  }
  return { text, values: all.flatMap(([, part]) => part.values) }
}

/** Runs parts as one statement; nothing if there are none. */
export async function runParts(db: Db, parts: StatementParts): Promise<void> {
  if (Object.keys(parts).length === 0) return
  const { text, values } = statementOf(parts)
  await run(db, text, [...values])
}
