import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { install } from './install.mjs'
import { stop } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const onMac = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const headlessShell = '/usr/bin/chromium-headless-shell'

/** The path of Chromium, installed if possible; otherwise exits with instructions. */
export const ensureChromium = async () => {
  const found = find()
  if (found) return found
  await install('the browser tests', 'chromium', 'fonts-liberation')
  return (
    find() ??
    stop(
      'The browser tests need Chromium. Install it (Debian: apt-get install chromium fonts-liberation), or set CHROMIUM to its path.',
    )
  )
}

/**
 * The path of Chromium's headless shell, which needs a fifth less of the processor for a page than Chromium without a
 * window. Chromium itself where the shell can't be installed.
 */
export const ensureHeadlessShell = async chromium => {
  if (process.env['CHROMIUM_HEADLESS']) return process.env['CHROMIUM_HEADLESS']
  if (!existsSync(headlessShell)) await install('the browser tests', 'chromium-headless-shell')
  return existsSync(headlessShell) ? headlessShell : chromium
}

const find = () => {
  const given = process.env['CHROMIUM']
  if (given) return existsSync(given) ? given : stop(`CHROMIUM is ${given}, but that file doesn't exist.`)
  const places = (process.env['PATH'] ?? '').split(delimiter).flatMap(folder => names.map(name => join(folder, name)))
  return [...places, ...onMac].find(path => existsSync(path))
}
