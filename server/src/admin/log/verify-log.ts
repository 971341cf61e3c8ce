import { existsSync, readFileSync } from 'node:fs'
import { type Checkpoint, newestIn } from '#features/oversight/log-chain/register/checkpoints.ts'
import type { RegisterVerdict } from '#features/oversight/log-chain/register/verify-register.ts'
import {
  type NotedPlace,
  type LogVerification,
  verifyLog as verify,
} from '#features/oversight/log-chain/chain-verification.ts'
import { type Command, CommandRefusal, UsageError } from '../command.ts'
import { findWorkspace } from '../account-lookup.ts'

const linesBetweenNews = 100_000

export const verifyLog: Command = {
  name: 'verify-log',
  takes: '[--workspace SLUG [--noted POSITION:HASH]] [--checkpoint TEXT|FILE]',
  about:
    'Verifies that no line of the activity log was changed, removed, or inserted; --noted and --checkpoint compare with values kept elsewhere',
  words: 0,
  options: { workspace: { type: 'string' }, noted: { type: 'string' }, checkpoint: { type: 'string' } },
  async work(operator, words) {
    const asked = words.option('workspace')
    const noted = placeOf(words.option('noted'))
    if (noted && asked === undefined) throw new UsageError('--noted requires --workspace')
    const slug = asked === undefined ? undefined : (await findWorkspace(operator, asked)).slug
    const checkpoint = checkpointOf(words.option('checkpoint'))
    const verdicts: LogVerification[] = []
    let found: RegisterVerdict | undefined
    const register = (verdict: RegisterVerdict) => (found = verdict)
    let told = 0
    const progress = (workspace: string, checked: number) => {
      if (checked < told) told = 0
      if (checked - told < linesBetweenNews) return
      told = checked
      process.stderr.write(`${workspace}: ${checked} lines checked\n`)
    }
    for await (const verdict of verify(operator.world, { slug, noted, checkpoint, register, progress }))
      verdicts.push(verdict)
    const lines = [...ofRegister(found), ...verdicts.map(inWords)]
    const broken = verdicts.filter(one => one.fault !== null)
    if (broken.length > 0)
      throw new CommandRefusal([...lines, `${broken.length} of ${verdicts.length} logs were changed.`].join('\n'))
    if (found?.fault) throw new CommandRefusal([...lines, 'The register of logs was changed.'].join('\n'))
    const all = verdicts.reduce((sum, one) => sum + one.checked, 0)
    return { json: { logs: verdicts, register: found }, lines: [...lines, `${all} entries are unchanged.`] }
  },
}

function inWords({ workspace, checked, head, fault }: LogVerification): string {
  const proven = `${workspace}: ${checked} lines checked`
  if (fault) return `${proven}, then: ${fault.says}${fault.line === null ? '' : ` (${fault.line})`}`
  return head ? `${proven}, up to ${head.position}:${head.hash}` : proven
}

function ofRegister(verdict: RegisterVerdict | undefined): string[] {
  if (!verdict) return []
  const { chains, begunAt, checkpoint, publicKey, fault } = verdict
  const known = `Register of logs: ${chains} since ${begunAt ?? 'less than a second'}`
  if (fault !== null) return [`${known}. ${fault}`]
  return [
    known,
    ...(checkpoint === null
      ? []
      : [`Checkpoint, to be kept elsewhere: ${checkpoint}`, `Signed by Ed25519 ${publicKey}`]),
  ]
}

/** Reads a checkpoint, or the newest one of a file. @throws UsageError */
function checkpointOf(text: string | undefined): Checkpoint | undefined {
  if (text === undefined) return undefined
  const found = newestIn(existsSync(text) ? readFileSync(text, 'utf8') : text)
  if (!found) throw new UsageError('--checkpoint takes a checkpoint printed by verify-log, or a file that contains one')
  return found
}

/** Parses a position as printed by the command. @throws UsageError */
function placeOf(text: string | undefined): NotedPlace | undefined {
  if (text === undefined) return undefined
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!position || !hash) throw new UsageError('--noted takes POSITION:HASH as printed by verify-log')
  return { position: Number(position), hash }
}
