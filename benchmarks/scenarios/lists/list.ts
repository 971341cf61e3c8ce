import { load, timeCalls } from '../../load.ts'
import { plans } from '../../plans.ts'
import { atMost, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'

const asks = {
  'first page by name': 'sort=name&pageSize=50',
  'page 1,000 by name': 'sort=name&pageSize=50&page=1000',
  'search, few hits': 'sort=name&pageSize=50&search=zyx',
  'search, many hits': 'sort=name&pageSize=50&search=ann',
  'one status by name': 'sort=name&pageSize=50&status=20',
  'by last sign-in, newest first': 'sort=lastSignIn&order=desc&pageSize=50',
}

/** Pages of 50 of the user list: times of single calls, throughput of the first page, and query plans. */
export async function list(stage: Stage): Promise<Row[]> {
  const rows: Row[] = []
  const headers = { authorization: stage.accessToken }
  for (const [what, query] of Object.entries(asks)) {
    const url = `${stage.address}/administrator/tokens/v2?${query}`
    const call = async () => {
      const answer = await fetch(url, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
    }
    await timeCalls(30, call)
    rows.push({
      ...atMost('list', `${what}, p99`, (await timeCalls(300, call)).p99, 'ms', 25),
      note: await plans(stage, call),
    })
  }
  const busy = await load({
    url: `${stage.address}/administrator/tokens/v2?${asks['first page by name']}`,
    headers,
    connections: 16,
  })
  rows.push({ scenario: 'list', what: 'first page by name, 16 callers', value: busy.perSecond, unit: '/s' })
  return rows
}
