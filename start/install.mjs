import { installer } from './chromium.mjs'
import { run } from './run.mjs'

/** Installs packages of the system for some tests, where we may; does nothing where we may not. */
export const install = async (what, ...packages) => {
  const prefix = installer()
  if (!prefix) return
  console.log(`Installing ${packages.join(', ')} for ${what} …`)
  // Some packages ask who their administrator is
  const [program, ...before] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  await run(program, [...before, 'update'])
  await run(program, [...before, 'install', '-y', '--no-install-recommends', ...packages])
}
