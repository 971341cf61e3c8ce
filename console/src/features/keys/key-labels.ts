import { keyKindNames, keyKinds, keyStatus, traitsOf } from '@claviger/contract/keys/security-keys'
import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { credentialStorages } from '@claviger/contract/tenancy/workspace-settings'
import { IconCreditCard, IconFingerprint } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'
import type { StatusLook } from '#platform/ui/bits/Status.tsx'
import { passkeyIcons } from './passkey-icons.ts'

export const keyIcons: Record<SecurityKey['picture'], Icon> = {
  ...passkeyIcons,
  'smart-card': IconCreditCard,
  fingerprint: IconFingerprint,
}

// Most workspaces use cards, so they come first
const offered = [keyKinds.accessCard, ...Object.values(keyKinds).filter(kind => kind !== keyKinds.accessCard)]

export const kinds = offered.map(value => ({ value, label: keyKindNames[value] ?? '' }))

export const kindOf = (type: number): string => t(keyKindNames[type] ?? msg('Unknown'))

const looks: Record<number, StatusLook> = {
  [keyStatus.active]: { word: msg('Active'), shape: 'disc', tone: 'ok' },
  [keyStatus.pending]: { word: msg('Pending'), shape: 'ring', tone: 'warn' },
  [keyStatus.suspended]: { word: msg('Suspended'), shape: 'square', tone: 'bad' },
}
const blocked: StatusLook = { word: msg('Blocked'), shape: 'disc', tone: 'bad' }
const waiting: StatusLook = { word: msg("Waiting for owner's confirmation"), shape: 'ring', tone: 'warn' }
const strange: StatusLook = { word: msg('Unknown'), shape: 'dash', tone: 'mute' }

export const statuses = Object.entries(looks).map(([value, { word }]) => ({ value, label: word }))

export type CardStatus = Pick<SecurityKey, 'status' | 'isBlocked' | 'proofDue' | 'opensFrom'>

/** True if a key stays inactive until its owner confirms it. */
export const waitsForOwner = ({ status, proofDue, opensFrom }: CardStatus): boolean =>
  status === keyStatus.active && proofDue && (opensFrom === null || new Date(opensFrom) > new Date())

/** Label, shape, and color of a status; an unknown status is shown as such (R152). */
export function lookOf(key: CardStatus): StatusLook {
  const stopped = key.isBlocked && key.status !== keyStatus.suspended
  const look = stopped ? blocked : waitsForOwner(key) ? waiting : (looks[key.status] ?? strange)
  return { ...look, word: t(look.word) }
}

export function verificationOf({ type, verification }: Pick<SecurityKey, 'verification' | 'type'>): string {
  if (traitsOf(type).verifies === 'phone') return t('Always on phone')
  if (type === keyKinds.fingerprint) return t('Fingerprint')
  if (verification === null) return t('By the key')
  return verification === verifications.pinless ? t('Without a PIN') : t('PIN')
}

export const usesWithoutPinText = (): string =>
  t(
    "Without a PIN, a card can sign in to other sites that don't require a PIN, at registered readers only. It can't sign in to Claviger, computers, or shared devices.",
  )

/** Where the private keys are stored: on the server for cards and fingerprints, otherwise on the key itself. */
export const storageOf = ({ type }: Pick<SecurityKey, 'type'>): string =>
  traitsOf(type).storage === credentialStorages.remote ? t('On this server') : t('On the key')

/** What a key is; a passkey in a password manager or computer is no hardware key, though it is managed as one. */
export function typeOf({ type, picture }: Pick<SecurityKey, 'type' | 'picture'>): string {
  if (picture === 'manager') return t('Password manager')
  return picture === 'computer' ? t('Built into a computer') : kindOf(type)
}

export function markOf(key: SecurityKey): string {
  if (key.cardEnd !== null) return t('ends in {end}', { end: key.cardEnd })
  return key.model !== null && key.model !== key.name ? key.model : typeOf(key)
}
