import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Operator } from '../server/src/admin/command.ts'
import { readCommand } from '../server/src/admin/commands.ts'
import { openOperator } from '../server/src/admin/operator.ts'
import { kinds } from '../server/src/jobs/job-kinds.ts'
import { openAppContext } from '../server/src/open-app-context.ts'

// One process for the operators of all running products: loading the server for each product, or even for each command,
// would take longer than most journeys. The command line itself is tested in server/src/admin.

interface Asked {
  env: Record<string, string>
  words: string[]
}

const operators = new Map<string, Promise<Operator>>()

function operatorOf(env: Asked['env']): Promise<Operator> {
  const { DATA_FOLDER: folder = '', CLOCK_AHEAD_FILE: ahead = '' } = env
  // The clock of the product, which a journey can move
  const clock = { now: () => new Date(Date.now() + Number(readFileSync(ahead, 'utf8'))) }
  const known = operators.get(folder)
  if (known) return known
  const opening = openOperator({ ...process.env, ...env }, process.stderr, (config, connection, log) =>
    openAppContext(config, connection, log, clock),
  )
  operators.set(folder, opening)
  opening.catch(() => operators.delete(folder))
  return opening
}

/** Closes the connections to a product that is about to stop. */
async function leave({ DATA_FOLDER: folder = '' }: Asked['env']): Promise<string> {
  const open = operators.get(folder)
  operators.delete(folder)
  await (await open)?.close()
  return '{}'
}

// Nightly jobs follow the clock of the database, which a journey can't move
async function runJob(operator: Operator, name: string): Promise<string> {
  const kind = kinds.find(one => one.name === name)
  if (kind === undefined) throw new Error(`There is no job ${name}`)
  await kind.work(operator.world, {} as never)
  return '{}'
}

async function answer({ env, words }: Asked): Promise<string> {
  const [name = '', ...args] = words
  if (name === 'leave') return leave(env)
  const operator = await operatorOf(env)
  if (name === 'run-job') return runJob(operator, args[0] ?? '')
  const command = readCommand(name, args)
  if (!('work' in command.command)) throw new Error(`${name} is no work for a running product`)
  return JSON.stringify((await command.command.work(operator, command.words)).json)
}

const server = createServer((request, response) => {
  void text(request)
    .then(body => answer(JSON.parse(body) as Asked))
    .then(
      said => response.end(said),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
}).listen(0, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`Address of the operator: http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
