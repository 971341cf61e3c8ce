// Commands of the operator, run in this process, which has loaded all that they need: one of its own takes seconds for
// that. What only a program can do, ending with a code, src/admin/admin.test.ts asks of the program.
import { run } from '../src/admin/run.ts'
import { openWorld } from '../src/open.ts'

export interface Said {
  code: number
  out: string
  err: string
}

/** What a command says on each of its outputs in an environment of its own, and the code that it ends with. */
export async function operatorSays(env: NodeJS.ProcessEnv, ...words: string[]): Promise<Said> {
  const said = { out: '', err: '' }
  const paper = (of: keyof typeof said) => ({ write: (text: string) => (said[of] += text) })
  const inside = { PATH: process.env['PATH'], ...env }
  const code = await run(words, { env: inside, out: paper('out'), err: paper('err'), openWorld })
  return { code, ...said }
}
