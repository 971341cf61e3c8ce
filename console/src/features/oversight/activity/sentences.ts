import type { LogWording } from '@claviger/contract/platform/text-declarations'
import { activityStatus, type Activity } from '@claviger/contract/oversight/activity'
import { logActions } from '@claviger/contract/oversight/log-actions'
import { inSentence } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'

const known = (action: string): LogWording | undefined => (logActions as Record<string, LogWording>)[action]

export const labelOf = (action: string): string => t(known(action)?.label ?? action)

/** The text after the user's name, with <0/> in place of `named`. */
export function sentenceOf(entry: Activity): { did: string; named: string | null } {
  const sentence = known(entry.action)
  if (sentence === undefined) return { did: `${entry.action} <0/>`, named: entry.objectName }
  if (entry.status === activityStatus.succeeded) return { did: t(sentence.did), named: entry.objectName }
  const did =
    sentence.failed === undefined
      ? t('was refused: {what}', { what: inSentence(t(sentence.label)) })
      : t(sentence.failed)
  return { did, named: null }
}
