import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { npm, stop } from './run.mjs'
import { step } from './terminal/steps.mjs'

export const ensureDependencies = async () => {
  if (areInstalled()) return
  const code = await step('Installing the packages', () => npm('ci', '--no-audit', '--no-fund', '--loglevel=error'))
  if (code !== 0) stop(`npm ci exited with ${code}.`)
}

// npm records what it installed; optional packages include those of other platforms.
const areInstalled = () => {
  const note = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(note)) return false
  const there = packagesIn(note)
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    if (!path.includes('node_modules/') || wanted.link) return true
    const found = there[path]
    return found ? found.version === wanted.version && found.integrity === wanted.integrity : wanted.optional === true
  })
}

const packagesIn = file => JSON.parse(readFileSync(file, 'utf8')).packages
