import { installer } from './chromium.mjs'
import { run } from './run.mjs'

export const install = async (what, ...packages) => {
  const prefix = installer()
  if (!prefix) return
  console.log(`Installing ${packages.join(', ')} for ${what} …`)
  // Some packages ask for configuration
  const [program, ...before] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  await run(program, [...before, 'update'])
  await run(program, [...before, 'install', '-y', '--no-install-recommends', ...packages])
}
