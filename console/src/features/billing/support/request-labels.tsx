import { supportKinds, supportStates } from '@claviger/contract/billing/support'
import type { SupportRequest } from '@claviger/contract/billing/support'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import type { StatusLook } from '#platform/ui/bits/Status.tsx'

export const requestKinds: Record<number, string> = {
  [supportKinds.newReader]: msg('Card readers'),
  [supportKinds.annualSubscription]: msg('Annual subscription'),
}
export const kindOf = ({ kind }: SupportRequest): string => t(requestKinds[kind] ?? msg('Unknown'))

export const requestLooks: Record<number, StatusLook> = {
  [supportStates.open]: { word: msg('New'), shape: 'ring', tone: 'accent' },
  [supportStates.inProgress]: { word: msg('In progress'), shape: 'quarter', tone: 'accent' },
  [supportStates.done]: { word: msg('Done'), shape: 'disc', tone: 'ok' },
  [supportStates.declined]: { word: msg('Declined'), shape: 'square', tone: 'bad' },
}
const unknown: StatusLook = { word: msg('Unknown'), shape: 'ring', tone: 'mute' }
export const lookOfRequest = ({ state }: SupportRequest): StatusLook => requestLooks[state] ?? unknown

export function RequestStatus({ of }: { of: SupportRequest }) {
  const { word, ...look } = lookOfRequest(of)
  return <Status {...look}>{t(word)}</Status>
}

export const contentOf = ({ kind, quantity, model, keys }: SupportRequest): string =>
  kind === supportKinds.newReader
    ? t('{count} × {model}', { count: quantity, model: model ?? '' })
    : t('{users, plural, one {# user} other {# users}}, {keys, plural, one {# key} other {# keys}}', {
        users: quantity,
        keys: keys ?? 0,
      })
