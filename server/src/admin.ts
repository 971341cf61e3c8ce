// The operator's command line: npm run admin -- COMMAND. Answers on standard output, says everything else on the other.
import { parseArgs } from 'node:util'
import { type Command, Refusal, UsageError, type Words } from './admin/command.ts'
import { createSuperAdmin } from './admin/create-super-admin.ts'
import { makeWorkspace } from './admin/create-workspace.ts'
import { jobs } from './admin/jobs.ts'
import { openOperator } from './admin/operator.ts'
import { issueSession } from './admin/issue-session.ts'
import { outbox } from './admin/outbox.ts'
import { recoveryLink } from './admin/recovery-link.ts'
import { rotateMasterKey } from './admin/rotation/rotate-master-key.ts'
import { rotateWorkspaceKey } from './admin/rotation/rotate-workspace-key.ts'
import { seed } from './admin/seed.ts'
import { verifyLog } from './admin/log/verify-log.ts'
import { ConfigError } from './ground/config.ts'
import { MigrationRefusal } from './ground/db/migrate.ts'
import { Problem } from './ground/problem.ts'
import { openWorld } from './open.ts'

const commands: readonly Command[] = [
  createSuperAdmin,
  recoveryLink,
  makeWorkspace,
  issueSession,
  seed,
  outbox,
  jobs,
  rotateMasterKey,
  rotateWorkspaceKey,
  verifyLog,
]

const help = () =>
  [
    'npm run admin -- COMMAND',
    '',
    ...commands.flatMap(one => [`  ${one.name} ${one.takes}`.trimEnd(), `      ${one.about}`]),
    '  help',
    '',
    'Every command takes --json and then prints one JSON object. It ends with 0 when done, 1 when refused, 2 when called wrongly.',
  ].join('\n')

/** Reads the words after the command's name. Throws UsageError. */
function readWords(command: Command, args: string[]): { words: Words; json: boolean } {
  try {
    const options = { ...command.options, json: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true })
    if (positionals.length !== command.words)
      throw new UsageError(`${command.name} takes ${command.takes || 'no words'}`)
    const words: Words = {
      at: place => positionals[place] ?? '',
      option: name => (values as Record<string, unknown>)[name] as string | undefined,
    }
    return { words, json: values.json === true }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError((error as Error).message)
  }
}

async function run(name: string | undefined, args: string[]): Promise<void> {
  if (name === undefined || name === 'help' || name === '--help' || args.includes('--help')) {
    process.stdout.write(`${help()}\n`)
    if (name === undefined) process.exitCode = 2
    return
  }
  const command = commands.find(one => one.name === name)
  if (!command) throw new UsageError(`There is no command ${name}; help lists them`)
  const { words, json } = readWords(command, args)
  const operator = await openOperator(process.env, openWorld)
  try {
    const outcome = await command.work(operator, words)
    process.stdout.write(json ? `${JSON.stringify(outcome.json)}\n` : `${outcome.lines.join('\n')}\n`)
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
