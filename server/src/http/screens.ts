import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Screen {
  matches: RegExp
  links: string
}

export interface Screens {
  links: (url: string) => string
  has: (url: string) => boolean
}

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

const linksFor = (screens: readonly Screen[], path: string) => {
  const all = screens.filter(({ matches }) => matches.test(path))
  return (all.find(({ matches }) => !matches.source.includes('[^')) ?? all[0])?.links ?? ''
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`)

// Same attributes as the page's own request, so that the preloaded file is used
const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`
