import { createServer } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { readCommand } from '../server/src/admin/commands.ts'
import { openOperator } from '../server/src/admin/operator.ts'
import { kinds } from '../server/src/jobs/job-kinds.ts'
import { openWorld } from '../server/src/open-world.ts'

// A long-lived operator process for a running product: one process per command would take longer than most journeys.
// The command line itself is tested in server/src/admin.

const operator = await openOperator(process.env, process.stderr, openWorld)

// Nightly jobs follow the clock of the database, which a journey can't move
async function runJob(name: string): Promise<string> {
  const kind = kinds.find(one => one.name === name)
  if (kind === undefined) throw new Error(`There is no job ${name}`)
  await kind.work(operator.world, {} as never)
  return '{}'
}

async function answer(words: string[]): Promise<string> {
  const [name = '', ...args] = words
  if (name === 'run-job') return runJob(args[0] ?? '')
  const command = readCommand(name, args)
  if (!('work' in command.command)) throw new Error(`${name} is no work for a running product`)
  return JSON.stringify((await command.command.work(operator, command.words)).json)
}

const server = createServer((request, response) => {
  void text(request)
    .then(body => answer(JSON.parse(body) as string[]))
    .then(
      said => response.end(said),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
}).listen(Number(process.env['OPERATOR_PORT']), '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`Address of the operator: http://127.0.0.1:${process.env['OPERATOR_PORT']}\n`)
