import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../console/src')
// Pages of their own, without the console's routes
const ownPages = ['/', '/self-service/$page', '/attendance-tracker']

const segmentsOf = (path: string): string[] => path.split('/').slice(1)

const routes = readdirSync(folder)
  .filter(file => /^routes.*\.tsx$/.test(file))
  .flatMap(file => [...readFileSync(join(folder, file), 'utf8').matchAll(/\bpath: '(\/[^']*)'/g)])
  .map(([, path = '']) => path)
  .concat(ownPages)
  .map(segmentsOf)

/** Does the console have this page? An `*` stands for any segment. */
export function isConsolePage(path: string): boolean {
  const named = segmentsOf(path.replace(/[?#].*$/, ''))
  return routes.some(
    route =>
      route.length === named.length &&
      route.every((one, at) => one.startsWith('$') || named[at] === '*' || one === named[at]),
  )
}
