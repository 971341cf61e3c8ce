import { load } from '../../load.ts'
import { start } from '../../machine.ts'
import { againstAim, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'

/** One row through the full request path, against the same row through bare Fastify and pg; and each chore's cost. */
export async function row(stage: Stage): Promise<Row[]> {
  const ceiling = start('benchmarks/ceiling.ts', [stage.databaseUrl, stage.user, stage.workspace, stage.session])
  const address = (await ceiling.said(/ready at (\S+)/))[1] as string
  const ladder: [string, number][] = []
  for (const path of ['row', 'transaction', 'guarded', 'session']) {
    ladder.push([path, (await load({ url: `${address}/${path}`, connections: 16 })).perSecond])
  }
  await ceiling.stop()
  const ours = await load({
    url: `${stage.address}/administrator/tokens/${stage.user}`,
    headers: { authorization: stage.accessToken },
    connections: 16,
  })
  const [bare = 1] = ladder.map(([, perSecond]) => perSecond)
  const step = {
    row: 'select alone',
    transaction: 'and begin, commit',
    guarded: 'and row-level security',
    session: 'and the session looked up',
  }
  const notes = [...ladder, ['the whole shell', ours.perSecond] as const].map(
    ([name, perSecond]) =>
      `  ${(step[name as keyof typeof step] ?? name).padEnd(28)} ${Math.round(1e6 / perSecond)} µs a request (${(perSecond / bare).toFixed(2)} of bare)`,
  )
  return [
    {
      ...againstAim('row', 'one user through the shell, 16 callers', ours.perSecond, '/s', bare, 0.35),
      note: notes.join('\n'),
    },
  ]
}
