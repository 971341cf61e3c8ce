// The operator's command line, claviger admin COMMAND. Prints results to stdout, everything else to stderr.
import { runCommand } from './admin/run-command.ts'
import { openAppContext } from './open-app-context.ts'

const { env, stdout: out, stderr: err } = process
process.exitCode = await runCommand(process.argv.slice(2), { env, out, err, openAppContext })
