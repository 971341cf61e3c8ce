import pg from 'pg'

/** What the pools that see one workspace send while work goes on, without rate limits and the watch of the tests. */
export async function sent(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const query: unknown = Reflect.get(pg.Client.prototype, 'query')
  const noted = function (this: pg.Client, ...args: unknown[]): unknown {
    const [asked] = args as [pg.QueryConfig | string]
    const text = typeof asked === 'string' ? asked : asked.text
    const { application_name: name } = Reflect.get(this, 'connectionParameters') as { application_name?: string }
    if ((name === 'claviger app' || name === 'claviger read') && !/rate_limits|witness/.test(text)) texts.push(text)
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
