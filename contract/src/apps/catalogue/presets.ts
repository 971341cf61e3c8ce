import { business } from './business.ts'
import { collaboration } from './collaboration.ts'
import { development } from './development.ts'
import { home } from './home.ts'
import { operations } from './operations.ts'
import type { Preset } from './preset.ts'
import { proxies } from './proxies.ts'

/** All presets of the catalog, sorted by name. */
export const presets: readonly Preset[] = [
  ...operations,
  ...development,
  ...collaboration,
  ...business,
  ...home,
  ...proxies,
].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))

/** Replaces placeholders in braces; unknown ones stay. */
export const fillPreset = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

export function filledIn<T>(of: T, values: Readonly<Record<string, string>>): T {
  if (typeof of === 'string') return fillPreset(of, values) as T
  if (Array.isArray(of)) return of.map(one => filledIn<unknown>(one, values)) as T
  if (typeof of !== 'object' || of === null) return of
  return Object.fromEntries(Object.entries(of).map(([name, one]) => [name, filledIn<unknown>(one, values)])) as T
}
