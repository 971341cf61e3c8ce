// The operator's command line, claviger admin COMMAND. Answers on standard output, says everything else on the other.
import { run } from './admin/run.ts'

process.exitCode = await run(process.argv.slice(2), process.env, process.stdout, process.stderr)
