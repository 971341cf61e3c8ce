import { parseArgs } from 'node:util'
import { allowAddressCommand } from './allow-address.ts'
import { backup } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import {
  type Command,
  type StandaloneCommand,
  type PreStartCommand,
  UsageError,
  type CommandArguments,
} from './command.ts'
import { checkBillingCommand } from './check-billing.ts'
import { createSuperAdmin } from './create-super-admin.ts'
import { makeWorkspace } from './create-workspace.ts'
import { jobs } from './jobs.ts'
import { issueSession } from './issue-session.ts'
import { ldapAgent } from './ldap-agent/ldap-agent.ts'
import { listTwins } from './list-twins.ts'
import { outbox } from './outbox.ts'
import { recoveryLink } from './recovery-link.ts'
import { rotateMasterKey } from './rotation/rotate-master-key.ts'
import { rotateWorkspaceKey } from './rotation/rotate-workspace-key.ts'
import { seed } from './seed.ts'
import { verifyAttendance } from './log/verify-attendance.ts'
import { verifyLog } from './log/verify-log.ts'

export const commands: readonly (Command | PreStartCommand | StandaloneCommand)[] = [
  createSuperAdmin,
  recoveryLink,
  makeWorkspace,
  issueSession,
  allowAddressCommand,
  seed,
  outbox,
  jobs,
  backup,
  restore,
  rotateMasterKey,
  rotateWorkspaceKey,
  verifyLog,
  verifyAttendance,
  listTwins,
  checkBillingCommand,
  ldapAgent,
]

/** Finds the command and parses its arguments. @throws UsageError */
export function readCommand(
  name: string,
  args: string[],
): { command: (typeof commands)[number]; words: CommandArguments; json: boolean } {
  const command = commands.find(one => one.name === name)
  if (!command) throw new UsageError(`There is no command ${name}. See: claviger admin help`)
  try {
    const options = { ...command.options, json: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true })
    if (positionals.length !== command.words)
      throw new UsageError(`${command.name} takes ${command.takes || 'no words'}`)
    const words: CommandArguments = {
      at: place => positionals[place] ?? '',
      option: of => (values as Record<string, unknown>)[of] as string | undefined,
    }
    return { command, words, json: values.json === true }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError((error as Error).message)
  }
}
