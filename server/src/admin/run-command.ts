import { ConfigError } from '../platform/config.ts'
import { MigrationRefusal } from '../platform/db/migrate.ts'
import { Problem } from '../platform/problem.ts'
import { type CommandOutcome, CommandRefusal, UsageError } from './command.ts'
import { commands, readCommand } from './commands.ts'
import { asOwner, type Opener, openOperator, type Paper } from './operator.ts'

const help = () =>
  [
    'claviger admin COMMAND',
    '',
    ...commands.flatMap(one => [`  ${one.name} ${one.takes}`.trimEnd(), `      ${one.about}`]),
    '  help',
    '',
    'Every command accepts --json and then prints one JSON object. Exit code: 0 for success, 1 for a refusal, 2 for wrong usage.',
  ].join('\n')

const expected = [UsageError, CommandRefusal, Problem, ConfigError, MigrationRefusal]

export interface CommandEnvironment {
  env: NodeJS.ProcessEnv
  out: Paper
  err: Paper
  openAppContext: Opener
}

/** Runs the arguments after `claviger admin`; returns the exit code. */
export async function runCommand(words: readonly string[], stage: CommandEnvironment): Promise<number> {
  const [name, ...args] = words
  const { out, err } = stage
  try {
    return await carryOut(name, args, stage)
  } catch (error) {
    // Expected errors need no stack trace
    const said = expected.some(kind => error instanceof kind)
    const message = said
      ? (error as Error).message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error)
    err.write(`${message}\n`)
    if (args.includes('--json')) out.write(`${JSON.stringify({ error: said ? message : 'unexpected' })}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function carryOut(
  name: string | undefined,
  args: string[],
  { env, out, err, openAppContext }: CommandEnvironment,
): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help' || args.includes('--help')) {
    out.write(`${help()}\n`)
    return name === undefined ? 2 : 0
  }
  const { command, words, json } = readCommand(name, args)
  const say = (outcome: CommandOutcome) => {
    out.write(json ? `${JSON.stringify(outcome.json)}\n` : `${outcome.lines.join('\n')}\n`)
    return 0
  }
  if ('workAlone' in command) return say(await command.workAlone(words))
  if ('workBefore' in command)
    return say(await asOwner(env, err, (config, owner) => command.workBefore(config, owner, words)))
  const operator = await openOperator(env, err, openAppContext)
  try {
    return say(await command.work(operator, words))
  } finally {
    await operator.close()
  }
}
