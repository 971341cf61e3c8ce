// Runs operator commands in this process, because a new process takes seconds. src/admin/admin.test.ts covers
// exit codes of the real program.
import { runCommand } from '../../src/admin/run-command.ts'
import { openAppContext } from '../../src/open-app-context.ts'

export interface OperatorOutput {
  code: number
  out: string
  err: string
}

export async function operatorSays(env: NodeJS.ProcessEnv, ...words: string[]): Promise<OperatorOutput> {
  const said = { out: '', err: '' }
  const paper = (of: keyof typeof said) => ({ write: (text: string) => (said[of] += text) })
  const inside = { PATH: process.env['PATH'], ...env }
  const code = await runCommand(words, { env: inside, out: paper('out'), err: paper('err'), openAppContext })
  return { code, ...said }
}
