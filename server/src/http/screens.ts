import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Screen {
  matches: RegExp
  links: string
}

export interface Screens {
  /** What the page for an address names ahead, as links for its head; nothing where the build tells of no such screen. */
  links: (url: string) => string
  /** Does an address show a screen? */
  has: (url: string) => boolean
}

/** The screens that the build of the console tells of. */
export function screensOf(built: string): Screens {
  const file = join(built, '.vite/screens.json')
  const told = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [path: string, files: string[]][]) : []
  const screens = told.map(([path, files]) => ({ matches: patternOf(path), links: files.map(linkTo).join('') }))
  return {
    links: url => linksFor(screens, pathOf(url)),
    has: url => pathOf(url) === '/' || screens.some(({ matches }) => matches.test(pathOf(url))),
  }
}

const pathOf = (url: string) => url.split('?')[0] ?? ''

// An address of its own stands before one with an id in the same place
const linksFor = (screens: readonly Screen[], path: string) => {
  const all = screens.filter(({ matches }) => matches.test(path))
  return (all.find(({ matches }) => !matches.source.includes('[^')) ?? all[0])?.links ?? ''
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`)

// As the page itself will ask for them, so that what is here by then is taken
const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`
