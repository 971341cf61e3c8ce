import { type NotedPlace, type Verdict, verifyLog as verify } from '../../features/oversight/log-chain/verify.ts'
import { type Command, Refusal, UsageError } from '../command.ts'
import { findWorkspace } from '../people.ts'

const linesBetweenNews = 100_000

export const verifyLog: Command = {
  name: 'verify-log',
  takes: '[--workspace SLUG [--noted POSITION:HASH]]',
  about:
    'Proves that no line of the activity log was altered, removed or put in; --noted compares with a place noted elsewhere',
  words: 0,
  options: { workspace: { type: 'string' }, noted: { type: 'string' } },
  async work(desk, words) {
    const asked = words.option('workspace')
    const noted = placeOf(words.option('noted'))
    if (noted && asked === undefined) throw new UsageError('--noted belongs to a --workspace')
    const slug = asked === undefined ? undefined : (await findWorkspace(desk, asked)).slug
    const verdicts: Verdict[] = []
    let told = 0
    const progress = (workspace: string, checked: number) => {
      if (checked < told) told = 0
      if (checked - told < linesBetweenNews) return
      told = checked
      process.stderr.write(`${workspace}: ${checked} lines checked\n`)
    }
    for await (const verdict of verify(desk.world, { slug, noted, progress })) verdicts.push(verdict)
    const lines = verdicts.map(inWords)
    const broken = verdicts.filter(one => one.fault !== null)
    if (broken.length > 0)
      throw new Refusal(
        [...lines, `${broken.length} of ${verdicts.length} logs are not as they were written.`].join('\n'),
      )
    const all = verdicts.reduce((sum, one) => sum + one.checked, 0)
    return { json: { logs: verdicts }, lines: [...lines, `${all} lines are as they were written.`] }
  },
}

function inWords({ workspace, checked, head, fault }: Verdict): string {
  const proven = `${workspace}: ${checked} lines checked`
  if (fault) return `${proven}, then: ${fault.says}${fault.line === null ? '' : ` (${fault.line})`}`
  return head ? `${proven}, up to ${head.position}:${head.hash}` : proven
}

/** Reads a place as the command prints it. Throws UsageError. */
function placeOf(text: string | undefined): NotedPlace | undefined {
  if (text === undefined) return undefined
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!position || !hash) throw new UsageError('--noted takes POSITION:HASH, as verify-log prints them')
  return { position: Number(position), hash }
}
