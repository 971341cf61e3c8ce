import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { load } from '../load.ts'
import { root } from '../machine.ts'
import type { Row } from '../report.ts'
import type { Stage } from '../stage.ts'

const port = '18479'
const turns = 3

export async function processes(stage: Stage): Promise<Row[]> {
  const paths = {
    'one user by id': `/administrator/tokens/${stage.user}`,
    'the first page of users': '/administrator/tokens/v2?page=1&pageSize=50',
  }
  const measured = new Map<string, number[]>()
  for (let turn = 0; turn < turns; turn++) {
    for (const number of [1, 2]) {
      const stop = await begin(stage, number)
      for (const [what, path] of Object.entries(paths)) {
        const headers = { authorization: stage.accessToken }
        const { perSecond } = await load({ url: `http://127.0.0.1:${port}${path}`, headers, connections: 16 })
        const name = `${what}, 16 callers, ${number === 1 ? 'one process' : `${number} processes`}`
        measured.set(name, [...(measured.get(name) ?? []), perSecond])
      }
      await stop()
    }
  }
  return [...measured].map(([what, all]) => ({
    scenario: 'processes',
    what: `${what}, median of ${turns} turns`,
    value: all.toSorted((a, b) => a - b)[Math.floor(turns / 2)] ?? 0,
    unit: '/s',
  }))
}

async function begin(stage: Stage, number: number): Promise<() => Promise<void>> {
  const words = ['--max-semi-space-size=4', '--heap-growing-percent=60', 'server/dist/main.mjs']
  const env = { ...process.env, ...stage.env, PORT: port, PROCESSES: String(number) }
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()))
  while (!text.includes('is ready at')) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${text}`)
    await sleep(20)
  }
  return async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}
