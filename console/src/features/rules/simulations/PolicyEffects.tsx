import type { Warning } from '@claviger/contract/rules/simulations'
import { Box, Group, Stack } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { LockedOutUsers, LostAccess } from './LockedOutUsers.tsx'
import { type PolicyCheckInput, usePolicyEffects } from './usePolicyEffects.ts'

function Warned({ of }: { of: Warning }) {
  const isList = of.kind === 'empty-list' || of.kind === 'overlaps'
  const home = isList ? '/dashboard/named-lists' : '/dashboard/policies'
  return (
    <Group component="li" className="cv-warn" gap={8} align="stretch" wrap="nowrap">
      <IconAlertTriangle size={17} stroke={1.7} aria-hidden />
      <div>
        {of.says}{' '}
        {of.other && <Link to={`${home}/${of.other.id}` as '/'}>{t('Open {name}', { name: of.other.name })}</Link>}
      </div>
    </Group>
  )
}

/** Users affected by the draft policy, warnings, and users who would lose access. */
export function PolicyEffects({ of }: { of: PolicyCheckInput | null }) {
  const means = usePolicyEffects(of)
  if (of === null)
    return <p className="cv-muted cv-linked">{t('Choose an action and complete the policy to see its effects.')}</p>
  return (
    <div aria-live="polite">
      <Waiting on={means} what={t('the effects')}>
        {means.data && (
          <Stack gap={16}>
            <Group component="p" gap="8px 24px" align="stretch">
              <Stack component="span" className="cv-quiet" gap={0} flex={1} miw={120}>
                <Box component="b" className="cv-number" fz={24} lh="32px">
                  {count(means.data.touches.users)}
                </Box>
                {t('affected {users, plural, one {user} other {users}}', { users: means.data.touches.users })}
              </Stack>
              <Stack component="span" className="cv-quiet" gap={0} flex={1} miw={120}>
                <Box component="b" className="cv-number" fz={24} lh="32px">
                  {count(means.data.touches.keys)}
                </Box>
                {t('affected {keys, plural, one {key} other {keys}}', { keys: means.data.touches.keys })}
              </Stack>
            </Group>
            <LockedOutUsers of={means.data} />
            <LostAccess of={means.data.lostAccess} />
            {means.data.warnings.length > 0 && (
              <Stack component="ul" className="cv-linked" gap={8}>
                {means.data.warnings.map(one => (
                  <Warned key={`${one.kind} ${one.condition} ${one.other?.id} ${one.says}`} of={one} />
                ))}
              </Stack>
            )}
            {means.data.lockedOut.length === 0 && !means.data.refused && means.data.lostAccess.users === 0 && (
              <Group component="p" className="cv-ok" gap={8} wrap="nowrap">
                <IconShieldCheck size={18} stroke={1.7} aria-hidden />
                {t('No users lose access.')}
              </Group>
            )}
          </Stack>
        )}
      </Waiting>
    </div>
  )
}
