import { type SupportAccess, supportStateNames, supportStates } from '@claviger/contract/access/support-access'
import { t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Facts } from '#platform/ui/page/Card.tsx'

const looks: Readonly<Record<number, { shape: 'ring' | 'disc' | 'square'; tone: 'mute' | 'ok' | 'bad' }>> = {
  [supportStates.waiting]: { shape: 'ring', tone: 'mute' },
  [supportStates.allowed]: { shape: 'disc', tone: 'ok' },
  [supportStates.denied]: { shape: 'square', tone: 'bad' },
}

export const isOpen = ({ state }: SupportAccess): boolean =>
  state === supportStates.waiting || state === supportStates.allowed

/** The requested access and its status. */
export function SupportFacts({ of }: { of: SupportAccess }) {
  const { shape, tone } = looks[of.state] ?? ({ shape: 'ring', tone: 'mute' } as const)
  return (
    <Facts
      of={[
        [
          t('Status'),
          <Status key="state" shape={shape} tone={tone}>
            {t(supportStateNames[of.state] ?? '')}
          </Status>,
        ],
        [t('Requested by'), of.by],
        [t('Reason'), of.reason],
        [t('Duration'), t('{count, plural, one {# minute} other {# minutes}}', { count: of.minutes })],
        [t('Requested'), <When key="asked" at={of.askedAt} />],
        ...(of.answeredBy === null ? [] : [[t('Answered by'), of.answeredBy] as const]),
        ...(of.endsAt === null ? [] : [[t('Ends'), <When key="ends" at={of.endsAt} />] as const]),
        ...(of.endedBy === null ? [] : [[t('Ended by'), of.endedBy] as const]),
      ]}
    />
  )
}
