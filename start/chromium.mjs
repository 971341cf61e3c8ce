import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, stop } from './run.mjs'

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
  const prefix = installer()
  if (prefix) {
    console.log('Installing Chromium for the browser tests …')
    const [program, ...before] = [...prefix, 'apt-get']
    await run(program, [...before, 'update'])
    await run(program, [...before, 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'])
  }
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
  const prefix = existsSync(headlessShell) ? undefined : installer()
  if (prefix) {
    const [program, ...before] = [...prefix, 'apt-get']
    const install = () =>
      run(program, [...before, 'install', '-y', '--no-install-recommends', 'chromium-headless-shell'])
    if ((await install()) !== 0 && (await run(program, [...before, 'update'])) === 0) await install()
  }
  return existsSync(headlessShell) ? headlessShell : chromium
}

const find = () => {
  const given = process.env['CHROMIUM']
  if (given) return existsSync(given) ? given : stop(`CHROMIUM is ${given}, but that file doesn't exist.`)
  const places = (process.env['PATH'] ?? '').split(delimiter).flatMap(folder => names.map(name => join(folder, name)))
  return [...places, ...onMac].find(path => existsSync(path))
}

/**
 * Prefix for the system's package manager: [] as root, ['sudo', '-n'] if sudo needs no password, undefined if
 * it is not usable.
 */
export const installer = () => {
  const works = (...command) => spawnSync(command[0], command.slice(1), { stdio: 'ignore' }).status === 0
  if (!works('apt-get', '--version')) return undefined
  if (process.getuid?.() === 0) return []
  return works('sudo', '-n', 'true') ? ['sudo', '-n'] : undefined
}
