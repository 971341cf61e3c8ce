import pg from 'pg'

/** Statements of the single-workspace pools while work runs, without rate limits and audit checks. */
export async function collectStatements(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const query: unknown = Reflect.get(pg.Client.prototype, 'query')
  const noted = function (this: pg.Client, ...args: unknown[]): unknown {
    const [asked] = args as [{ text: string; texts?: readonly string[] } | string]
    const all = typeof asked === 'string' ? [asked] : (asked.texts ?? [asked.text])
    const { application_name: name } = Reflect.get(this, 'connectionParameters') as { application_name?: string }
    if (name === 'claviger app' || name === 'claviger read')
      texts.push(...all.filter(text => !/rate_limits|witness/.test(text)))
    return Reflect.apply(query as () => unknown, this, args)
  }
  Object.assign(pg.Client.prototype, { query: noted })
  try {
    await work()
    return texts
  } finally {
    Object.assign(pg.Client.prototype, { query })
  }
}
