// The operator's command line, claviger admin COMMAND. Answers on standard output, says everything else on the other.
import { run } from './admin/run.ts'
import { openWorld } from './open.ts'

const { env, stdout: out, stderr: err } = process
process.exitCode = await run(process.argv.slice(2), { env, out, err, openWorld })
