import { type Db, run } from './db.ts'

/**
 * What one room adds to a statement that several rooms share: SQL of its own store, with values for its own $1, $2, ….
 * It writes what it writes from `agreed`, which holds one row, and none where the statement must change nothing.
 */
export interface Part {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Parts by the names that they have within the statement; those behind may look at those before them. */
export type Parts = Readonly<Record<string, Part>>

// The texts of parts are constants, so there are as many of these as there are kinds of statements
const texts = new Map<string, string>()
const mostTexts = 500

const alwaysAgreed: Part = { text: 'select', values: [] }

/**
 * One statement made of parts; they hang on the part called `agreed`, and on nothing where there is none. It answers what
 * is asked for behind them, else nothing.
 */
export function statementOf(parts: Parts, answer?: string): Part {
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
    // Where nothing is asked for, the last part is the statement, which is cheaper than one more part
    const last = answer ?? moved.pop() ?? 'select'
    text = `with ${moved.map((own, place) => `${all[place]?.[0]} as (${own})`).join(', ')} ${last}`
    if (texts.size < mostTexts) texts.set(key, text)
  }
  return { text, values: all.flatMap(([, part]) => part.values) }
}

/** Runs parts as one statement of a running transaction. */
export async function runParts(db: Db, parts: Parts): Promise<void> {
  const { text, values } = statementOf(parts)
  await run(db, text, [...values])
}
