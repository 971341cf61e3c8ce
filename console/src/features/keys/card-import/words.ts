import type { CardImport, CardResult } from '@claviger/contract/keys/card-import'
import { msg, t } from '../../../ground/text/text.ts'
import type { Shape, Tone } from '../../../ground/ui/bits/Status.tsx'

interface Look {
  word: string
  shape: Shape
  tone: Tone
}

const looks: Record<CardResult, Look> = {
  success: { word: msg('Success'), shape: 'disc', tone: 'ok' },
  duplicate: { word: msg('Duplicate'), shape: 'dash', tone: 'mute' },
  'no-access': { word: msg('No access'), shape: 'square', tone: 'warn' },
  unknown: { word: msg('Unknown user'), shape: 'square', tone: 'bad' },
  broken: { word: msg('Unreadable'), shape: 'square', tone: 'bad' },
}

/** A result of a row as word, shape and color; before the import a success is still to come. */
export function resultLook(result: string | null, of: CardImport): Look {
  const look = looks[result as CardResult]
  if (!look) return { word: t('Waiting'), shape: 'quarter', tone: 'mute' }
  if (result === 'success' && of.state !== 'done') return { word: t('Assign'), shape: 'ring', tone: 'accent' }
  return { ...look, word: t(look.word) }
}
