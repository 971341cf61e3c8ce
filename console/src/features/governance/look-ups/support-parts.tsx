import type { Activity } from '@claviger/contract/oversight/activity'
import { logActions } from '@claviger/contract/oversight/log-actions'
import type { SupportKey } from '@claviger/contract/governance/look-ups'
import { keyStatus } from '@claviger/contract/keys/security-keys'
import { msg, t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { Facts } from '#platform/ui/page/Card.tsx'

const states: Readonly<Record<number, string>> = {
  [keyStatus.active]: msg('Active'),
  [keyStatus.pending]: msg('Pending'),
  [keyStatus.suspended]: msg('Suspended'),
}

export const supportKeyState = ({ status, isBlocked }: SupportKey): string =>
  isBlocked ? t('Blocked') : t(states[status] ?? msg('Unknown'))

export const supportKeyFacts = (keys: readonly SupportKey[]) =>
  keys.map(key => [key.name, supportKeyState(key)] as const)

/** Log entries in short: what happened, and when. */
export function SupportEvents({ items }: { items: readonly Activity[] }) {
  if (items.length === 0) return <p>{t('No events.')}</p>
  return (
    <Facts
      of={items.map(
        ({ id, action, at, reason }) =>
          [
            t((logActions as Record<string, { label: string }>)[action]?.label ?? action),
            <span key={id}>
              <When at={at} />
              {reason !== null && ` · ${reason}`}
            </span>,
          ] as const,
      )}
    />
  )
}
