import { keyTypeNames } from '@claviger/contract/connect/api-keys'
import type { ApiKey } from '@claviger/contract/connect/api-keys'
import { msg, t } from '#platform/text/text.ts'
import type { StatusLook } from '#platform/ui/bits/Status.tsx'

const soonDays = 14

/** Status of a key: active, restricted, expiring within two weeks, or unusable. */
export function lookOf({ expiresAt, standing }: ApiKey, now = Date.now()): StatusLook {
  if (standing === 'orphaned') return { word: t('No responsible administrator'), shape: 'square', tone: 'bad' }
  if (standing === 'less') return { word: t('Reduced permissions'), shape: 'triangle', tone: 'warn' }
  if (expiresAt === null) return { word: t('Active'), shape: 'disc', tone: 'ok' }
  const left = new Date(expiresAt).getTime() - now
  if (left <= 0) return { word: t('Expired'), shape: 'square', tone: 'bad' }
  return left < soonDays * 86_400_000
    ? { word: t('Expires soon'), shape: 'triangle', tone: 'warn' }
    : { word: t('Active'), shape: 'disc', tone: 'ok' }
}

export const typeOf = ({ type }: { type: number }): string => t(keyTypeNames[type] ?? msg('Unknown'))

/** The last moment of a day such as "2026-12-31" in the browser's time zone, as an instant. */
export const endOfDay = (day: string): string | undefined => {
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString()
}

/** The day of an instant in the browser's time zone, in the format of a date field. */
export function dayIn(instant: string | undefined): string {
  if (instant === undefined) return ''
  const at = new Date(instant)
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(part => String(part).padStart(2, '0')).join('-')
}
