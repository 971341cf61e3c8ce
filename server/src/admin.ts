// The operator's command line, claviger admin COMMAND. Answers on standard output, says everything else on the other.
import { type Outcome, Refusal, UsageError } from './admin/command.ts'
import { commands, readCommand } from './admin/commands.ts'
import { asOwner, openOperator } from './admin/operator.ts'
import { ConfigError } from './ground/config.ts'
import { MigrationRefusal } from './ground/db/migrate.ts'
import { Problem } from './ground/problem.ts'
import { openWorld } from './open.ts'

const help = () =>
  [
    'claviger admin COMMAND',
    '',
    ...commands.flatMap(one => [`  ${one.name} ${one.takes}`.trimEnd(), `      ${one.about}`]),
    '  help',
    '',
    'Every command takes --json and then prints one JSON object. It ends with 0 when done, 1 when refused, 2 when called wrongly.',
  ].join('\n')

async function run(name: string | undefined, args: string[]): Promise<void> {
  if (name === undefined || name === 'help' || name === '--help' || args.includes('--help')) {
    process.stdout.write(`${help()}\n`)
    if (name === undefined) process.exitCode = 2
    return
  }
  const { command, words, json } = readCommand(name, args)
  const say = (outcome: Outcome) =>
    process.stdout.write(json ? `${JSON.stringify(outcome.json)}\n` : `${outcome.lines.join('\n')}\n`)
  if ('workAlone' in command) {
    say(await command.workAlone(words))
    return
  }
  if ('workBefore' in command) {
    say(await asOwner(process.env, (config, owner) => command.workBefore(config, owner, words)))
    return
  }
  const operator = await openOperator(process.env, openWorld)
  try {
    say(await command.work(operator, words))
  } finally {
    await operator.close()
  }
}

const expected = [UsageError, Refusal, Problem, ConfigError, MigrationRefusal]
const [name, ...args] = process.argv.slice(2)
try {
  await run(name, args)
} catch (error) {
  // What we say on purpose needs no stack; anything else does
  const said = expected.some(kind => error instanceof kind)
  const message = said
    ? (error as Error).message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error)
  process.stderr.write(`${message}\n`)
  if (args.includes('--json')) process.stdout.write(`${JSON.stringify({ error: said ? message : 'unexpected' })}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
