import { spawnSync } from 'node:child_process'
import { run } from './run.mjs'

let updating
/** The end of the latest installation: the system's package manager can't run twice at the same time. */
let latest = Promise.resolve()

/** Installs packages of the system if possible. */
export const install = (what, ...packages) => {
  latest = latest.then(() => installNow(what, packages))
  return latest
}

const installNow = async (what, packages) => {
  const prefix = installer()
  if (!prefix) return
  console.log(`Installing ${packages.join(', ')} for ${what} …`)
  // Some packages ask for configuration
  const [program, ...before] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  updating ??= run(program, [...before, 'update'])
  await updating
  await run(program, [...before, 'install', '-y', '--no-install-recommends', ...packages])
}

/**
 * Prefix for the system's package manager: [] as root, ['sudo', '-n'] if sudo needs no password, undefined if
 * it is not usable.
 */
const installer = () => {
  const works = (...command) => spawnSync(command[0], command.slice(1), { stdio: 'ignore' }).status === 0
  if (!works('apt-get', '--version')) return undefined
  if (process.getuid?.() === 0) return []
  return works('sudo', '-n', 'true') ? ['sudo', '-n'] : undefined
}
