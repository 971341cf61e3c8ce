import { msg, type Translate, sayIn } from './languages.ts'

const browsers: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^Claviger command line/, msg('Command line')],
  [/^curl\//, 'curl'],
]
const systems: readonly [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** "Firefox on Windows": a guess that helps users recognize their own sessions. Never use it for decisions. */
export function deviceInWords(userAgent: string, say: Translate = sayIn('en')): string {
  const first = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = first(browsers) ?? msg('Unknown browser')
  const system = first(systems)
  return system === undefined ? say(browser) : say('{browser} on {system}', { browser: say(browser), system })
}
