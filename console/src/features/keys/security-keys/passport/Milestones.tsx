import type { KeyInfo, KeyUses } from '@claviger/contract/keys/security-keys'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import classes from './passport.module.css'

const ways: Record<number, () => string> = {
  1: () => t('by an administrator'),
  2: () => t('by email'),
  3: () => t('later'),
}

interface Milestone {
  label: string
  at: string | null
  about?: ReactNode
}

export function Milestones({ of, last }: { of: KeyInfo; last: KeyUses['recent'][number] | undefined }) {
  const all: Milestone[] = [
    { label: t('Issued'), at: of.createdAt, about: of.madeBy },
    { label: t('Activated'), at: of.activatedAt, ...(of.activatedAt && { about: ways[of.activation]?.() }) },
    ...(of.pin === null ? [] : [{ label: t('PIN set'), at: of.pin.setAt }]),
    { label: t('Last used'), at: of.lastActivity, about: last?.computer?.name ?? last?.site },
  ]
  return (
    <ol className={classes.milestones}>
      {all.map(({ label, at, about }) => (
        <li key={label} data-reached={at !== null || undefined}>
          <span className="cv-small">{label}</span>
          <b>{at === null ? t('Not yet') : <When at={at} as="day" />}</b>
          {about && <span className="cv-small cv-wrap">{about}</span>}
        </li>
      ))}
    </ol>
  )
}
