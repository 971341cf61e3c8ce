import { Stack } from '@mantine/core'
import type { Warning } from '@claviger/contract/rules/simulations'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { LockedOutUsers, LostAccess } from './LockedOutUsers.tsx'
import { type PolicyCheckInput, usePolicyEffects } from './usePolicyEffects.ts'
import classes from './simulations.module.css'

function Warned({ of }: { of: Warning }) {
  const isList = of.kind === 'empty-list' || of.kind === 'overlaps'
  const home = isList ? '/dashboard/named-lists' : '/dashboard/policies'
  return (
    <li>
      <IconAlertTriangle size={17} stroke={1.7} aria-hidden />
      <div>
        {of.says}{' '}
        {of.other && <Link to={`${home}/${of.other.id}` as '/'}>{t('Open {name}', { name: of.other.name })}</Link>}
      </div>
    </li>
  )
}

/** Users affected by the draft policy, warnings, and users who would lose access. */
export function PolicyEffects({ of }: { of: PolicyCheckInput | null }) {
  const means = usePolicyEffects(of)
  if (of === null)
    return <p className={classes.quiet}>{t('Choose an action and complete the policy to see its effects.')}</p>
  return (
    <div aria-live="polite">
      <Waiting on={means} what={t('the effects')}>
        {means.data && (
          <Stack gap={16}>
            <p className={classes.touches}>
              <span>
                <b>{count(means.data.touches.users)}</b>
                {t('affected {users, plural, one {user} other {users}}', { users: means.data.touches.users })}
              </span>
              <span>
                <b>{count(means.data.touches.keys)}</b>
                {t('affected {keys, plural, one {key} other {keys}}', { keys: means.data.touches.keys })}
              </span>
            </p>
            <LockedOutUsers of={means.data} />
            <LostAccess of={means.data.lostAccess} />
            {means.data.warnings.length > 0 && (
              <ul className={classes.warnings}>
                {means.data.warnings.map(one => (
                  <Warned key={`${one.kind} ${one.condition} ${one.other?.id} ${one.says}`} of={one} />
                ))}
              </ul>
            )}
            {means.data.lockedOut.length === 0 && !means.data.refused && means.data.lostAccess.users === 0 && (
              <p className={classes.fine}>
                <IconShieldCheck size={18} stroke={1.7} aria-hidden />
                {t('No users lose access.')}
              </p>
            )}
          </Stack>
        )}
      </Waiting>
    </div>
  )
}
